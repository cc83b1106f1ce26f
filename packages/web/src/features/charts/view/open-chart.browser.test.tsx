import { tickMs } from "@offgrid/contract/core/constants";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls } from "../../../testing/answer-calls.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { say } from "../../../testing/render.tsx";
import { ChartPage } from "../chart.page.tsx";
import { ChartsPage } from "../charts.page.tsx";
import { chartSearch, chartsSearch } from "../charts.search.ts";
import { chartAnswers, fakeChart, fakeDefinition, fakeDrawing } from "../saved-chart.fake.ts";

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared", "notes", "container-facts", "event-words");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A chart whose hours come one by one, until its day is over. */
async function show(address: string, hoursAtFirst: number) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const definition = fakeDefinition({ aggregates: ["max"] });
  const whole = fakeDrawing(definition);
  let hours = hoursAtFirst;
  const asked = answerCalls({
    ...chartAnswers,
    chartGet: () => ({ data: fakeChart({ definition }) }),
    chartList: () => ({ data: [fakeChart({ definition })] }),
    chartDraw: () => {
      const lines = whole.lines.map((line) => ({ ...line, values: line.values.slice(0, hours) }));
      return { data: { ...whole, t: whole.t.slice(0, hours), lines, isOpen: hours < whole.t.length } };
    },
  });
  const pages = [
    { path: "/charts", page: ChartsPage, search: chartsSearch },
    { path: "/charts/$slug", page: ChartPage, search: chartSearch },
  ];
  await renderPages(pages, [address]);
  return {
    questions: () => asked.inputs("chartDraw").length,
    tick: (hoursThen: number) => {
      hours = hoursThen;
      vi.advanceTimersByTime(tickMs);
    },
  };
}
const highest = () => page.getByRole("table", { name: say("drawing:figures") });

test("a chart that reaches up to now is asked for at each tick and goes on, until its time is over", async () => {
  const { questions, tick } = await show("/charts/c-1", 22);
  await expect.element(highest()).toHaveTextContent(/310\sW/);
  expect(questions()).toBe(1);
  tick(23);
  await expect.element(highest()).toHaveTextContent(/320\sW/);
  expect(questions()).toBe(2);
  tick(24);
  await expect.element(highest()).toHaveTextContent(/330\sW/);
  tick(24);
  tick(24);
  expect(questions()).toBe(3);
});

test("the small picture of a card goes on as well", async () => {
  const { questions, tick } = await show("/charts", 22);
  const line = () => document.querySelector("svg[viewBox] path[stroke=currentColor]")?.getAttribute("d");
  await expect.poll(line).toBeTruthy();
  const before = line();
  tick(23);
  await expect.poll(line).not.toBe(before);
  expect(questions()).toBe(2);
});
