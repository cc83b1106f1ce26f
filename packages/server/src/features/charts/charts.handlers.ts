import type { chartCalls } from "@offgrid/contract/charts/charts.calls";
import type { EnergyQuestion } from "@offgrid/contract/charts/charts.schema";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { drawChart } from "../../history/chart-engine.ts";
import { planSeries } from "../../history/chart-plan.ts";
import { chartQueueOf } from "../../history/chart-queue.ts";
import { type EnergyMetrics, sumEnergy } from "../../history/fleet-energy.ts";
import * as charts from "./charts.store.ts";

export const chartHandlers: Handlers<typeof chartCalls> = {
  getChartData: async (question, { actor, db, clock }) => {
    const planned = planSeries(question);
    const ids = planned.flatMap(({ containerIds }) => containerIds);
    const metrics = planned.map(({ metric }) => metric);
    return chartQueueOf(db).run(actor.userId, async () => {
      const containers = await charts.mustSeeAll(db, actor, ids, metrics);
      return { data: await drawChart(db, question, planned, containers, clock.now()) };
    });
  },
  getGeneration: (question, context) => energyOf(question, context, ["solar.power", "solar.energy"]),
  getConsumption: (question, context) => energyOf(question, context, ["load.power", "load.energy"]),
};

function energyOf(question: EnergyQuestion, { actor, db, clock }: CallContext, metrics: EnergyMetrics) {
  return chartQueueOf(db).run(actor.userId, async () => {
    const containers = await charts.mustSeeAll(db, actor, question.containerIds, metrics);
    return { data: await sumEnergy(db, question, [...containers.values()], metrics, clock.now()) };
  });
}
