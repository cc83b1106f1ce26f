import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { formatSize } from "../../../core/format.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { ReadingsDialog } from "./readings-dialog.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const dayMs = 86_400_000;
const from = Date.UTC(2026, 5, 1);
const definition = ChartDefinition.parse({
  name: "Sun",
  period: "30_days",
  groupBy: "raw",
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } }],
});
const gao = { containerId: "gao", name: "Gao", clusterId: null };

beforeEach(() => loadTexts("charts", "drawing", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

/** The readings of a chart of so many days, at a portal whose export comes as the test lets it come. */
async function show({ days = 20, look, refusal }: { days?: number; look?: Look; refusal?: Response } = {}) {
  const asked: Record<string, unknown>[] = [];
  const saved: string[] = [];
  const file = new TransformStream<Uint8Array, Uint8Array>();
  const writer = file.writable.getWriter();
  const under: { signal?: AbortSignal | null | undefined } = {};
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    if (name !== "exportData") return Response.json({ status: "ok", total: 1, data: [gao] });
    asked.push(JSON.parse(init?.body as string) as Record<string, unknown>);
    under.signal = init?.signal;
    init?.signal?.addEventListener("abort", () => void writer.abort(new DOMException("", "AbortError")));
    const headers = { "Content-Disposition": 'attachment; filename="gao_2026-06-01.csv"' };
    return refusal ?? new Response(file.readable, { headers });
  });
  await render(
    () => (
      <QueryClientProvider client={new QueryClient()}>
        <ReadingsDialog
          definition={definition}
          place={{}}
          drawn={{ from, to: from + days * dayMs, zone: "UTC" }}
          onClose={() => {}}
        />
      </QueryClientProvider>
    ),
    look,
  );
  return { asked, saved, under, writer };
}
const button = (format: string) => page.getByRole("button", { name: say(`readings.${format}`), exact: true });

test.for(looks.slice(0, 2))("single readings come as a file, and how far it is shows, in $language", async (look) => {
  const { asked, saved, writer } = await show({ look });
  await expect.element(button("xlsx")).toBeEnabled();
  await expectAccessible();
  await expectFittingWords();
  await button("csv").click();
  const half = new TextEncoder().encode(`TimeStamp,Datetime,Solar\r\n${from + 5 * dayMs},06/06/2026 00:00:00,5\r\n`);
  await writer.write(half);
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await expectAccessible();
  await writer.close();
  const size = formatSize(half.length, look.language);
  await expect.element(page.getByRole("status").getByText(say("readings.done", { size }))).toBeVisible();
  expect(saved).toEqual([expect.stringMatching(/^sun-(all-readings|toutes-les-mesures)_2026-06-01_2026-06-20\.csv$/)]);
  expect(asked).toMatchObject([
    { groupBy: "raw", format: "csv", from, to: from + 20 * dayMs, zone: "UTC", series: [{ containerId: "gao" }] },
  ]);
});

test("a file that is stopped on the way is not received further, and nothing is saved", async () => {
  const { saved, under, writer } = await show();
  await button("xlsx").click();
  await writer.write(new Uint8Array(2_000));
  await page.getByRole("button", { name: say("readings.stop") }).click();
  await expect.element(button("xlsx")).toBeEnabled();
  expect(under.signal?.aborted).toBe(true);
  expect(saved).toEqual([]);
  expect(page.getByRole("alert").elements()).toEqual([]);
});

test("more days than a file may have are said before anything is asked for", async () => {
  const { asked } = await show({ days: 367 });
  await expect.element(page.getByText(say("readings.tooLong", { days: 367, most: 366 }))).toBeVisible();
  await expect.element(button("csv")).toBeDisabled();
  expect(asked).toEqual([]);
});

test("what the portal refuses is said in words, and can be asked for again", async () => {
  const body = { status: "error", code: "too_many", message: "-", requestId: "r-1" };
  await show({ refusal: Response.json(body, { status: 429, headers: { "Retry-After": "40" } }) });
  await button("csv").click();
  await expect.element(page.getByRole("alert").getByText(sayOf("ui:form.wait", { count: 40 }))).toBeVisible();
  await expect.element(button("csv")).toBeEnabled();
});
