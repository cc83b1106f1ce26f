import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import type { TemperatureAnswer } from "./batteries.data.ts";
import { TemperatureChart } from "./temperature-chart.tsx";

const dayMs = 86_400_000;
const beganMs = Date.UTC(2026, 10, 1);
const days = Array.from({ length: 20 }, (_, day) => beganMs + day * dayMs);
const around = (degC: number) => days.map((_, day) => degC + Math.sin(day));
const zoom = { view: undefined, onView: () => {}, addressOf: () => "" };
const series = [18, 22, 27, 21, 23].map(around);
const answer = {
  t: days,
  series,
  coverage: series.map((values) => values.map(() => 1)),
  span: { fromMs: beganMs, toMs: beganMs + 20 * dayMs },
  groupBy: "day",
  seenBy: "day",
} as unknown as TemperatureAnswer;

test("temperatures are lines in colours and with signs of no kind of energy: no engine stands beside the warmest", async () => {
  await loadTexts("batteries");
  await render(() => <TemperatureChart answer={answer} packs={[1, 2]} zone="UTC" zoom={zoom} />);
  const legend = page.getByRole("button", { name: say("batteries:highestDay") });
  await expect.element(legend).toBeVisible();
  const swatches = [...document.querySelectorAll<HTMLElement>("[style*='--series']")];
  const colors = swatches.map((one) => one.style.getPropertyValue("--series"));
  expect(colors.length).toBeGreaterThanOrEqual(series.length);
  expect(colors.filter((color) => !/^var\(--og-(compare-\d|muted|info)\)$/.test(color))).toEqual([]);
  expect(swatches.flatMap((one) => [...one.querySelectorAll("svg[class*='tabler']")])).toEqual([]);
});
