import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { ExportMenu } from "./export-menu.tsx";

const definition = ChartDefinition.parse({
  name: "Sun",
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "$container" } }],
});
const asked = { definition, containerId: "gao", from: 1_780_000_000_000, to: 1_780_086_400_000, points: 400 };

beforeEach(() => loadTexts("charts", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

async function show(answer: (name: string | undefined) => Response) {
  const calls: [name: string | undefined, input: unknown][] = [];
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    calls.push([name, JSON.parse(init?.body as string)]);
    return answer(name);
  });
  await render(() => (
    <QueryClientProvider client={new QueryClient()}>
      <ExportMenu definition={definition} asked={asked} drawn={undefined} />
      <Notifications />
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: say("charts:export.act") }).click();
  return { calls, saved };
}
const take = (format: string) =>
  page.getByRole("menuitem", { name: say(`charts:export.${format}`), exact: true }).click();

const { points: _points, ...drawing } = asked;

test.each([
  ["pdf", "chartReport", drawing],
  ["xlsx", "chartExport", { ...drawing, format: "xlsx" }],
  ["csv", "chartExport", { ...drawing, format: "csv" }],
  ["events", "chartExport", { ...drawing, format: "events" }],
  ["json", "chartExport", { ...drawing, format: "json" }],
])(
  "a chart as %s is asked of the portal over what is seen, with what its placeholders stand for",
  async (format, call, input) => {
    const { calls, saved } = await show(
      () => new Response("x", { headers: { "Content-Disposition": `attachment; filename="sun.${format}"` } }),
    );
    await take(format);
    await expect.poll(() => saved).toEqual([`sun.${format}`]);
    expect(calls).toEqual([[call, input]]);
  },
);

test("what the portal refuses is said, and nothing is saved", async () => {
  const body = { status: "error", code: "internal", message: "-", requestId: "r-1" };
  const { saved } = await show(() => Response.json(body, { status: 500 }));
  await take("pdf");
  await expect.element(page.getByText(say("charts:export.failed"))).toBeVisible();
  expect(saved).toEqual([]);
});

test("without a connection it is said why there is no file, and which ones need none", async () => {
  const { saved } = await show(() => {
    throw new TypeError("Failed to fetch");
  });
  await take("xlsx");
  await expect.element(page.getByText(say("charts:export.unreachable"))).toBeVisible();
  expect(page.getByText(say("charts:export.failed")).elements()).toEqual([]);
  expect(saved).toEqual([]);
});
