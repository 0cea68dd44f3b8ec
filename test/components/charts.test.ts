import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, LOOKS, picture, seriousFaults, useStage } from './stage.ts';

const SALES = {
  spec: {
    title: { text: 'Sales by quarter' },
    legend: {},
    xAxis: { type: 'category' },
    yAxis: { name: 'pieces' },
    series: [{ type: 'bar' }, { type: 'line', smooth: true }],
  },
  data: {
    dimensions: ['quarter', 'sold', 'planned'],
    source: [
      ['Q1', 7, 8],
      ['Q2', 12, 10],
      ['Q3', 9, 12],
      ['Q4', 15, 14],
    ],
  },
};
const PIE = {
  spec: {
    title: { text: 'Pets' },
    legend: {},
    series: [
      {
        type: 'pie',
        data: [
          { name: 'Cats', value: 7 },
          { name: 'Dogs', value: 3 },
        ],
      },
    ],
  },
  data: null,
};

async function show(page: Page, chart: { spec: unknown; data: unknown }): Promise<void> {
  await page.evaluate(async (chart) => {
    const node = new footbridge.FootbridgeChart();
    node.chart = chart;
    main.append(node);
    await new Promise((resolve) => setTimeout(resolve));
  }, chart);
}

/** Whether something is painted: a canvas of one colour is empty. */
const isPainted = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('footbridge-chart')?.shadowRoot?.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0) return false;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 8;
  });

const isOptionOf = (page: Page, spec: unknown, data: unknown = null) =>
  page.evaluate(({ spec, data }) => footbridge.FootbridgeChart.optionOf({ spec, data }), { spec, data });

