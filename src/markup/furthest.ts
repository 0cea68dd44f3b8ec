/**
 * The furthest place in `(nearest, farthest]` up to which a text fits, else `nearest`. `unitsTo` measures up to a place,
 * and grows with it. Takes few measurements: the farthest, the place in proportion to that, then it halves. It ends early
 * where `enoughUnits` are reached.
 */
export function furthest(
  { nearest, farthest }: { nearest: number; farthest: number },
  { maxUnits, enoughUnits }: { maxUnits: number; enoughUnits: number },
  unitsTo: (place: number) => number,
): number {
  let units = unitsTo(farthest);
  if (units <= maxUnits) return farthest;
  let good = nearest;
  let bad = farthest;
  let place = nearest + Math.floor(((farthest - nearest) * maxUnits) / units);
  while (bad - good > 1) {
    place = Math.max(place, good + 1);
    units = unitsTo(place);
    if (units > maxUnits) bad = place;
    else good = place;
    if (good === place && units >= enoughUnits) break;
    place = (good + bad) >> 1;
  }
  return good;
}
