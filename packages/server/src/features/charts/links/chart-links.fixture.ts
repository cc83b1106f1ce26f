import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";
import { expect } from "vitest";

import type { Actor } from "../../../testing/cast.ts";

/** Charts of the sun, and links to them, for tests of links. */

const dayMs = 86_400_000;
/** At which the day begins that is today, with clocks at UTC. */
export const midnight = Date.UTC(2026, 5, 10);
export const yesterday = { kind: "fixed", from: midnight - dayMs, to: midnight } as const;

/** The power of the sun in these containers. */
export const sunIn = (ids: string[], more = {}) => ({
  ...{ id: "a", kind: "metric" as const, metric: "solar.power", of: { kind: "containers" as const, ids } },
  ...more,
});

/** @param more Of the definition. @returns the id of the chart */
export async function aChart(who: Actor, all: object[] = [sunIn(["gao"])], more: object = {}): Promise<string> {
  const definition = { name: "Sun at the school", groupBy: "hour", series: all, ...more } as never;
  return (await who.call("chartSave", { definition })).data.id;
}

type Asked = RequestOf<Calls["setChartToken"]>;

/** A link to yesterday. @param all The series of its chart, where that is not given. */
export async function aLink(who: Actor, more: Partial<Asked> = {}, all?: object[]) {
  const chartId = more.chartId ?? (await aChart(who, all));
  const { id, token, url } = (await who.call("setChartToken", { chartId, range: yesterday, ...more })).data;
  expect(url).toBe(`/shared-chart#${token}`);
  return { id, chartId, token: token ?? "" };
}
