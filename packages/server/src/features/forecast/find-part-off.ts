import { batchS, staleAfterMs } from "@offgrid/contract/core/constants";
import { lightLevels } from "@offgrid/contract/telemetry/load-switches";

import type { Db } from "../../core/db.ts";
import { readSamples } from "../../history/tiers/samples.store.ts";
import { listReturns, type OutputReturn } from "../energy-state/cut-outputs.store.ts";
import { isOpen, keptOff, readBacks } from "../energy-state/kept-off.ts";
import { forecastHours } from "@offgrid/contract/energy-state/energy-levels";
import { type Learned, fullHour, hourOfWeekIn } from "./blackout-forecast.ts";
import type { ForecastContainer } from "./forecast.store.ts";
import { readHourly } from "./history.store.ts";
import { expectLoad } from "./load-model.ts";
import { type FoundPart, meteredShare, shareByHour, takenOff } from "./part-off.ts";
import { hourMs } from "./solar-model.ts";

/** Which part of a container's loads is off now, and what is known of its power, from what is stored. */

/** So far back the load before and after a switch was opened is looked for. */
const lookedAtMs = 24 * hourMs;
const lights: ReadonlySet<string> = new Set(lightLevels);
/** Meters of outputs of which a container has one. */
const ownMeters: Readonly<Record<string, string>> = { "ac.mode": "ac.power" };

/** @returns undefined where all loads that are usually on are on, or all of them are cut. */
export async function findPartOff(
  db: Db,
  container: ForecastContainer,
  learned: Learned,
  nowMs: number,
): Promise<FoundPart | undefined> {
  if (container.cutSince !== null) return undefined;
  const read = readerOf(container);
  const kept = new Set(keptOff(container.cutOutputs, read).map(({ metric }) => metric));
  const usual = learned.usualSwitches.filter((metric) => isOpen(read(metric)));
  const returns = await returnsOf(db, container, new Set([...kept, ...usual]));
  // A pause of minutes is none of a forecast of hours: what is tried again after one counts as on.
  const open = new Set([...returns].flatMap(([metric, back]) => (back === "soon" ? [] : [metric])));
  if (open.size === 0) return undefined;
  const backPercent = backPercentOf(
    container,
    [...open].flatMap((metric) => (kept.has(metric) ? (returns.get(metric) ?? []) : [])),
  );
  const hourOfWeek = hourOfWeekIn(container.zoneName);
  const usualW = (atMs: number) => learned.model.byHour[hourOfWeek(atMs)] as number;
  const hours = Array.from({ length: forecastHours }, (_, hour) => fullHour(nowMs) + hour * hourMs);
  const metered = await findMetered(db, container, learned, [...open]);
  if (metered) {
    const share = hours.map((atMs) => metered[hourOfWeek(atMs)] ?? 0);
    return { from: "meter", off: { share, backPercent } };
  }
  const switches = [...open].filter((metric) => !lights.has(metric));
  const { atMs, columns } = await readSamples(db, container.id, ["load.power", ...switches], {
    fromMs: nowMs - lookedAtMs,
    toMs: nowMs + 1,
  });
  const [loadW = [], ...states] = columns;
  const taken = takenOff({ atMs, loadW, switches: states }, usualW);
  if (!taken) return { from: "unknown", off: { share: hours.map(() => 0), backPercent } };
  const expectedW = expectLoad(learned.model, learned.load, hourOfWeek, fullHour(nowMs), forecastHours);
  const { isEarly } = taken;
  return { from: "change", ...(isEarly && { isEarly }), off: { share: shareByHour(taken, expectedW), backPercent } };
}

/** The last value of a metric; of one that was silent when the newest values came, nothing is known. */
function readerOf({ liveValues, at, everyS }: ForecastContainer): (metric: string) => number | undefined {
  const oldestMs = (at?.getTime() ?? 0) - staleAfterMs(Math.max(everyS ?? batchS, batchS));
  return (metric) => {
    const [value, atMs] = liveValues?.[metric] ?? [undefined, 0];
    return atMs >= oldestMs ? value : undefined;
  };
}

/** By metric, what ends that it is off. */
async function returnsOf(
  db: Db,
  { id }: ForecastContainer,
  off: ReadonlySet<string>,
): Promise<Map<string, OutputReturn>> {
  if (off.size === 0) return new Map();
  const outputs = [...readBacks].filter(([, metric]) => off.has(metric));
  const said = await listReturns(
    db,
    id,
    outputs.map(([target]) => target),
  );
  return new Map(
    [...off].map((metric) => [metric, said[outputs.findIndex((output) => output[1] === metric)] ?? "unsaid"]),
  );
}

/** Charge from which what protection keeps off is on again, percent; undefined: nobody knows. */
function backPercentOf({ soc, backSoc }: ForecastContainer, returns: readonly OutputReturn[]): number | undefined {
  // Equipment says none; where it gave all loads back last time, it gives back these, unless it is that full already.
  const learned = backSoc !== null && (soc === null || soc < backSoc) ? [backSoc] : [];
  const levels = returns.flatMap((back) => (typeof back === "object" ? [back.soc] : learned));
  return levels.length > 0 ? Math.max(...levels) : undefined;
}

/** By hour of the week, the share of what is off by its own meters; undefined: a part of it has none. */
async function findMetered(
  db: Db,
  { id, zoneName, liveValues }: ForecastContainer,
  { load }: Learned,
  open: readonly string[],
): Promise<number[] | undefined> {
  const lamps = Object.keys(liveValues ?? {}).filter((metric) => lights.has(metric)).length;
  const meters = new Map<string, number>();
  for (const metric of open) {
    const phase = /^(phase\.\d+)\.on$/.exec(metric)?.[1];
    const meter = phase ? `${phase}.power` : lights.has(metric) ? "street_light.power" : ownMeters[metric];
    if (meter === undefined) return undefined;
    // All lamps have one meter.
    meters.set(meter, !lights.has(metric) ? 1 : (meters.get(meter) ?? 0) + 1 / lamps);
  }
  const toMs = load.fromMs + load.values.length * hourMs;
  const hourly = await readHourly(db, id, [...meters.keys()], load.fromMs, toMs);
  const shares = [...meters].map(([meter, part]) => {
    const share = meteredShare(hourly[meter] ?? { fromMs: load.fromMs, values: [] }, load, hourOfWeekIn(zoneName));
    return share?.map((one) => part * one);
  });
  const [first, ...others] = shares;
  if (!first || others.includes(undefined)) return undefined;
  return first.map((one, hour) =>
    Math.min(
      1,
      others.reduce((sum, other) => sum + (other?.[hour] ?? 0), one),
    ),
  );
}
