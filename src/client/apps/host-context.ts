import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import { LARGEST_HEIGHT_PX } from './frame-size.ts';

export type DisplayMode = 'inline' | 'fullscreen';

/** What an app is told of where it stands. */
export function hostContext(about: {
  tool: string;
  container: HTMLElement;
  displayMode: DisplayMode;
}): McpUiHostContext {
  const { tool, container, displayMode } = about;
  const width = Math.floor(container.clientWidth);
  return {
    toolInfo: { tool: { name: tool, inputSchema: { type: 'object' } } },
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    displayMode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions:
      displayMode === 'fullscreen'
        ? { width, height: Math.floor(container.clientHeight) }
        : { width, maxHeight: LARGEST_HEIGHT_PX },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'footbridge',
    platform: 'web',
    deviceCapabilities: {
      touch: navigator.maxTouchPoints > 0,
      hover: matchMedia('(hover: hover)').matches,
    },
  };
}

/** Calls whenever something of it may have changed. Gives the function that stops that. */
export function watchHostContext(container: HTMLElement, onChange: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const sizes = new ResizeObserver(onChange);
  dark.addEventListener('change', onChange);
  sizes.observe(container);
  return () => {
    dark.removeEventListener('change', onChange);
    sizes.disconnect();
  };
}