describe.skipIf(!hasBrowser)('a chart', () => {
  const open = useStage();

  it('is painted, named for who cannot see it, and loads its library only then', async () => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /draw-chart/.test(url))).toEqual([]);
    await show(page, SALES);
    await expect.poll(() => isPainted(page)).toBe(true);
    expect(asked.some((url) => /draw-chart/.test(url))).toBe(true);
    expect(await page.getByRole('img', { name: 'Sales by quarter' }).isVisible()).toBe(true);
  });

  it('is a table to whoever wants that, by mouse and by key', async () => {
    const page = await open();
    await show(page, SALES);
    await page.getByText('Show the data as a table').click();
    const rows = page.getByRole('table', { name: 'Sales by quarter' }).getByRole('row');
    expect(await rows.allTextContents()).toEqual(['quartersoldplanned', 'Q178', 'Q21210', 'Q3912', 'Q41514']);
    await page.getByText('Show the data as a table').press('Enter');
    await expect.poll(() => rows.first().isVisible()).toBe(false);
    await page.getByText('Show the data as a table').press('Enter');
    await expect.poll(() => rows.first().isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.querySelector('footbridge-chart')?.shadowRoot?.activeElement?.className),
    ).toBe('table');
  });

  it('is its table where its library cannot be had', async () => {
    const page = await open({ expected: /Failed to fetch dynamically|ERR_FAILED/ });
    await page.route('**/draw-chart*', (route) => route.abort());
    await show(page, SALES);
    await page.getByText('The chart could not be drawn here. Its data is in the table.').waitFor();
    expect(await page.getByRole('table', { name: 'Sales by quarter' }).isVisible()).toBe(true);
  });

  it('keeps its table open, and the place of whoever reads it, when its numbers change', async () => {
    const page = await open();
    await show(page, SALES);
    await page.getByText('Show the data as a table').press('Enter');
    await page.evaluate(async (chart) => {
      const node = document.querySelector('footbridge-chart') as InstanceType<typeof footbridge.FootbridgeChart>;
      node.chart = chart;
      await new Promise((resolve) => setTimeout(resolve));
    }, PIE);
    expect(await page.getByRole('cell', { name: 'Cats' }).isVisible()).toBe(true);
    expect(
      await page.evaluate(() => document.querySelector('footbridge-chart')?.shadowRoot?.activeElement?.localName),
    ).toBe('summary');
  });

  it('is painted in whatever way the page writes its colours', async () => {
    // The test itself reads the canvas twice.
    const page = await open({ expected: /willReadFrequently/ });
    await page.evaluate(() => main.style.setProperty('--footbridge-ink', 'oklch(0.98 0.01 95)'));
    await show(page, SALES);
    await expect.poll(() => isPainted(page)).toBe(true);
    const theme = await page.evaluate(() => {
      const canvas = document.querySelector('footbridge-chart')?.shadowRoot?.querySelector('canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context) return [];
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colors = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colors.add([...data.slice(at, at + 3)].join());
      return [...colors];
    });
    // Light words stand on a dark page: the bars are of the colours for that.
    expect(theme).toContain('111,193,174');
    expect(theme).not.toContain('44,110,99');
  });

  it('says nothing to the console, and is painted later, when it is put where nobody sees it', async () => {
    const page = await open();
    await page.evaluate(() => {
      main.hidden = true;
    });
    await show(page, SALES);
    await page.locator('footbridge-chart figure').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      main.hidden = false;
    });
    await expect.poll(() => isPainted(page)).toBe(true);
  });

  it('may be removed while it loads, and shown again', async () => {
    const page = await open();
    await show(page, SALES);
    await page.evaluate(async () => {
      const node = document.querySelector('footbridge-chart');
      node?.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (node) main.append(node);
    });
    await expect.poll(() => isPainted(page)).toBe(true);
    expect(await page.locator('canvas').count()).toBe(1);
  });

  it('takes the width that it has', async () => {
    const page = await open();
    await show(page, SALES);
    await expect.poll(() => isPainted(page)).toBe(true);
    await page.setViewportSize({ width: 375, height: 700 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  });

  it('shows words that look like markup as they are, also in its tooltip [HI-38, HI-62]', async () => {
    const page = await open();
    const evil = '<img src=x onerror="told.push(1)">';
    await show(page, {
      spec: {
        title: { text: evil },
        legend: {},
        tooltip: { trigger: 'axis' },
        xAxis: { data: [evil, 'b'] },
        yAxis: {},
        series: [{ type: 'bar', name: evil, data: [3, 4] }],
      },
      data: null,
    });
    await expect.poll(() => isPainted(page)).toBe(true);
    const box = await page.getByRole('img').boundingBox();
    for (const part of [0.3, 0.5, 0.7])
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * part, (box?.y ?? 0) + 200);
    await page.getByText('Show the data as a table').click();
    expect(await page.getByRole('cell', { name: evil }).isVisible()).toBe(true);
    // No tooltip of elements, no picture, nothing run.
    expect(
      await page.evaluate(() => [
        document.querySelector('footbridge-chart')?.shadowRoot?.querySelectorAll('img').length,
        told.length,
      ]),
    ).toEqual([0, 0]);
  });

  it('never holds what runs, loads or is markup, at any depth [AUI-26, HI-54, HI-58]', async () => {
    const page = await open();
    const option = JSON.stringify(
      await isOptionOf(page, {
        title: { text: 'x', link: 'javascript:alert(1)', sublink: 'javascript:alert(1)' },
        tooltip: { trigger: 'item', formatter: '<b>', extraCssText: 'background:url(//evil.example)' },
        toolbox: { feature: { dataView: {} } },
        graphic: [{ type: 'image', style: { image: '/var/log' } }],
        backgroundColor: { image: 'https://evil.example/x.png' },
        xAxis: { data: ['a'], axisLabel: { formatter: 'f', rich: { a: { backgroundColor: { image: '/x' } } } } },
        yAxis: {},
        series: [
          {
            type: 'line',
            data: [1],
            symbol: 'image:///etc/passwd.png',
            tooltip: { formatter: '<img>' },
            markPoint: { tooltip: { formatter: '<img>' }, symbol: 'path://M0' },
          },
        ],
      }),
    );
    expect(option).toContain('"renderMode":"richText"');
    expect(option).not.toMatch(/formatter|javascript|image|symbol|rich":|graphic|toolbox|extraCssText|background|mark/);
  });

  it('is none when what is left out would make it another one [AUI-26, AUI-27, HI-50, HI-52]', async () => {
    const page = await open();
    const bar = { xAxis: { data: ['a'] }, yAxis: {} };
    const ofMany = Array.from({ length: 20_001 }, () => 1);
    for (const spec of [
      { series: [{ type: 'custom', renderItem: 'x' }] },
      {
        ...bar,
        dataset: { source: [[1]], transform: { type: 'filter', config: { reg: '(a+)+$' } } },
        series: [{ type: 'bar' }],
      },
      { baseOption: bar, series: [{ type: 'bar', data: [1] }] },
      { ...bar, series: Array.from({ length: 21 }, () => ({ type: 'bar', data: [1] })) },
      { ...bar, series: [{ type: 'bar', data: ofMany }] },
      { ...bar, title: { text: 'x'.repeat(201) }, series: [{ type: 'bar', data: [1] }] },
    ]) {
      expect(await isOptionOf(page, spec)).toBeUndefined();
    }
    // A picture as wide as a town is brought down to the place that it stands in.
    await show(page, {
      spec: { ...bar, grid: { width: 100_000, height: 100_000 }, series: [{ type: 'bar', data: [1] }] },
      data: null,
    });
    await page.locator('canvas').waitFor();
    expect(
      await page.evaluate(() => document.querySelector('footbridge-chart')?.shadowRoot?.querySelector('canvas')?.width),
    ).toBeLessThan(2_000);
  });

  it.each(LOOKS)('looks well and can be used by everybody: $name', async ({ name, ...look }) => {
    const page = await open(look);
    await show(page, SALES);
    await show(page, PIE);
    await expect.poll(() => isPainted(page)).toBe(true);
    await page.locator('footbridge-chart').first().locator('summary').click();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: look.width ?? 800, height: 1100 });
    await picture(page, `charts-${name}`);
  });
});
