import { existsSync } from "node:fs";

import { phaseSwitches, phaseVoltages } from "@offgrid/contract/telemetry/load-switches";
import { BackTest, type PastFacts } from "@offgrid/contract/warnings/back-test";
import { judgeFiring, precisionOf, recallOf, wasWarned } from "@offgrid/contract/warnings/forecast-score";
import { ruleFromSuggestion } from "@offgrid/contract/warnings/rule-from-suggestion";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { forecastCharge } from "@offgrid/server/features/forecast/blackout";
import { valueAt } from "@offgrid/server/features/forecast/load-model";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { memberPlant } from "@offgrid/simulator/fleet/fleet.member";
import { plantMetrics } from "@offgrid/simulator/plant/plant.metrics";
import { stepPlant } from "@offgrid/simulator/plant/plant";
import { newPlantState } from "@offgrid/simulator/plant/plant.state";

import type { BenchCase, Figure } from "../bench.types.ts";
import { expectFrom, historyDays, hours, readYear, saidOf, type Year, yearFile } from "./blackout.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const rulesCase: BenchCase = {
  name: "rules",
  summary: "the suggested rules: warnings of cuts over a year of a real house, and injected faults on simulated plants",
  run: async (say) => [...cutsOfYear(say), ...faults(say)],
};

/** A rule that is suggested, as it is saved. */
function suggested(key: string, sent: ReadonlySet<string> = new Set()): WarningRule | undefined {
  const one = suggestedRules.find((rule) => rule.key === key);
  const rule = one && ruleFromSuggestion(one, "en", sent);
  return rule && WarningRule.parse(rule);
}

const reservePercent = 20;
const backPercent = 22;
/** A forecast so often; the portal makes one each quarter of an hour. */
const everyMs = 2 * hourMs;
/** The house gets most of its power from the grid: with so much more sun than load, nights still end in cuts. */
const sunByLoad = 1.6;

/** The battery of the house, from hour to hour through the year, and when its loads were cut. */
interface Lived {
  soc: Float64Array;
  isCut: Uint8Array;
  cuts: { fromMs: number }[];
}

function live({ load, solar }: Year, fromMs: number, count: number, capacityWh: number): Lived {
  const lived: Lived = { soc: new Float64Array(count), isCut: new Uint8Array(count), cuts: [] };
  let [soc, isCut] = [60, false];
  for (let hour = 0; hour < count; hour++) {
    const atMs = fromMs + hour * hourMs;
    lived.soc[hour] = soc;
    lived.isCut[hour] = Number(isCut);
    const sunW = valueAt(solar, atMs) || 0;
    const loadW = isCut ? 0 : valueAt(load, atMs) || 0;
    soc = Math.min(100, Math.max(0, soc + (100 * (sunW - loadW)) / capacityWh));
    if (!isCut && soc <= reservePercent) lived.cuts.push({ fromMs: atMs + hourMs });
    isCut = isCut ? soc < backPercent : soc <= reservePercent;
  }
  return lived;
}

