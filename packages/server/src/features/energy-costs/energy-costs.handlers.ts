import type { energyCostCalls } from "@offgrid/contract/energy-costs/energy-costs.calls";
import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import type { BucketEnergy } from "../../history/energy/power-and-meter.ts";
import { totalOf } from "../../history/energy/energy-origin.ts";
import { energyByGroup, shareOf } from "../../history/energy/fleet-energy.ts";
import { energyGroups } from "../../history/energy/fleet-parts.ts";
import { type EnergyMetrics, metricsOf, noMetric } from "../../history/energy/quantities.ts";
import { mustFind } from "../containers/containers.store.ts";
import { costsOf } from "./energy-costs.ts";
import { findEnergyPrices, saveEnergyPrices } from "./energy-costs.store.ts";

type CostsCall = (typeof energyCostCalls)["getEnergyCosts"];
type Question = Omit<InputOf<CostsCall>, "containerId">;

/**
 * What tells how long the generator runs, asked for as energies are, so that hours follow the same rules for gaps,
 * coverage and resets as the energy beside them: a switch that is 1 while it runs, integrated as a power is, gives
 * hours; a counter, which grows as a meter does, gives seconds. Apart, as their units differ.
 */
const running: EnergyMetrics = ["generator.on", noMetric];
const runTime: EnergyMetrics = [noMetric, "generator.run_time"];
const secondsPerHour = 3_600;
/** What is bought. */
const bought = ["generator", "gridIn"] as const;
const asked: readonly EnergyMetrics[] = [...bought.map(metricsOf), running, runTime];
const costMetrics: readonly string[] = asked.flat();

export const energyCostHandlers: Handlers<typeof energyCostCalls> = {
  getEnergyCosts: ({ containerId, ...question }, { actor, db, clock, signal }) => {
    const costs = async () => {
      const [container] = await readContainers(db, visibleContainers(db, actor), [containerId], costMetrics);
      if (!container) throw new Refusal("not_found");
      return { data: await boughtEnergy(db, container, question, clock.now()) };
    };
    return chartQueueOf(db).run(actor.userId, costs, { signal });
  },

  getEnergyPrices: async ({ containerId }, { actor, db }) => {
    await mustFind(db, actor, containerId);
    return { data: (await findEnergyPrices(db, containerId)) ?? null };
  },

  setEnergyPrices: async ({ containerId, prices }, { actor, db, audit }) => {
    await mustFind(db, actor, containerId);
    const before = await findEnergyPrices(db, containerId);
    await saveEnergyPrices(db, containerId, prices);
    audit({ target: containerId, ...(before && { before }), after: prices });
    return { data: prices };
  },
};

async function boughtEnergy(
  db: Db,
  container: ChartContainer,
  question: Question,
  nowMs: number,
): Promise<OutputOf<CostsCall>["data"]> {
  const groups = energyGroups({ ...question, groupBy: "month" }, [container], nowMs);
  const found = await energyByGroup(
    db,
    groups,
    asked.map((metrics) => ({ container, metrics })),
  );
  const [generator = none, grid = none, switched = none, counted = none] = found;
  const hours = hoursOf(switched, counted, groups.t.length);
  const measuredMs = hours.measuredMs.reduce((sum, ms) => sum + ms, 0);
  const [generatorWh, gridWh, generatorHours] = [generator, grid, hours].map(({ wh }) => totalOf(wh) ?? undefined);
  const prices = await findEnergyPrices(db, container.id);
  const { fuelL, fuelCost, gridCost } = costsOf({ generatorHours, generatorWh, gridWh }, prices);
  const hasGenerator = generatorHours !== undefined || generatorWh !== undefined;
  return {
    generator: hasGenerator ? { hours: generatorHours ?? null, wh: generatorWh ?? null, fuelL, cost: fuelCost } : null,
    grid: gridWh === undefined ? null : { wh: gridWh, cost: gridCost },
    coverage: shareOf(measuredMs, groups.range, nowMs),
    prices: prices ?? null,
  };
}

const none: BucketEnergy = { wh: [], measuredMs: [] };

/**
 * Run time by group: what its counter has, where it measured about as long as the signal that it runs or this is missing; else
 * how long that signal was on.
 */
function hoursOf(switched: BucketEnergy, counted: BucketEnergy, groups: number): BucketEnergy {
  const wh: (number | null)[] = [];
  const measuredMs: number[] = [];
  for (let group = 0; group < groups; group++) {
    const [signalMs, counterMs] = [switched.measuredMs[group] ?? 0, counted.measuredMs[group] ?? 0];
    const seconds = counted.wh[group] ?? null;
    const isCounted = seconds !== null && counterMs >= 0.9 * signalMs;
    wh.push(isCounted ? seconds / secondsPerHour : (switched.wh[group] ?? null));
    measuredMs.push(isCounted ? counterMs : signalMs);
  }
  return { wh, measuredMs };
}
