import { sunPosition, sunsetElevationDeg } from "./sun.ts";

const stepMs = 10 * 60_000;
const exactMs = 1_000;

/** The sun comes over the horizon, or goes under it. */
export interface SunEvent {
  sun: "sunrise" | "sunset";
  /** Epoch ms, to the second. */
  atMs: number;
}

/**
 * Every rise and set of the sun within a span of time, in order.
 * @param latitudeDeg Positive north.
 * @param longitudeDeg Positive east.
 */
export function sunEvents(fromMs: number, toMs: number, latitudeDeg: number, longitudeDeg: number): SunEvent[] {
  const isUp = (atMs: number) => sunPosition(atMs, latitudeDeg, longitudeDeg).elevationDeg > sunsetElevationDeg;
  const events: SunEvent[] = [];
  let before = isUp(fromMs);
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const endMs = Math.min(toMs, atMs + stepMs);
    const after = isUp(endMs);
    if (before === after) continue;
    let [low, high] = [atMs, endMs];
    while (high - low > exactMs) {
      const middle = (low + high) / 2;
      if (isUp(middle) === before) low = middle;
      else high = middle;
    }
    events.push({ sun: after ? "sunrise" : "sunset", atMs: Math.round(high) });
    before = after;
  }
  return events;
}

/**
 * When the sun rises and sets within a span of time, usually a local day.
 * @returns the first rise and the first set in it, epoch ms to the second; undefined where there is none. A local day may
 * have a second one: what follows the sun asks for `sunEvents`.
 */
export function sunTimes(
  fromMs: number,
  toMs: number,
  latitudeDeg: number,
  longitudeDeg: number,
): { riseMs: number | undefined; setMs: number | undefined } {
  const events = sunEvents(fromMs, toMs, latitudeDeg, longitudeDeg);
  const firstMs = (wanted: SunEvent["sun"]) => events.find(({ sun }) => sun === wanted)?.atMs;
  return { riseMs: firstMs("sunrise"), setMs: firstMs("sunset") };
}
