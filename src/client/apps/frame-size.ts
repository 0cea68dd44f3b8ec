/** An app asks for the height that it likes, between these, in CSS pixels. */
export const SMALLEST_HEIGHT_PX = 48;
export const LARGEST_HEIGHT_PX = 4_000;
/** Until it has asked. */
export const FIRST_HEIGHT_PX = 320;

/** The height that an app gets; nothing for what is no height. */
export function clampedHeight(wanted: unknown): number | undefined {
  if (typeof wanted !== 'number' || !Number.isFinite(wanted)) return undefined;
  return Math.round(Math.min(LARGEST_HEIGHT_PX, Math.max(SMALLEST_HEIGHT_PX, wanted)));
}
