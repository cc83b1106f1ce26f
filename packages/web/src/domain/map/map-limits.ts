import { northEnd, southEnd } from "@offgrid/contract/map/map-extent";

import { type Pixel, type Position, toPixel, toPosition, worldPx } from "./projection.ts";

/** No frame is so small that the world need be smaller. */
export const farthestZoom = -1;

interface FrameSize {
  width: number;
  height: number;
}

/** From here on the whole map is in view: farther away it would only become smaller in an empty frame. */
export function farthestIn({ width, height }: FrameSize): number {
  const heightPx = toPixel([0, southEnd], 0)[1] - toPixel([0, northEnd], 0)[1];
  return Math.max(farthestZoom, Math.log2(Math.min(width / worldPx, height / heightPx)));
}

/**
 * The middle of a view that ends where the map does. Where the map is smaller than its frame, it stands in the middle:
 * coming closer until it fills the frame, as the map library does by itself, would leave containers outside.
 */
export function keepWithin(center: Readonly<Position>, zoom: number, { width, height }: FrameSize): Position {
  const [x, y] = toPixel(center, zoom);
  const top = toPixel([0, northEnd], zoom)[1];
  const bottom = toPixel([0, southEnd], zoom)[1];
  const kept: Pixel = [clamp(x, [0, worldPx * 2 ** zoom], width), clamp(y, [top, bottom], height)];
  return toPosition(kept, zoom);
}

function clamp(middle: number, [from, to]: readonly [number, number], length: number): number {
  if (to - from <= length) return (from + to) / 2;
  return Math.min(to - length / 2, Math.max(from + length / 2, middle));
}
