import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { readText, render } from "../../testing/render.tsx";
import { BackTestChart } from "./back-test-chart.tsx";
import type { Condition } from "./rule-input.ts";
import type { BackTest } from "./trials.data.ts";

const hourMs = 3_600_000;
const endMs = Date.parse("2026-11-24T12:00:00Z");
const iso = (hours: number) => new Date(endMs - hours * hourMs).toISOString();

const kolda = { containerId: "kolda", containerName: "Kolda 3" };
const found: BackTest = {
  from: iso(720),
  to: iso(0),
  concerned: 1,
  tried: [{ ...kolda, clusterId: null, kitId: null, raised: 1, seconds: 9_000, unjudged: 0, lacked: "readings" }],
  isCutShort: false,
  totals: { raised: 1, containers: 1, seconds: 9_000, longestSeconds: 9_000, critical: 0 },
  episodes: [
    {
      ...kolda,
      ...{ raisedAt: iso(50), clearedAt: iso(47.5), severity: "warning", worst: "warning" },
      ...{ condition: "Charge low", attribute: "battery.soc", value: 14.2 },
    },
  ],
  forecastsFrom: null,
  saved: null,
};

test("under a threshold that cannot be, the chart has no marks of what another one would have raised", async () => {
  await Promise.all([
    loadTexts("rule-trials", "warnings", "automation-words", "container", "container-facts", "chart", "ui", "shared"),
    timeReady(),
  ]);
  const condition = ruleOf([{ threshold: 60 }]).conditions[0] as Condition;
  const t = Array.from({ length: 120 }, (_, hour) => endMs - (120 - hour) * hourMs);
  const span = { fromMs: endMs - 120 * hourMs, toMs: endMs };
  const answer = { t, series: [t.map(() => 30)], groupBy: "1h", zone: "UTC", span } as never;
  const show = (isWrong: boolean) =>
    render(() => (
      <BackTestChart
        {...{ answer, metric: "battery.soc", containerId: "kolda", test: found, condition, isWrong }}
        whose={() => "?"}
        zoom={{ view: undefined, onView: () => {}, addressOf: () => "" }}
        onContainer={() => {}}
        onThreshold={() => {}}
      />
    ));
  const marks = () => page.getByRole("button", { name: readText("rule-trials:chart.mark") }).elements().length;
  await show(false);
  await expect.poll(marks).toBeGreaterThan(0);
  await show(true);
  await expect.element(page.getByRole("slider", { name: readText("rule-trials:chart.threshold") })).toBeVisible();
  expect(marks()).toBe(0);
});
