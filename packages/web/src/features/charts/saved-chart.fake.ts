import { type ChartDefinition, ChartDefinition as Definition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart, DrawnLine } from "@offgrid/contract/charts/chart-drawing.schema";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { seriesTitle } from "@offgrid/contract/charts/series-title";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { SavedChart } from "../../domain/charts/charts.data.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import type { Answers } from "../../testing/answer-calls.ts";

/** Charts, and what a portal answers about them; for tests only. */

const hourMs = 3_600_000;
/** The day that is drawn begins, epoch ms. */
export const drawnFromMs = Date.parse("2026-11-29T00:00:00Z");

export const solarOfGao = {
  ...{ id: "s1", kind: "metric", metric: "solar.power" },
  of: { kind: "containers", ids: ["gao"] },
} as const satisfies GivenDefinition["series"][number];

/** A chart of the solar power of Gao. */
export function fakeDefinition(more: Partial<GivenDefinition> = {}): ChartDefinition {
  return Definition.parse({ name: "Sun", series: [solarOfGao], ...more });
}

export function fakeChart(more: Partial<SavedChart> = {}): SavedChart {
  const at = "2026-11-28T08:00:00.000Z";
  return {
    ...{ id: "c-1", definition: fakeDefinition(), version: 1, owner: { name: "Amina" }, isOwn: true, readers: null },
    ...{ links: 0, createdAt: at, updatedAt: at },
    ...more,
  };
}

/** A day of hours, in which each series rises from 100 by 10 an hour. */
export function fakeDrawing(definition: ChartDefinition, more: Partial<DrawnChart> = {}): DrawnChart {
  const t = Array.from({ length: 24 }, (_, hour) => drawnFromMs + hour * hourMs);
  const lines = definition.series.flatMap((one): DrawnLine[] => {
    if (one.kind !== "metric" || one.metric === "") return [];
    // As the portal has it: in the language of whoever asks.
    const title = one.title || seriesTitle(one, document.documentElement.lang === "fr" ? "fr" : "en");
    const unit = findMetric(one.metric)?.unit ?? "count";
    const values = t.map((_, hour) => 100 + hour * 10);
    return [{ id: one.id, series: one.id, title, unit, values, coverage: 1, ghost: null }];
  });
  return {
    ...{ t, from: drawnFromMs, to: drawnFromMs + 24 * hourMs, zone: "UTC", groupBy: "hour", tier: "rollups" },
    ...{ isOpen: false, containers: ["Gao"], lines, faults: [], compared: null },
    ...more,
  };
}

/** The portal of Amina, who sees Gao and Kayes, both in the cluster North. */
export const chartAnswers: Answers = {
  getCurrentUserInfo: () => ({ info: { id: "amina", permissions: ["view", "charts", "users"] } }) as never,
  getSitesV2: () =>
    ({
      total: 2,
      data: [
        fakeContainer({ containerId: "gao", name: "Gao" }),
        fakeContainer({ containerId: "kayes", name: "Kayes" }),
      ],
    }) as never,
  clusterList: () =>
    ({
      data: [
        { id: "north", name: "North", containers: ["gao", "kayes"], canEdit: true },
        { id: "south", name: "South", containers: ["kayes"], canEdit: true },
      ],
    }) as never,
  chartMetrics: () => ({ containers: 1, data: [{ metric: "solar.power", containers: 1, value: 1_234, at: null }] }),
  chartDraw: ({ definition }) => ({ data: fakeDrawing(Definition.parse(definition)) }),
};
