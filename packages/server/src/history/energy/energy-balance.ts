import type { EnergyBalance, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import {
  type EnergyOrigin,
  devicesOf,
  asPartsOf,
  energyOrigins,
  energyParts,
  quantities,
} from "@offgrid/contract/charts/energy-parts";

import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { inTime } from "../in-time.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { BucketEnergy } from "./power-and-meter.ts";
import { drawContainer } from "../charts/chart-groups.ts";
import { originsOf, totalOf } from "./energy-origin.ts";
import { findOrigins } from "./container-origins.ts";
import { energyByGroup, shareOf } from "./fleet-energy.ts";
import { energyGroups, fleetParts } from "./fleet-parts.ts";
import { energyOfSources } from "./source-energies.ts";
import { energyMetricNames, metricsOf, noMetric } from "./quantities.ts";

/** The energy balance of a container: every part as source-energies.ts has it. */

const devices = Object.values(devicesOf).flat();
const powerOf = (device: string) => `${device}.power`;

/** Metrics that show that there is a generator, or a grid, also where its energy is not measured. */
const signsOf = {
  generator: ["generator.on", "generator.run_time", "generator.voltage", "generator.current"],
  grid: ["grid.on", "grid.voltage", "grid.frequency", "grid.current"],
} as const;
const soc = "battery.soc";

/** The metrics whose slots a balance needs. */
export const balanceMetrics: readonly string[] = [
  ...energyMetricNames,
  ...devices.map(powerOf),
  ...Object.values(signsOf).flat(),
  soc,
];

type Question = Omit<EnergyQuestion, "containerIds">;

/** @param container With the slots of `balanceMetrics`, and as the database has just described it. */
export async function energyBalance(
  db: Db,
  question: Question,
  container: ChartContainer,
  nowMs: number,
): Promise<EnergyBalance> {
  const metered = devices.filter((device) => container.slots.has(powerOf(device)));
  const wholes = wholesOf(container, metered);
  const powers = [...metered.map(powerOf), ...wholes.map((whole) => quantities[whole].power)];
  const ofParts = energyParts.map((part) => ({ container, source: quantities[part] }));
  const ofPowers = powers.map((power) => ({ container, metrics: [power, noMetric] as const }));
  const groups = energyGroups(question, [container], nowMs);
  const { t, range, zone } = groups;
  const [each, alone, known, socs] = await Promise.all([
    energyOfSources(db, groups, ofParts),
    energyByGroup(db, groups, ofPowers),
    findOrigins(db, container, groups, nowMs),
    socAround(db, question, container, nowMs),
  ]);
  const parts = {} as EnergyBalance["parts"];
  let load = none;
  for (const [place, part] of energyParts.entries()) {
    const energy = each[place] ?? none;
    const { wh, measuredMs } = energy;
    const values = t.map((_, group) => wh[group] ?? null);
    if (part === "load") load = { ...energy, wh: values };
    parts[part] = {
      values,
      total: totalOf(values),
      coverage: shareOf(sumOf(measuredMs), range, nowMs),
    };
  }
  const byPower = new Map(powers.map((power, place) => [power, totalOf(alone[place]?.wh ?? [])] as const));
  const ofDevices = deviceEnergies(metered, byPower);
  const has = (kind: keyof typeof signsOf) => signsOf[kind].some((metric) => container.slots.has(metric));
  const unmeasured: EnergyBalance["unmeasured"] = [];
  if (has("generator") && parts.generator.total === null) unmeasured.push("generator");
  if (has("grid") && parts.gridIn.total === null) unmeasured.push("grid");
  const origins = originsOf(load, known);
  const energies = { parts, devices: asPartsOf(parts, ofDevices), besideDevices: besideDevices(wholes, byPower) };
  return { t: [...t], ...energies, origins, unmeasured, soc: socs, zone, groupBy: question.groupBy };
}

/** Wh of the devices whose power was measured, as that power has it. */
function deviceEnergies(metered: readonly string[], byPower: ReadonlyMap<string, number | null>) {
  return Object.fromEntries(
    metered.flatMap((device): [string, number][] => {
      const total = byPower.get(powerOf(device)) ?? null;
      return total === null ? [] : [[device, total]];
    }),
  );
}

/** What has devices with a power of their own, and a power as a whole. */
function wholesOf({ slots }: ChartContainer, metered: readonly string[]) {
  const hasDevice = (whole: "solar" | "generator") => devicesOf[whole].some((device) => metered.includes(device));
  return (["solar", "generator"] as const).filter((whole) => slots.has(quantities[whole].power) && hasDevice(whole));
}

/** @param byPower Wh of each power; null: not measured. */
function besideDevices(
  wholes: ReturnType<typeof wholesOf>,
  byPower: ReadonlyMap<string, number | null>,
): EnergyBalance["besideDevices"] {
  const known = wholes.flatMap((whole) => {
    const all = byPower.get(quantities[whole].power) ?? null;
    const ofDevices = devicesOf[whole].map((device) => byPower.get(powerOf(device)) ?? 0);
    return all === null ? [] : [[whole, all - sumOf(ofDevices)] as const];
  });
  return Object.fromEntries(known);
}

/** The consumption of some containers by origin, Wh; null where none was measured. */
export async function fleetOrigins(
  db: Db,
  question: Question,
  containers: readonly ChartContainer[],
  nowMs: number,
): Promise<Record<EnergyOrigin, number | null>> {
  const sums = Object.fromEntries(energyOrigins.map((origin) => [origin, null])) as Record<EnergyOrigin, number | null>;
  const whole = energyGroups(question, containers, nowMs);
  for (const { groups, containers: some } of fleetParts(question, whole, containers)) {
    const asked = some.map((container) => ({ container, metrics: metricsOf("load") }));
    const each = await energyByGroup(db, groups, asked);
    for (const [index, container] of some.entries()) {
      const energy = each[index] ?? none;
      const { wh } = energy;
      if (wh.every((value) => value === null)) continue;
      const found = originsOf(
        { ...energy, wh: groups.t.map((_, group) => wh[group] ?? null) },
        await inTime(() => findOrigins(db, container, groups, nowMs)),
      );
      for (const origin of energyOrigins) {
        const { total } = found[origin];
        if (total !== null) sums[origin] = (sums[origin] ?? 0) + total;
      }
      await untilIdle();
    }
  }
  return sums;
}

const none: BucketEnergy = { wh: [], measuredMs: [] };

async function socAround(
  db: Db,
  question: Question,
  container: ChartContainer,
  nowMs: number,
): Promise<EnergyBalance["soc"]> {
  if (!container.slots.has(soc)) return null;
  const { series } = await drawContainer(db, question, container, nowMs, [
    { metric: soc, func: "first", useIf: "all" },
    { metric: soc, func: "last", useIf: "all" },
  ]);
  const [firsts = [], lasts = []] = series;
  const first = firsts.find((value) => value !== null);
  const last = lasts.findLast((value) => value !== null);
  return typeof first === "number" && typeof last === "number" ? { first, last } : null;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
