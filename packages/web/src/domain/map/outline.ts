import { type Pixel, type Position, toPixel, toPosition } from "./projection.ts";

/** Room between the containers of a group and its outline, in pixels. */
const marginPx = 34;
const cornersPerPoint = 16;

/**
 * A rounded outline around some places for a zoom, closed; empty without places. One place gives a circle, two a capsule.
 */
export function outlineAround(places: readonly Position[], zoom: number): Position[] {
  const corners = places.flatMap((place) => {
    const [x, y] = toPixel(place, zoom);
    return Array.from({ length: cornersPerPoint }, (_, index): Pixel => {
      const angle = (index / cornersPerPoint) * 2 * Math.PI;
      return [x + marginPx * Math.cos(angle), y + marginPx * Math.sin(angle)];
    });
  });
  const hull = convexHull(corners).map((corner) => toPosition(corner, zoom));
  return hull.length === 0 ? [] : [...hull, hull[0]!];
}

/** Corners of the smallest convex shape around all points, in turn. A. M. Andrew, Inf. Process. Lett. 9 (1979). */
function convexHull(points: readonly Pixel[]): Pixel[] {
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const half = (all: readonly Pixel[]): Pixel[] => {
    const kept: Pixel[] = [];
    for (const point of all) {
      while (kept.length >= 2 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turn([x1, y1]: Pixel, [x2, y2]: Pixel, [x3, y3]: Pixel): number {
  return (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1);
}
