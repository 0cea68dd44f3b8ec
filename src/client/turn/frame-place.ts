/** Where in its turn a frame stands: `<turn>.<run>.<seq>`. */
export interface FramePlace {
  turnId: string;
  /** A run is an attempt of the turn. */
  run: number;
  /** Grows from frame to frame within a run. */
  seq: number;
}

const PLACE = /^(.+)\.(\d{1,9})\.(\d{1,9})$/s;

/** The place that a frame's id names. Nothing for an id of another form, and for none. */
export function placeOf(id: string | undefined): FramePlace | undefined {
  const match = id === undefined ? null : PLACE.exec(id);
  return match ? { turnId: match[1] as string, run: Number(match[2]), seq: Number(match[3]) } : undefined;
}
