/** Semantic Versioning 2.0.0: no leading zeros, and no empty part in what stands behind the numbers. */
const SEMVER =
  /^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
/** Longest version that is read, characters. */
const MAX_CHARS = 128;

/** The major number of a full semantic version of at most 128 characters. Nothing for what is none. */
export function majorOf(version: string): number | undefined {
  if (version.length > MAX_CHARS) return undefined;
  const major = SEMVER.exec(version)?.[1];
  return major === undefined ? undefined : Number(major);
}
