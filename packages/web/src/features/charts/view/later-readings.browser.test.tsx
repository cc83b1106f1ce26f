import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { ChartReadingsProvider } from "../../../chart/chart-readings.ts";
import { Chart } from "../../../chart/chart.tsx";
import { callQuery } from "../../../core/api/use-call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { readingsOfChart } from "./later-readings.tsx";

afterEach(() => vi.restoreAllMocks());

const fromMs = Date.UTC(2026, 5, 8);
const toMs = fromMs + 3_600_000 * 12;
const definition: GivenDefinition = {
  name: "Sun",
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } }],
};

/** The menu of a chart that may be built from, at a portal that answers each call by its name as a file of it. */
async function withDefinition(given: GivenDefinition, permissions: readonly string[] = ["view", "charts"]) {
  await loadTexts("chart", "charts", "ui", "shared");
  const asked: [name: string | undefined, input: unknown][] = [];
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    asked.push([name, JSON.parse(init?.body as string)]);
    return new Response("contents", { headers: { "Content-Disposition": `attachment; filename="${name}.file"` } });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, { status: "ok", info: { permissions } } as never);
  const row = { containerId: "gao", name: "Gao", clusterId: null };
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", total: 1, data: [row] } as never);
  const t = Array.from({ length: 13 }, (_, index) => fromMs + index * 3_600_000);
  const line = { id: "a", title: "Sun", unit: "W", type: "line", color: "solar", values: t.map(() => 500) } as const;
  await render(() => (
    <QueryClientProvider client={client}>
      <ChartReadingsProvider value={readingsOfChart}>
        <Chart title="Sun" t={t} series={[line]} {...{ fromMs, toMs, definition: given }} zone="UTC" heightPx={240} />
      </ChartReadingsProvider>
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: say("chart:menu.label") }).click();
  return { asked, saved };
}
const item = (key: string) => page.getByRole("menuitem", { name: say(`chart:menu.${key}`), exact: true });

test.each([
  ["pdf", "chartReport", { definition }],
  ["xlsx", "chartExport", { definition, format: "xlsx" }],
])("the menu of a chart takes its %s from the portal", async (key, call, input) => {
  const { asked, saved } = await withDefinition(definition);
  await item(key).click();
  await expect.poll(() => saved).toEqual([`${call}.file`]);
  expect(asked).toEqual([[call, input]]);
});

test("every reading behind a chart is taken from its menu, over the time that is seen", async () => {
  const { asked, saved } = await withDefinition(definition);
  await item("readings").click();
  await page.getByRole("button", { name: say("charts:readings.xlsx"), exact: true }).click();
  await expect.poll(() => saved).toEqual([expect.stringMatching(/^sun-all-readings_2026-06-08\.xlsx$/)]);
  expect(asked).toMatchObject([
    [
      "exportData",
      { groupBy: "raw", format: "xlsx", from: fromMs, to: toMs, zone: "UTC", series: [{ containerId: "gao" }] },
    ],
  ]);
});

test("a chart whose containers depend on who looks, or of somebody without the right, offers no such file", async () => {
  const [series] = definition.series;
  await withDefinition({
    ...definition,
    series: [{ ...series, of: { kind: "$container" } } as typeof series & object],
  });
  await expect.element(item("png")).toBeVisible();
  for (const key of ["pdf", "xlsx", "readings"]) expect(item(key).elements()).toEqual([]);
  await withDefinition(definition, ["view"]);
  await expect.element(item("png")).toBeVisible();
  for (const key of ["pdf", "xlsx", "readings"]) expect(item(key).elements()).toEqual([]);
});
