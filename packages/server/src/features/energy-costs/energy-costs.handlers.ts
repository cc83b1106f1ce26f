import type { energyCostCalls } from "@offgrid/contract/energy-costs/energy-costs.calls";
import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { drawChart } from "../../history/chart-engine.ts";
import type { ChartContainer } from "../../history/chart-plan.ts";
import { chartQueueOf } from "../../history/chart-queue.ts";
import { totalOf } from "../../history/energy-origin.ts";
import { energyByGroup, energyGroups } from "../../history/fleet-energy.ts";
import { metricsOf } from "../../history/quantities.ts";
import { mustFind } from "../containers/containers.store.ts";
import { costsOf } from "./energy-costs.ts";
import { findPrices, savePrices } from "./energy-costs.store.ts";

type CostsCall = (typeof energyCostCalls)["getEnergyCosts"];
type Question = Omit<InputOf<CostsCall>, "containerId">;

const running = "generator.on";
/** What is bought. */
const bought = ["generator", "gridIn"] as const;
const costMetrics: readonly string[] = [...bought.flatMap(metricsOf), running];

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
    return { data: (await findPrices(db, containerId)) ?? null };
  },

  setEnergyPrices: async ({ containerId, prices }, { actor, db, audit }) => {
    await mustFind(db, actor, containerId);
    const before = await findPrices(db, containerId);
    await savePrices(db, containerId, prices);
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
  const grouped = { ...question, groupBy: "month" } as const;
  // A switch that is 1 while it runs, summed as a power is, gives hours.
  const series = [{ metric: running, func: "hourly_average_sum", useIf: "all", multiply: 1 } as const];
  const planned = series.map((one) => ({ ...one, containerIds: [container.id] }));
  const containers = new Map([[container.id, container]]);
  const groups = energyGroups(grouped, [container], nowMs);
  const asked = bought.map((part) => ({ container, metrics: metricsOf(part) }));
  const energies = await energyByGroup(db, groups, asked);
  const [generatorWh, gridWh] = energies.map(({ wh }) => totalOf(wh) ?? undefined);
  const chart = container.slots.has(running) ? await drawChart(db, grouped, planned, containers, nowMs) : undefined;
  const known = chart?.series[0]?.filter((hours) => hours !== null) ?? [];
  const generatorHours = known.length === 0 ? undefined : known.reduce((sum, hours) => sum + hours, 0);
  const prices = await findPrices(db, container.id);
  const { fuelL, fuelCost, gridCost } = costsOf({ generatorHours, generatorWh, gridWh }, prices);
  const hasGenerator = generatorHours !== undefined || generatorWh !== undefined;
  return {
    generator: hasGenerator ? { hours: generatorHours ?? null, wh: generatorWh ?? null, fuelL, cost: fuelCost } : null,
    grid: gridWh === undefined ? null : { wh: gridWh, cost: gridCost },
    coverage: chart?.coverage[0] ?? 0,
    prices: prices ?? null,
  };
}
