import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import type { ChartPlace } from "../../../chart/chart-files.tsx";
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

interface Shown {
  permissions?: readonly string[];
  place?: ChartPlace;
  /** In the place of a file. */
  answer?: () => Response;
}

/** The menu of a chart that may be built from, at a portal that answers each call by its name as a file of it. */
async function withDefinition(given: GivenDefinition, { permissions = ["view", "charts"], place, answer }: Shown = {}) {
  await loadTexts("chart", "charts", "ui", "shared");
  const asked: [name: string | undefined, input: unknown][] = [];
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    asked.push([name, JSON.parse(init?.body as string)]);
    if (answer) return answer();
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
        <Chart
          {...{ title: "Sun", t, series: [line], fromMs, toMs, definition: given, place }}
          zone="UTC"
          heightPx={240}
        />
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
  ["events", "chartExport", { definition, format: "events" }],
  ["json", "chartExport", { definition, format: "json" }],
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

const files = ["png", "pdf", "xlsx", "csv", "events", "json", "readings"];
const offered = () =>
  page
    .getByRole("menuitem")
    .elements()
    .map(({ textContent }) => files.find((key) => textContent === say(`chart:menu.${key}`)))
    .filter((key) => key !== undefined);

test("a chart whose containers depend on who looks, or of somebody without the right, offers what is made of its drawing alone", async () => {
  await withDefinition(definition);
  await expect.poll(offered).toEqual(files);
  await withDefinition(ofAny);
  await expect.poll(offered).toEqual(["png", "csv"]);
  await withDefinition(definition, { permissions: ["view"] });
  await expect.poll(offered).toEqual(["png", "csv"]);
});

const [sun] = definition.series;
const ofAny: GivenDefinition = {
  ...definition,
  series: [{ ...sun, of: { kind: "$container" } } as typeof sun & object],
};

test("where something stands in the placeholder, files are of that, over the time that is shown, and so is what is built from it", async () => {
  const place = { containerId: "gao", from: fromMs, to: toMs };
  const { asked, saved } = await withDefinition(ofAny, { place });
  await expect.poll(offered).toEqual(files);
  const builder = item("builder").element() as HTMLAnchorElement;
  expect(new URL(builder.href).searchParams.get("container")).toBe("gao");
  await item("pdf").click();
  await expect.poll(() => saved).toEqual(["chartReport.file"]);
  expect(asked).toEqual([["chartReport", { definition: ofAny, ...place }]]);
});

test("what the portal refuses is said, and nothing is saved", async () => {
  const body = { status: "error", code: "internal", message: "-", requestId: "r-1" };
  const { saved } = await withDefinition(definition, { answer: () => Response.json(body, { status: 500 }) });
  await item("pdf").click();
  await expect.element(page.getByText(say("chart:menu.failed"))).toBeVisible();
  expect(saved).toEqual([]);
});
