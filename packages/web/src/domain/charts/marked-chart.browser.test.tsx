import type { Warning } from "@offgrid/contract/warnings/warnings.schema";
import type { Works } from "@offgrid/contract/works/works.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import type { ChartSeries } from "../../chart/chart-series.ts";
import { Chart } from "../../chart/chart.tsx";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say } from "../../testing/render.tsx";
import { MarkedChart, type MarkedChartProps } from "./marked-chart.tsx";

const hourMs = 3_600_000;
const fromMs = Date.parse("2026-11-24T00:00:00Z");
const day = { fromMs, toMs: fromMs + 24 * hourMs };
const at = (hour: number) => new Date(fromMs + hour * hourMs).toISOString();
const t = Array.from({ length: 24 }, (_, hour) => fromMs + hour * hourMs);
const series: ChartSeries[] = [
  { id: "soc", title: "Charge", unit: "percent", type: "line", color: "soc", values: t.map((_, hour) => 40 + hour) },
];
/** What of it a chart marks. */
const hot = {
  ...{ severity: "critical", content: "Battery hot", containerName: "Gao", isShadow: false },
  ...{ raisedAt: at(9), clearedAt: null },
} as Warning;
const works = { state: "ended", reason: "New batteries", startsAt: at(3), endsAt: at(6), endedAt: at(5) } as Works;

/** The portal knows this of the container. @returns the calls that ask for it */
function portalKnows(warnings: readonly Warning[], worksThere: readonly Works[]) {
  vi.restoreAllMocks();
  return answerCalls({
    getWarningContainerHistory: () => ({ total: warnings.length, data: [...warnings] }),
    maintenanceList: () => ({ data: [...worksThere] }),
  }).all;
}

beforeEach(async () => {
  portalKnows([hot], [works]);
  onTestFinished(() => void vi.restoreAllMocks());
  await Promise.all([loadTexts("chart"), timeReady()]);
});

function show(look: Look, props: Partial<MarkedChartProps> = {}, titles: readonly string[] = ["Charge"]) {
  const client = new QueryClient();
  return render(
    () => (
      <QueryClientProvider client={client}>
        {titles.map((title) => (
          <MarkedChart key={title} containerIds={["gao"]} range={day} {...props}>
            {(marks) => (
              <Chart
                title={title}
                t={t}
                series={series}
                zone="Africa/Bamako"
                definition={undefined}
                {...day}
                {...marks}
              />
            )}
          </MarkedChart>
        ))}
      </QueryClientProvider>
    ),
    look,
  );
}

const mark = () => page.getByRole("button", { name: /Battery hot|Batterie chaude/ });
const toggle = (key: string) => page.getByRole("button", { name: say(`chart:marks.${key}`), exact: true });

test("a chart marks what warned and the works at its container, says so below, and hides them again by the keyboard", async () => {
  for (const look of looks) {
    await show(look);
    await expect.element(mark()).toBeVisible();
    const marked = `${say("chart:marks.warnings", { count: 1 })}, ${say("chart:marks.works", { count: 1 })}`;
    await expect.element(page.getByText(say("chart:marks.said", { marked }).replaceAll(/\s+/g, " "))).toBeVisible();
    await expect.element(page.getByText("New batteries").first()).toBeInTheDocument();
    if (axeLooks.has(look)) await expectAccessible();
    await expectFittingWords();
    (toggle("hideName").element() as HTMLElement).focus();
    (toggle("hideName").element() as HTMLElement).click();
    await expect.element(mark()).not.toBeInTheDocument();
    await toggle("show").click();
    await expect.element(mark()).toBeVisible();
  }
});

test("of what there is none of below a chart nothing is said", async () => {
  portalKnows([hot], []);
  await show({});
  await expect.element(page.getByText("Marked: 1 warning.", { exact: true })).toBeVisible();
  portalKnows([], [works]);
  await show({ language: "fr" });
  await expect.element(page.getByText(/^Repères\s: 1\sintervention\.$/)).toBeVisible();
});

test("charts of the same container and range ask once for what they mark", async () => {
  const asked = portalKnows([hot], [works]);
  await show({}, {}, ["Charge", "Sun", "Loads"]);
  await expect.poll(() => mark().elements().length).toBe(3);
  expect(asked.map(({ name }) => name).toSorted()).toEqual(["getWarningContainerHistory", "maintenanceList"]);
});

test("where marks would crowd, on a small widget or over a year, they come on demand, and nothing is asked before", async () => {
  for (const props of [{ isCrowded: true }, { range: { fromMs: fromMs - 300 * 24 * hourMs, toMs: day.toMs } }]) {
    const asked = portalKnows([hot], [works]);
    await show({}, props);
    await expect.element(toggle("show")).toBeVisible();
    expect(asked).toEqual([]);
    await toggle("show").click();
    await expect.element(mark()).toBeVisible();
  }
});

test("a chart of many containers has no marks, and one whose marks do not come claims nothing", async () => {
  await show({}, { containerIds: ["a", "b", "c", "d", "e"] });
  await expect.element(page.getByRole("figure").or(page.getByRole("region"))).toBeVisible();
  expect(toggle("show").elements()).toEqual([]);
  vi.restoreAllMocks();
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  const { all: asked } = answerCalls({ getWarningContainerHistory: lost, maintenanceList: lost });
  await show({});
  await expect.poll(() => asked.length).toBe(2);
  await expect.element(page.getByText(say("chart:marks.none"))).not.toBeInTheDocument();
});
