/** Drops what came first until at most `max` entries are left. */
export function dropOldest(map: Map<unknown, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}
