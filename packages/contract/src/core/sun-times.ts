import { sunPosition, sunsetElevationDeg } from "./sun.ts";

const stepMs = 10 * 60_000;
const exactMs = 1_000;

/**
 * When the sun rises and sets within a span of time, usually a local day.
 * @param latitudeDeg Positive north.
 * @param longitudeDeg Positive east.
 * @returns the first rise and the first set in it, epoch ms to the second; undefined where there is none.
 */
export function sunTimes(
  fromMs: number,
  toMs: number,
  latitudeDeg: number,
  longitudeDeg: number,
): { riseMs: number | undefined; setMs: number | undefined } {
  const isUp = (atMs: number) => sunPosition(atMs, latitudeDeg, longitudeDeg).elevationDeg > sunsetElevationDeg;
  let riseMs: number | undefined;
  let setMs: number | undefined;
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const endMs = Math.min(toMs, atMs + stepMs);
    const [before, after] = [isUp(atMs), isUp(endMs)];
    if (before === after) continue;
    let [low, high] = [atMs, endMs];
    while (high - low > exactMs) {
      const middle = (low + high) / 2;
      if (isUp(middle) === before) low = middle;
      else high = middle;
    }
    if (after) riseMs ??= Math.round(high);
    else setMs ??= Math.round(high);
  }
  return { riseMs, setMs };
}
