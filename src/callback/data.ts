/**
 * The callback string on every channel's button: `<widget_id>#<option_index>`.
 * At most 27 bytes of ASCII, inside Telegram's 64 bytes, Discord's 100 characters and Slack's 255.
 */
const CALLBACK = /^(ui_[0-9A-Za-z_]+)#(\d{1,2})$/;

export function encodeCallback(widgetId: string, index: number): string {
  return `${widgetId}#${index}`;
}

/** Reads a callback string by its grammar alone. Anything else, a non-string included, is nothing. */
export function decodeCallback(data: unknown): { id: string; index: number } | undefined {
  if (typeof data !== 'string') return undefined;
  const match = CALLBACK.exec(data);
  return match ? { id: match[1] as string, index: Number(match[2]) } : undefined;
}

/**
 * Whether a string is ours and means something to its channel alone, e.g. `ui_…#ok` or `ui_…#t3`. It must never become
 * somebody's words.
 */
export function isOwnVerb(data: string): boolean {
  return /^ui_[0-9A-Za-z_]+#[a-z]/.test(data);
}
