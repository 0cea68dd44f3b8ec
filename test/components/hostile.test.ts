import { describe, expect, it } from 'vitest';
import { hasBrowser, picture, seriousFaults, useStage } from './stage.ts';

/** Three charts, and three maps in software. */
const SOON = { timeout: 10_000 };
const MARKUP = '<img src=x onerror="told.push(1)">';
const LONG = 'x'.repeat(2_000);
const TURNED = 'שלום\u202Egpj.exe\u200F';

describe.skipIf(!hasBrowser)('words of others', () => {
  const open = useStage();

  it.each([
    { name: 'light', isDark: false, direction: 'ltr' as const },
    { name: 'dark-rtl', isDark: true, direction: 'rtl' as const },
  ])(
    'are words in every element, and stay within a narrow page, however long they are [HI-38, CH-65]: $name',
    async ({ name, ...look }) => {
      const page = await open({ ...look, width: 375 });
      await page.evaluate(
        async (all) => {
          for (const words of all) {
            const link = document.createElement('footbridge-link');
            link.link = {
              url: `https://a.example/${encodeURIComponent(words).slice(0, 900)}`,
              label: words,
              hint: words,
            };
            const dead = document.createElement('footbridge-link');
            dead.link = { url: words, label: words };
            const unknown = document.createElement('footbridge-unknown');
            unknown.block = { namespace: words, block_type: words, version: words };
            const scada = document.createElement('footbridge-scada-panel');
            scada.panel = { deviceIds: [words, words], title: words };
            const history = document.createElement('footbridge-history-panel');
            history.panel = { deviceIds: [words], startMs: 0, endMs: 1, metric: words };
            const app = document.createElement('footbridge-app');
            app.app = { app: 't', url: `${location.origin}/apps/t`, server: words, tool: words };
            const chart = document.createElement('footbridge-chart');
            const series = [{ type: 'bar', name: words.slice(0, 100), data: [1] }];
            chart.chart = { spec: { xAxis: { data: [words.slice(0, 100)] }, yAxis: {}, series }, data: null };
            const map = document.createElement('footbridge-map');
            const geometry = { type: 'Point', coordinates: [8, 47] };
            const features = [{ type: 'Feature' as const, id: words, geometry, properties: { label: words } }];
            map.addLayer({ name: words, features });
            const features2 = document.createElement('footbridge-features');
            const action = { kind: 'slash', command: '/x' };
            const item = { id: words, label: words.slice(0, 20), hint: words.slice(0, 48), icon: words, action };
            features2.block = { id: words, data: { items: [item] } };
            main.append(link, dead, unknown, scada, history, app, features2, chart, map);
          }
          await new Promise((resolve) => setTimeout(resolve));
        },
        [MARKUP, LONG, TURNED],
      );
      await expect.poll(() => page.locator('footbridge-chart canvas').count(), SOON).toBe(3);
      await expect.poll(() => page.locator('footbridge-map .zoom').count(), SOON).toBe(3);
      // No name is so long that nothing is left of a chart.
      const bars = () =>
        page.locator('footbridge-chart canvas').evaluateAll(
          (all, color) =>
            all.map((canvas) => {
              const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
              const { width, height } = canvas as HTMLCanvasElement;
              if (!copy || width === 0) return 0;
              [copy.canvas.width, copy.canvas.height] = [width, height];
              copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
              const pixels = new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
              return pixels.filter((pixel) => pixel === color).length / pixels.length;
            }),
          look.isDark ? 0xffaec16f : 0xff636e2c,
        );
      await expect.poll(async () => Math.min(...(await bars())), SOON).toBeGreaterThan(0.1);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(await page.evaluate(() => told)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 375, height: 3_000 });
      await picture(page, `hostile-${name}`);
    },
  );
});
