import { clearSkyWPerM2, planeIrradianceWPerM2, usualPanels } from "../../core/irradiance.ts";
import { sunPosition } from "../../core/sun.ts";
import type { WarningFrame } from "./warning-frame.ts";
import type { ConditionMemory, ExpectedMemory } from "./warning-state.ts";
import type { WarningCondition } from "./warnings.schema.ts";

/**
 * What panels give against what they gave before for as much light, as they have learned it themselves: a string that is
 * dead takes its share away however strong the sun is. Pure.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Readings are taken so far apart: more of them say nothing more, and each is written. */
const sampleMs = 5 * 60_000;
/** An hour counts if so much of it is known, in so much light at least, W/m2. */
const known = { share: 0.75, lightWPerM2: 150 };
/** Learned from so many days, of which few are better. */
const learning = { fewestDays: 3, mostDays: 30, quantile: 0.75 };
/** Nights are dark, and so may be a day; after that the last hour says nothing any more. */
const oldMs = 36 * hourMs;

const nothing: ExpectedMemory = {
  hour: -1,
  sample: -1,
  count: 0,
  yield: 0,
  light: 0,
  days: [],
  percent: null,
  atMs: 0,
};

/**
 * @param isCounted The guards are met: what a full battery holds back is not what the sun gives.
 * @returns percent of what was to be expected in the last hour that counts; undefined: it is not known.
 */
export function readExpected(
  condition: WarningCondition,
  memory: ConditionMemory | null,
  frame: WarningFrame,
  isCounted: boolean,
): { percent: number | undefined; memory: ExpectedMemory } {
  const before = memory && "percent" in memory ? memory : nothing;
  const hour = Math.floor(frame.atMs / hourMs);
  let after = before.hour === hour ? before : closeHour(condition, before, hour, frame.everyMs);
  const sample = Math.floor(frame.atMs / sampleMs);
  const [yieldW, light] = isCounted && sample !== after.sample ? valuesOf(condition, frame) : [];
  if (yieldW !== undefined && light !== undefined)
    after = { ...after, sample, count: after.count + 1, yield: after.yield + yieldW, light: after.light + light };
  const isOld = frame.atMs - after.atMs > oldMs;
  return { percent: after.percent === null || isOld ? undefined : after.percent, memory: after };
}

function valuesOf({ attributes }: WarningCondition, frame: WarningFrame): (number | undefined)[] {
  const [measured = "", light] = attributes;
  return [frame.valueOf(measured), light === undefined ? clearSky(frame) : frame.valueOf(light)];
}

/** On panels in the usual position, W/m2; undefined: it is not known where they stand. */
function clearSky({ place, atMs }: WarningFrame): number | undefined {
  const { latitudeDeg, longitudeDeg } = place ?? {};
  if (latitudeDeg === undefined || longitudeDeg === undefined) return undefined;
  const sun = sunPosition(atMs, latitudeDeg, longitudeDeg);
  return planeIrradianceWPerM2(clearSkyWPerM2(sun.elevationDeg), sun, usualPanels({ latitudeDeg }));
}

function closeHour(
  { threshold }: WarningCondition,
  before: ExpectedMemory,
  hour: number,
  everyMs: number,
): ExpectedMemory {
  const fresh = { ...before, hour, count: 0, yield: 0, light: 0 };
  const enough = known.share * (hourMs / Math.max(sampleMs, everyMs));
  if (before.count < enough || before.light / before.count < known.lightWPerM2) return fresh;
  const perLight = before.yield / before.light;
  const day = Math.floor((before.hour * hourMs) / dayMs);
  const others = before.days.filter(([at]) => at !== day);
  const usual = usualOf(others);
  const best = Math.max(perLight, before.days.find(([at]) => at === day)?.[1] ?? 0);
  // Days on which little came are no measure of those to come: what is broken does not become usual.
  const isPoor = (value: number) => usual !== undefined && value < (usual * Number(threshold)) / 100;
  const days = [...others.filter(([, value]) => !isPoor(value)), [day, best] as const].slice(-learning.mostDays);
  if (usual === undefined) return { ...fresh, days };
  return { ...fresh, days, percent: (100 * perLight) / usual, atMs: (before.hour + 1) * hourMs };
}

/** Undefined: of too few days. */
function usualOf(days: ExpectedMemory["days"]): number | undefined {
  if (days.length < learning.fewestDays) return undefined;
  const sorted = days.map(([, best]) => best).sort((one, other) => one - other);
  const usual = sorted[Math.floor((sorted.length - 1) * learning.quantile)];
  return usual !== undefined && usual > 0 ? usual : undefined;
}
