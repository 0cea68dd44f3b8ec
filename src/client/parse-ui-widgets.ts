import type { ChatFrame } from './sse.ts';

/** A widget as it travels. What else it holds depends on its `type`; a client ignores types that it does not know. */
export interface UIWidget {
  type: string;
  id: string;
  [field: string]: unknown;
}

/**
 * The widgets of a `ui` frame. An empty list for every other event, for data that is no JSON, and for JSON that holds no
 * list under `ui`; entries that are no widgets are left out. Never throws.
 */
export function parseUiWidgets(frame: ChatFrame): UIWidget[] {
  if (frame.event !== 'ui') return [];
  try {
    const body: unknown = JSON.parse(frame.data);
    const ui = typeof body === 'object' && body !== null && 'ui' in body ? body.ui : undefined;
    return Array.isArray(ui) ? ui.filter(isWidget) : [];
  } catch {
    return [];
  }
}

function isWidget(entry: unknown): entry is UIWidget {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'type' in entry &&
    'id' in entry &&
    typeof entry.type === 'string' &&
    typeof entry.id === 'string'
  );
}
