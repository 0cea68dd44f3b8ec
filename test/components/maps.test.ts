import express from 'express';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

const REF = 'abcdefghijklmnopqrstuv';
const junction = (id: string, lon: number, lat: number, label?: string) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: label === undefined ? {} : { label },
});
const JUNCTIONS = {
  type: 'FeatureCollection',
  features: [junction('J1', 8.54, 47.37, 'Main valve'), junction('J2', 8.56, 47.38), junction('J3', 8.5, 47.36)],
};
const PIPES = {
  name: 'pipes',
  label: 'Pipes',
  features: [
    {
      type: 'Feature',
      id: 'P1',
      geometry: {
        type: 'LineString',
        coordinates: [
          [8.5, 47.36],
          [8.54, 47.37],
        ],
      },
    },
    {
      type: 'Feature',
      id: 7,
      geometry: {
        type: 'LineString',
        coordinates: [
          [8.54, 47.37],
          [8.56, 47.38],
        ],
      },
    },
  ],
};

/** A service with payloads behind refs. */
function serviceOf(payload: unknown, status = 200) {
  const asked: string[] = [];
  const service = express.Router();
  service.get('/api/v1/agent/chat/render-ref/:ref', (request, response) => {
    asked.push(request.url);
    response.status(status).json(payload);
  });
  return { service, asked };
}

/** Puts a map with a layer into the page. */
async function begin(page: Page): Promise<void> {
  await page.evaluate((pipes) => {
    const map = new footbridge.FootbridgeMap();
    map.addLayer(pipes as never);
    main.append(map);
  }, PIPES);
  await page.locator('footbridge-map .zoom').waitFor();
}

