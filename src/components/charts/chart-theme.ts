const LIGHT = ['#2c6e63', '#c2703d', '#4a6fa5', '#a34e78', '#7a8b2f', '#8466b0', '#3f97a8', '#8a6d3b'];
const DARK = ['#6fc1ae', '#e5a06e', '#8fb3e8', '#dd8db5', '#bccf6a', '#b9a1e3', '#7fcddd', '#cfae75'];

/** How a chart looks beside the text around it: the colours that the element has on the page. */
export function chartTheme(place: HTMLElement): Record<string, unknown> {
  const ink = colorOf(place, '--_ink');
  const muted = colorOf(place, '--_muted');
  const line = colorOf(place, '--_line');
  const surface = colorOf(place, '--_surface');
  const axis = {
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    axisLabel: { color: muted },
    nameTextStyle: { color: muted },
    splitLine: { lineStyle: { color: line } },
  };
  return {
    color: isDark(ink) ? LIGHT : DARK,
    backgroundColor: 'transparent',
    textStyle: { color: ink, fontFamily: getComputedStyle(place).fontFamily },
    title: { textStyle: { color: ink, fontSize: 15, fontWeight: 600 } },
    legend: {
      formatter: shortName,
      textStyle: { color: ink },
      pageTextStyle: { color: muted },
      pageIconColor: ink,
      pageIconInactiveColor: line,
    },
    tooltip: { backgroundColor: surface, borderColor: line, textStyle: { color: ink } },
    visualMap: { textStyle: { color: muted } },
    categoryAxis: { ...axis, axisLabel: { ...axis.axisLabel, formatter: (name: string) => shortName(name) } },
    valueAxis: axis,
    timeAxis: axis,
    logAxis: axis,
    pie: { label: { color: ink } },
    radar: { axisName: { color: muted }, splitLine: { lineStyle: { color: line } }, splitArea: { show: false } },
    gauge: { title: { color: muted }, detail: { color: ink }, axisLabel: { color: muted } },
  };
}

/**
 * The colour behind a custom property as `rgb()` or `rgba()`, however the page wrote it: a probe resolves it, and a
 * canvas paints it, as what draws with it knows no `oklch()` and the like.
 */
export function colorOf(place: HTMLElement, property: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  if (color.startsWith('rgb')) return color;
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!pixel) return color;
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 128;
}

/** Longest name on an axis and in a legend, characters. Longer ones would leave no place for the chart; the table has them whole. */
const MAX_NAME_CHARS = 24;

function shortName(name: string): string {
  const chars = [...name];
  return chars.length > MAX_NAME_CHARS ? `${chars.slice(0, MAX_NAME_CHARS - 1).join('')}…` : name;
}
