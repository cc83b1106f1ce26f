import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { callQuery } from "../../../core/api/use-call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { lastDay } from "../../energy-flow/flow.data.ts";
import { FlowView } from "./flow.view.tsx";

const now = Date.UTC(2026, 10, 20, 12);
const at = new Date(now).toISOString();
const values = Object.fromEntries(
  Object.entries({ "solar.power": 900, "battery.power": 0, "generator.power": 0, "load.power": 900 }).map(
    ([metric, value]) => [metric, { value, at }],
  ),
);
const metrics = ["solar.power", "generator.power", "battery.power", "load.power"];
const energy = { level: "normal", since: null, cutAt: null, backAt: null, at };
const place = { containerId: "gao", zoneName: "UTC", location: null };
const info = { ...place, everyS: 10, energy, values } as unknown as ContainerInfoV4;

/** With what the generator gave at some time of the last 24 hours. */
async function show(generatorW: number) {
  await loadTexts("energy-flow", "widgets", "blackout");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const know = (query: { queryKey: readonly unknown[] }, data: unknown) =>
    client.setQueryData(query.queryKey, { status: "ok", data } as never);
  know(callQuery("getContainerInfoV4", { containerId: "gao" }), info);
  const { question } = lastDay("gao", "UTC", metrics);
  const hour = [900, generatorW, 0, 900];
  know(callQuery("getChartData", { ...question, groupBy: "15m" }), {
    t: [now - 3_600_000],
    series: hour.map((value) => [value]),
  });
  const widget = { type: "flow", container: "gao" } as Parameters<typeof FlowView>[0]["widget"];
  await render(
    () => (
      <QueryClientProvider client={client}>
        <FlowView widget={widget} now={now} heightPx={400} />
      </QueryClientProvider>
    ),
    looks[0],
  );
}

const boxes = () =>
  [...document.querySelectorAll("svg[aria-hidden] > g > text:first-of-type")].map((one) => one.textContent);
const generator = () => say("energy-flow:branch.generator");

test("a widget draws no box for what gave nothing all day, and names it below; what gave something keeps its box", async () => {
  await show(0);
  await expect.poll(boxes).toContain(say("energy-flow:branch.solar"));
  expect(boxes()).not.toContain(generator());
  const note = () => [...document.querySelectorAll("p")].map((one) => one.textContent);
  expect(note()).toEqual([`${say("energy-flow:idle")} ${generator()}`]);
  await show(1_200);
  await expect.poll(boxes).toContain(generator());
  expect(note()).toEqual([]);
});