/** Does an action as a turn does: read from its envelope, then applied. */
const apply = (page: Page, action: string, params: unknown) =>
  page.evaluate(
    async ({ action, params }) => {
      const map = document.querySelector('footbridge-map') as InstanceType<typeof footbridge.FootbridgeMap>;
      const before = map.state;
      const turn = new footbridge.FootbridgeTurn();
      turn.dialect = 'agent-ui';
      const statuses: unknown[] = [];
      const fetchHere = globalThis.fetch;
      turn.host = {
        map,
        sessionId: 's1',
        connection: {
          fetch: (url, init) => {
            if (init.method !== 'POST') return fetchHere(url, init);
            statuses.push(JSON.parse(String(init.body)));
            return Promise.resolve(new Response(null, { status: 204 }));
          },
        },
      };
      const envelope = {
        schemaVersion: 'agent-ui@1',
        kind: 'map_action',
        surface: 'map_overlay',
        action,
        params,
        fallbackText: 'In words.',
      };
      turn.state = { parts: [{ type: 'envelope', id: 'e1', createdAtMs: 1, envelope }], end: { type: 'done' } };
      main.append(turn);
      for (let waited = 0; statuses.length === 0 && waited < 1_000; waited++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      turn.remove();
      return { status: statuses[0], isSame: map.state === before, view: map.state.view, located: map.state.located };
    },
    { action, params },
  );

const status = (renderStatus: string) => ({ session_id: 's1', renderStatus });

/** Whether the map shows something of this colour, as a person would see it. */
async function hasColor(page: Page, color: readonly [number, number, number]): Promise<boolean> {
  const shot = (await page.locator('footbridge-map .frame').screenshot()).toString('base64');
  return page.evaluate(
    async ({ shot, color }) => {
      const bytes = Uint8Array.from(atob(shot), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const copy = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      copy?.drawImage(bitmap, 0, 0);
      const data = copy?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      for (let at = 0; at < data.length; at += 4) {
        if (color.every((value, index) => Math.abs((data[at + index] ?? 0) - value) < 12)) return true;
      }
      return false;
    },
    { shot, color },
  );
}

describe.skipIf(!hasBrowser)('a map', () => {
  const open = useStage();

  it('shows its layers without anybody else, and a list of them for whoever does not see it', async () => {
    const page = await open();
    await begin(page);
    const canvas = page.locator('footbridge-map canvas');
    await expect.poll(() => canvas.isVisible()).toBe(true);
    await page.getByText('Show the places as a list').click();
    const rows = page.getByRole('table', { name: 'Map' }).getByRole('row');
    expect(await rows.allTextContents()).toEqual([
      'LayerPlaceLatitudeLongitude',
      'PipesP147.365°8.52°',
      'Pipes747.375°8.55°',
    ]);
    await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await canvas.focus();
    await page.keyboard.press('ArrowRight');
  });

  it('looks where it is told to [AUI-8]', async () => {
    const page = await open();
    await begin(page);
    expect(await apply(page, 'zoom_to_map', { bbox: [8, 47, 9, 48] })).toMatchObject({
      status: status('rendered'),
      view: { type: 'box', box: [8, 47, 9, 48] },
    });
    expect(await apply(page, 'zoom_to_map', { bbox: [170, -20, -170, -10], crosses_antimeridian: true })).toMatchObject(
      {
        status: status('rendered'),
      },
    );
    expect(await apply(page, 'zoom_to_map', { center: [8.54, 47.37], zoom: 12 })).toMatchObject({
      view: { type: 'center', lon: 8.54, lat: 47.37, zoom: 12 },
    });
    await page.getByText('Show the places as a list').click();
    await page.getByText('The map shows 47.37°, 8.54°, zoom 12.').waitFor();
  });

  it('finds features, styles layers and draws junctions [AUI-18]', async () => {
    const { service, asked } = serviceOf(JUNCTIONS);
    const page = await open({ service });
    await begin(page);
    expect(await apply(page, 'locate_features', { layer: 'pipes', ids: ['P1', 7, 'unknown'] })).toMatchObject({
      status: status('rendered'),
      located: { layer: 'pipes', ids: ['P1', '7'] },
      view: { box: [8.5, 47.36, 8.56, 47.38] },
    });
    await expect.poll(() => hasColor(page, [164, 54, 42]), { timeout: 10_000 }).toBe(true);
    expect(await apply(page, 'render_junctions', { render_ref: REF })).toMatchObject({ status: status('rendered') });
    expect(asked).toEqual([`/api/v1/agent/chat/render-ref/${REF}?session_id=s1`]);
    expect(
      await apply(page, 'apply_layer_style', { layer: 'junctions', style: { color: '#0000ff', width: 12 } }),
    ).toMatchObject({ status: status('rendered') });
    await expect.poll(() => hasColor(page, [0, 0, 255]), { timeout: 10_000 }).toBe(true);
    await page.getByText('Show the places as a list').click();
    expect(await page.getByRole('row', { name: 'Junctions Main valve (J1)' }).isVisible()).toBe(true);
    expect(await page.getByText('✓ found').count()).toBe(2);
    expect(await apply(page, 'apply_layer_style', { layer: 'junctions', style: { visible: false } })).toMatchObject({
      status: status('rendered'),
    });
    await expect.poll(() => hasColor(page, [0, 0, 255])).toBe(false);
  });

  it('is left as it is by what does not fit it, and the words are shown [AUI-8, AUI-9, AUI-10]', async () => {
    const page = await open();
    await begin(page);
    for (const [action, params] of [
      ['fly_to', {}],
      ['zoom_to_map', { bbox: [9, 47, 8, 48] }],
      ['zoom_to_map', { bbox: [8, 47, 9, 91] }],
      ['zoom_to_map', { bbox: [8, 47, 9, null] }],
      ['zoom_to_map', { center: [8, 47], zoom: 25 }],
      ['zoom_to_map', { center: [8, 47], zoom: 2, pitch: 60 }],
      ['locate_features', { layer: 'unknown', ids: ['P1'] }],
      ['locate_features', { layer: 'pipes', ids: ['nobody'] }],
      ['locate_features', { layer: 'pipes', ids: [] }],
      ['apply_layer_style', { layer: 'unknown', style: { color: '#fff' } }],
      ['apply_layer_style', { layer: 'pipes', style: { color: 'url(https://evil.example)' } }],
      ['apply_layer_style', { layer: 'pipes', style: { color: ['get', 'x'] } }],
      ['apply_layer_style', { layer: 'pipes', style: { color: '#fff', sprite: 'x' } }],
      ['render_junctions', { render_ref: REF, geometry: {} }],
      ['render_junctions', { render_ref: '../../x' }],
    ] as const) {
      expect([action, params, await apply(page, action, params)]).toEqual([
        action,
        params,
        expect.objectContaining({ status: status('fallback'), isSame: true }),
      ]);
    }
  });

  it.each([
    ['cannot be had', { error: { code: 'not_found', message: 'No.' } }, 404],
    ['is no collection', { type: 'FeatureCollection' }, 200],
    [
      'has one point beyond the world',
      { ...JUNCTIONS, features: [...JUNCTIONS.features, junction('J4', 181, 0)] },
      200,
    ],
  ])('is left as it is when what belongs on it %s [AUI-20]', async (_why, payload, code) => {
    const { service } = serviceOf(payload, code);
    const page = await open({ service });
    await begin(page);
    expect(await apply(page, 'render_junctions', { render_ref: REF })).toMatchObject({
      status: {
        ...status('error'),
        error: 'What is behind the render_ref could not be had, or is not what it should be.',
      },
      isSame: true,
    });
  });

  it('is its list where there is no WebGL or its library cannot be had', async () => {
    const page = await open({ expected: /Failed to fetch dynamically|ERR_FAILED/ });
    await page.route('**/draw-map*', (route) => route.abort());
    await page.evaluate((pipes) => {
      const map = new footbridge.FootbridgeMap();
      map.addLayer(pipes as never);
      main.append(map);
    }, PIPES);
    await page.getByText('The map could not be drawn here. The places are in the list.').waitFor();
    expect(await page.getByRole('cell', { name: 'P1' }).isVisible()).toBe(true);
  });

  it('is drawn in whatever way the page writes its colours', async () => {
    const page = await open();
    await page.evaluate(() => {
      main.style.setProperty('--footbridge-raised', 'oklch(0.98 0.01 95)');
      main.style.setProperty('--footbridge-accent', 'color-mix(in oklab, rgb(255 0 0), rgb(255 0 0))');
    });
    await begin(page);
    await apply(page, 'zoom_to_map', { bbox: [8.49, 47.355, 8.57, 47.385] });
    await expect.poll(() => hasColor(page, [255, 0, 0]), { timeout: 10_000 }).toBe(true);
  });

  it('may be moved while it loads: it is drawn once, and can be used', async () => {
    const page = await open();
    await page.evaluate(async (pipes) => {
      const map = new footbridge.FootbridgeMap();
      map.addLayer(pipes as never);
      main.append(map);
      // What was begun goes on in the place where it was.
      for (let moved = 0; moved < 5; moved++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const place = document.createElement('div');
        main.append(place);
        place.append(map);
      }
    }, PIPES);
    await page.locator('footbridge-map .zoom').waitFor();
    await apply(page, 'zoom_to_map', { bbox: [8.49, 47.355, 8.57, 47.385] });
    await expect.poll(() => hasColor(page, [44, 110, 99]), { timeout: 10_000 }).toBe(true);
    expect(await page.locator('footbridge-map canvas').count()).toBe(1);
    expect(await page.locator('footbridge-map .zoom').count()).toBe(1);
  });

  it('is its list without WebGL, also when it is put into the page again', async () => {
    const page = await open({ expected: /WebGL/ });
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    const put = () =>
      page.evaluate((pipes) => {
        const map = document.querySelector('footbridge-map') ?? new footbridge.FootbridgeMap();
        (map as InstanceType<typeof footbridge.FootbridgeMap>).addLayer(pipes as never);
        map.remove();
        main.append(map);
      }, PIPES);
    const words = page.getByText('The map could not be drawn here. The places are in the list.');
    await put();
    await words.waitFor();
    await put();
    await page.waitForFunction(() => !document.querySelector('footbridge-map')?.shadowRoot?.querySelector('.map'));
    await words.waitFor();
    expect(await page.getByRole('cell', { name: 'P1' }).isVisible()).toBe(true);
  });

  it('shows none, one and ten thousand places', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => junction(`J${at}`, 8 + (at % 100) / 100, 47 + at / 20_000));
    const payloads = [[], [junction('J1', 8, 47)], many];
    const service = express.Router();
    service.get('/api/v1/agent/chat/render-ref/:ref', (_request, response) => {
      response.json({ type: 'FeatureCollection', features: payloads.shift() });
    });
    const page = await open({ service });
    await begin(page);
    await page.locator('footbridge-map summary').click();
    const rows = page.getByRole('row', { name: /Junctions/ });
    for (const [count, leftOut] of [
      [0, 0],
      [1, 0],
      [198, 9_802],
    ]) {
      expect(await apply(page, 'render_junctions', { render_ref: REF })).toMatchObject({ status: status('rendered') });
      await expect.poll(() => rows.count()).toBe(count);
      expect(await page.getByText(`Places that are not in this list: ${leftOut}`).count()).toBe(leftOut === 0 ? 0 : 1);
    }
  });

  it.each(LOOKS)('looks well and can be used by everybody: $name', async ({ name, ...look }) => {
    const { service } = serviceOf(JUNCTIONS);
    const page = await open({ ...look, service });
    await begin(page);
    await apply(page, 'render_junctions', { render_ref: REF });
    await apply(page, 'locate_features', { layer: 'junctions', ids: ['J1'] });
    await apply(page, 'zoom_to_map', { bbox: [8.49, 47.355, 8.57, 47.385] });
    await page.locator('footbridge-map summary').click();
    await expect
      .poll(() => hasColor(page, look.isDark ? [240, 154, 142] : [164, 54, 42]), { timeout: 10_000 })
      .toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `maps-${name}`);
  });
});
