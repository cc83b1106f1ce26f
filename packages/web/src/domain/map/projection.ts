/** A point of the map: [longitude, latitude] in degrees. */
export type Position = [long: number, lat: number];
/** A point on the screen or on the world drawn as a square, in pixels from its upper left. */
export type Pixel = readonly [x: number, y: number];

/** Edge of the world at zoom 0, as the map library has it. */
export const worldPx = 512;
/** Beyond this the square of Web Mercator ends. */
const mostLat = 85.051129;

/** Web Mercator: where a place lies on the world at a zoom. */
export function toPixel([long, lat]: Readonly<Position>, zoom: number): Pixel {
  const size = worldPx * 2 ** zoom;
  const phi = (Math.min(mostLat, Math.max(-mostLat, lat)) * Math.PI) / 180;
  return [((long + 180) / 360) * size, ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * size];
}

/** The place at a pixel of the world at a zoom; the inverse of `toPixel`. */
export function toPosition([x, y]: Pixel, zoom: number): Position {
  const size = worldPx * 2 ** zoom;
  return [(x / size) * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI];
}

/** Is a pixel inside of a closed outline (its last corner joins its first)? By the even-odd rule. */
export function isInside([x, y]: Pixel, outline: readonly Pixel[]): boolean {
  let inside = false;
  for (const [index, [x1, y1]] of outline.entries()) {
    const [x2, y2] = outline[(index + 1) % outline.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

/** A length on the screen, in pixels along one axis. */
type Span = readonly [from: number, to: number];

/**
 * How far something reaches beyond a room along one axis, in pixels; less than 0: before its beginning. Of what is longer
 * than the room the beginning counts.
 */
export function overhang([from, to]: Span, [low, high]: Span): number {
  if (from < low || to - from > high - low) return from - low;
  return Math.max(0, to - high);
}
