/** Semantic Versioning 2.0.0, without leading zeros. */
const SEMVER =
  /^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(?:-[0-9A-Za-z.-]{1,64})?(?:\+[0-9A-Za-z.-]{1,64})?$/;

/** The major number of a full semantic version. Nothing for what is none. */
export function majorOf(version: string): number | undefined {
  const major = SEMVER.exec(version)?.[1];
  return major === undefined ? undefined : Number(major);
}
