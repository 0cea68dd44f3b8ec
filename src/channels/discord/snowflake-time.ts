/** Unix milliseconds of the first second of 2015. docs.discord.com, API Reference, Snowflakes, read 2026-11. */
const EPOCH_MS = 1_420_070_400_000;

/** When Discord made an id, in Unix milliseconds. Nothing for what is no id. */
export function madeAtMs(snowflake: string): number | undefined {
  return /^\d{1,20}$/.test(snowflake) ? Number(BigInt(snowflake) >> 22n) + EPOCH_MS : undefined;
}
