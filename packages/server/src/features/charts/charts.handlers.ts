import type { chartCalls } from "@offgrid/contract/charts/charts.calls";
import type { energyBalanceCalls } from "@offgrid/contract/charts/energy-balance.calls";
import type { ChartQuestion, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import type { EnergyPart } from "@offgrid/contract/charts/energy-parts";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import type { WaitOptions } from "../../core/fair-queue.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { drawChart } from "../../history/charts/chart-engine.ts";
import { metricsRead, planSeries } from "../../history/charts/chart-plan.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { balanceMetrics, energyBalance, fleetOrigins } from "../../history/energy/energy-balance.ts";
import { sumEnergy } from "../../history/energy/fleet-energy.ts";
import { metricsOf } from "../../history/energy/quantities.ts";
import * as charts from "./charts.store.ts";

export const chartHandlers: Handlers<typeof chartCalls> = {
  getChartData: (question, context) => chartOf(question, context),
  getGeneration: (question, context) => energyOf(question, context, "solar"),
  getConsumption: (question, context) => energyOf(question, context, "load"),
};

export const energyBalanceHandlers: Handlers<typeof energyBalanceCalls> = {
  getEnergyBalance: ({ containerId, ...question }, { actor, db, clock, signal }) => {
    const balance = async () => {
      const [container] = (await charts.mustSeeAll(db, actor, [containerId], balanceMetrics)).values();
      return { data: await energyBalance(db, question, container as ChartContainer, clock.now()) };
    };
    return chartQueueOf(db).run(actor.userId, balance, { signal });
  },

  getConsumptionOrigins: ({ containerIds, ...question }, { actor, db, clock, signal }) => {
    const split = async () => {
      const of = await charts.mustSeeCount(db, actor, containerIds);
      const isTooMany = of > mostSplit;
      const containers = isTooMany ? [] : (await charts.mustSeeAll(db, actor, containerIds, balanceMetrics)).values();
      return { data: { origins: await fleetOrigins(db, question, [...containers], clock.now()), of, isTooMany } };
    };
    return chartQueueOf(db).run(actor.userId, split, { signal });
  },
};

/** Each of them is looked at reading by reading, which takes about 20 ms. */
const mostSplit = 60;

/** A chart when it is its turn. @param waiting How long it waits for that. */
export async function chartOf(question: ChartQuestion, context: CallContext, waiting: WaitOptions = {}) {
  const { actor, db, clock, signal } = context;
  const planned = planSeries(question);
  const ids = planned.flatMap(({ containerIds }) => containerIds);
  const metrics = metricsRead(planned);
  const draw = async () => {
    const containers = await charts.mustSeeAll(db, actor, ids, metrics);
    return { data: await drawChart(db, question, planned, containers, clock.now()) };
  };
  return chartQueueOf(db).run(actor.userId, draw, { signal, ...waiting });
}

function energyOf(question: EnergyQuestion, { actor, db, clock, signal }: CallContext, part: EnergyPart) {
  const metrics = metricsOf(part);
  const sum = async () => {
    const containers = await charts.mustSeeAll(db, actor, question.containerIds, metrics);
    return { data: await sumEnergy(db, question, [...containers.values()], metrics, clock.now()) };
  };
  return chartQueueOf(db).run(actor.userId, sum, { signal });
}
