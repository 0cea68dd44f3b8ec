/** A number with its noun: "1 turn", "2 turns". `plural` where it is not the noun and an "s". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