/** The rule that warns of cuts, over a year of forecasts as the portal makes them. */
function cutsOfYear(say: (line: string) => void): Figure[] {
  const rule = suggested("cut_ahead");
  if (!existsSync(yearFile) || !rule) {
    say("cuts of a year are left out: they need ../shared/data/emhass");
    return [];
  }
  const read = readYear(yearFile);
  const meanOf = ({ values }: Year["load"]) => {
    const known = [...values].filter((value) => !Number.isNaN(value));
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const factor = (sunByLoad * meanOf(read.load)) / meanOf(read.solar);
  const more = (series: Year["solar"]) => ({ ...series, values: series.values.map((value) => value * factor) });
  const year = { load: read.load, solar: more(read.solar), forecast: more(read.forecast) };
  const capacityWh = meanOf(read.load) * 36;
  const fromMs = year.load.fromMs + historyDays * dayMs;
  const count = Math.floor((year.load.fromMs + year.load.values.length * hourMs - fromMs) / hourMs) - hours;
  const lived = live(year, fromMs, count, capacityWh);
  const forecasts = forecastsOf(year, lived, { fromMs, count, capacityWh });
  const episodes = judged(rule, forecasts, fromMs);
  const outcomes = episodes.map((episode) => ({ ...judgeFiring(episode, lived.cuts, [], 1), ...episode }));
  const numberOf = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  const warned = lived.cuts.filter((cut) => wasWarned(cut, episodes)).length;
  const leads = outcomes.flatMap(({ cameMs, raisedMs }) =>
    cameMs === undefined ? [] : [(cameMs - raisedMs) / hourMs],
  );
  say(`${forecasts.length} forecasts; ${lived.cuts.length} cuts, ${episodes.length} warnings`);
  const precision = precisionOf({ came: numberOf("came"), false: numberOf("false") });
  const recall = recallOf({ warned, missed: lived.cuts.length - warned });
  const name = "rules, loads about to be cut at 12 h";
  return [
    { case: `${name}: precision`, value: 100 * (precision ?? 0), unit: "percent" },
    { case: `${name}: recall`, value: 100 * (recall ?? 0), unit: "percent" },
    { case: `${name}: median lead`, value: median(leads), unit: "h" },
  ];
}

interface Said {
  atMs: number;
  values: { hours_to_reserve: number | null; lowest_soc: number; chance: number };
}

function forecastsOf(
  year: Year,
  { soc, isCut }: Lived,
  { fromMs, count, capacityWh }: { fromMs: number; count: number; capacityWh: number },
): Said[] {
  const said: Said[] = [];
  for (let hour = 0; hour < count; hour += everyMs / hourMs) {
    const atMs = fromMs + hour * hourMs;
    const { expected, sun, deviations } = expectFrom(year, atMs);
    if ([...expected, ...sun.map(({ p50 }) => p50)].some(Number.isNaN)) continue;
    const socPercent = soc[hour] ?? 0;
    if (isCut[hour]) {
      said.push({ atMs, values: { hours_to_reserve: 0, lowest_soc: socPercent, chance: 100 } });
      continue;
    }
    const found = forecastCharge({
      nowMs: atMs,
      socPercent,
      capacityWh,
      cutOffPercent: reservePercent,
      backPercent,
      isCut: false,
      stillOnW: 0,
      draw: 1,
      loadW: expected,
      deviations,
      solar: sun,
    });
    const likelyMs = saidOf(found);
    const hoursTo = likelyMs === undefined ? null : (likelyMs - atMs) / hourMs;
    const lowest = Math.min(...found.soc50);
    said.push({ atMs, values: { hours_to_reserve: hoursTo, lowest_soc: lowest, chance: 100 * found.chance } });
  }
  return said;
}

function judged(rule: WarningRule, forecasts: readonly Said[], fromMs: number) {
  let next = 0;
  const facts: PastFacts = {
    everyMs: 60_000,
    place: undefined,
    instantsOf: () => () => [],
    bundleAt: () => undefined,
    neighboursAt: () => [],
    forecastAt: (atMs) => {
      while ((forecasts[next + 1]?.atMs ?? Infinity) <= atMs) next++;
      return forecasts[next];
    },
  };
  const test = new BackTest(rule, facts, fromMs);
  for (const { atMs } of forecasts) test.wake(atMs);
  test.end((forecasts.at(-1)?.atMs ?? fromMs) + everyMs);
  return test.episodes;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

type Values = ReadonlyMap<string, number>;
interface Fault {
  name: string;
  lastsMs: number;
  /** What the container sends while it lasts; undefined: nothing. */
  change: (values: Values, before: Values) => Values | undefined;
}

const withValue = (values: Values, name: string, value: (was: number) => number): Values => {
  const was = values.get(name);
  return was === undefined ? values : new Map([...values, [name, value(was)]]);
};

const shortMs = 6 * hourMs;
/** What does not mend itself lasts until somebody comes. */
const lastingMs = 48 * hourMs;

const injected: readonly Fault[] = [
  {
    name: "dead string",
    lastsMs: lastingMs,
    change: (values) =>
      [...values.keys()]
        .filter((name) => name.startsWith("solar.") && name.endsWith("power"))
        .reduce((changed, name) => withValue(changed, name, (was) => was / 2), values),
  },
  {
    name: "stuck sensor",
    lastsMs: lastingMs,
    change: (values, before) => withValue(values, "battery.voltage", (was) => before.get("battery.voltage") ?? was),
  },
  { name: "dark link", lastsMs: shortMs, change: () => undefined },
  {
    name: "cut loads",
    lastsMs: shortMs,
    // By a device that says so, at whatever charge.
    change: (values) =>
      ["load.power", "load.ac.power", "inverter.state", ...phaseVoltages, ...phaseSwitches].reduce(
        (changed, name) => withValue(changed, name, () => 0),
        values,
      ),
  },
  {
    name: "hot battery",
    lastsMs: shortMs,
    change: (values) => withValue(values, "battery.temperature", (was) => was + 30),
  },
  {
    name: "unbalanced cells",
    lastsMs: shortMs,
    change: (values) => withValue(values, "battery.cell_spread", (was) => was + 120),
  },
];

const stepMs = 60_000;
const days = 6;
const plants = 6;
/** The morning of the fourth day. */
const faultFromMs = 3 * dayMs + 9 * hourMs;
/** What is raised so long after the end of a fault is raised because of it. */
const afterMs = hourMs;

interface Frame {
  atMs: number;
  values: Values;
}

/** The suggested rules on plants that are well, and on the same with one fault each. */
function faults(say: (line: string) => void): Figure[] {
  const startMs = Date.UTC(2026, 2, 10);
  const runs = fleet
    .slice(0, plants)
    .map(({ containerId }, index) => ({ containerId, frames: framesOf(index, startMs) }));
  say(`${plants} simulated plants, ${days} days of a frame a minute; faults begin at hour ${faultFromMs / hourMs}`);
  const isUsual = (key: string) => suggestedRules.some((rule) => rule.key === key && rule.isUsual);
  const healthy = runs.map(({ containerId, frames }) => {
    const raised = raisedIn(frames);
    for (const { key, atMs } of raised)
      say(`${containerId} without a fault: ${key} at hour ${Math.round((atMs - startMs) / hourMs)}`);
    return raised.filter(({ key }) => isUsual(key)).length;
  });
  const falseRaises = healthy.reduce((sum, count) => sum + count, 0);
  say("fault               lasts  found  of   after at most  by");
  let [found, right] = [0, 0];
  const figures = injected.map((fault): Figure => {
    const by = new Set<string>();
    let longestMs = 0;
    const detected = runs.filter(({ frames }) => {
      const own = raisedBecauseOf(fault, frames, startMs);
      for (const { key } of own) by.add(key);
      const firstMs = Math.min(...own.map(({ atMs }) => atMs));
      if (own.length > 0) longestMs = Math.max(longestMs, firstMs - startMs - faultFromMs);
      right += own.filter(({ key }) => isUsual(key)).length;
      return own.length > 0;
    }).length;
    found += detected;
    const inHours = (ms: number) => `${Math.round(ms / hourMs)} h`;
    say(
      `${fault.name.padEnd(18)} ${inHours(fault.lastsMs).padStart(6)} ${String(detected).padStart(6)} ${String(plants).padStart(3)}   ${inHours(longestMs).padStart(13)}  ${[...by].join(", ")}`,
    );
    return { case: `rules, recall of ${fault.name}`, value: (100 * detected) / plants, unit: "percent", reach: 100 };
  });
  return [
    ...figures,
    { case: "rules, recall of all faults", value: (100 * found) / (injected.length * plants), unit: "percent" },
    {
      case: "rules, precision of those that suit every container",
      value: (100 * right) / Math.max(1, right + falseRaises),
      unit: "percent",
    },
    {
      case: `rules, those that suit every container: raised on ${plants} plants without a fault`,
      value: falseRaises,
      unit: "warnings",
      reach: 0,
    },
  ];
}

/** What is raised while a fault lasts, or because of it, and would not be raised without it. */
function raisedBecauseOf(fault: Fault, frames: readonly Frame[], startMs: number): { key: string; atMs: number }[] {
  const [fromMs, toMs] = [startMs + faultFromMs, startMs + faultFromMs + fault.lastsMs + afterMs];
  const known = new Set(raisedIn(frames).map(({ key, atMs }) => `${key} ${atMs}`));
  return raisedIn(withFault(frames, fault, startMs)).filter(
    ({ key, atMs }) => atMs >= fromMs && atMs <= toMs && !known.has(`${key} ${atMs}`),
  );
}

function framesOf(place: number, startMs: number): Frame[] {
  const design = memberPlant(fleet[place] ?? fleet[0]!);
  const healthy = { ...design, faults: {} };
  const { names, values } = plantMetrics(healthy);
  const frames: Frame[] = [];
  let state = newPlantState(healthy, startMs);
  for (let atMs = startMs + stepMs; atMs <= startMs + days * dayMs; atMs += stepMs) {
    const moment = stepPlant(healthy, state, atMs, { cloudCover: 0.2 });
    state = moment.state;
    const row = values(state, moment.reading);
    const known = names.flatMap((name, index): [string, number][] => {
      const value = row[index];
      return typeof value === "number" ? [[name, value]] : [];
    });
    frames.push({ atMs, values: new Map(known) });
  }
  return frames;
}

function withFault(frames: readonly Frame[], { change, lastsMs }: Fault, startMs: number): Frame[] {
  const isIn = (atMs: number) => atMs >= startMs + faultFromMs && atMs < startMs + faultFromMs + lastsMs;
  const before = frames.findLast(({ atMs }) => atMs < startMs + faultFromMs)?.values ?? new Map<string, number>();
  return frames.flatMap(({ atMs, values }) => {
    const changed = isIn(atMs) ? change(values, before) : values;
    return changed ? [{ atMs, values: changed }] : [];
  });
}

function raisedIn(frames: readonly Frame[]): { key: string; atMs: number }[] {
  const sent = new Set(frames[0]?.values.keys());
  const startMs = frames[0]?.atMs ?? 0;
  const facts: PastFacts = {
    everyMs: stepMs,
    place: { zoneName: "UTC" },
    instantsOf: () => () => [],
    forecastAt: () => undefined,
    bundleAt: () => undefined,
    neighboursAt: () => [],
  };
  return suggestedRules.flatMap(({ key }) => {
    const rule = suggested(key, sent);
    if (!rule) return [];
    // A simulated plant begins with all of it at one temperature.
    const test = new BackTest(rule, facts, startMs + dayMs);
    for (const { atMs, values } of frames) test.frame(atMs, (metric) => values.get(metric), atMs);
    test.end(frames.at(-1)?.atMs ?? 0);
    return test.episodes.map(({ raisedMs }) => ({ key, atMs: raisedMs }));
  });
}
