/** A place by WGS 84, in degrees. */
export interface MapPoint {
  /** -90 to 90, north is positive. */
  latitude: number;
  /** -180 to 180, east is positive. */
  longitude: number;
}

/** Whether there is such a place: both are finite and within their range. */
export function isOnMap({ latitude, longitude }: MapPoint): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
