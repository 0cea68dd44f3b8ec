/** As semver.org has it; a major of 0 promises nothing, so it is never drawn. */
const VERSION =
  /^([1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const MAX_VERSION_CHARS = 256;

/** Whether a renderer of this major version draws a block of this full semantic version. */
export function blockIsDrawable(version: string, major: number): boolean {
  if (version.length > MAX_VERSION_CHARS) return false;
  // As text: a float could not tell great numbers apart.
  return VERSION.exec(version)?.[1] === String(major);
}
