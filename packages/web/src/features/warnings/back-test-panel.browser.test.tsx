import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { render, say as sayOf } from "../../testing/render.tsx";
import { BackTestPanel } from "./back-test-panel.tsx";
import type { BackTest, SettledBackTest } from "./trials.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`rule-trials:${key}`, values);
const quiet: BackTest = {
  from: "2026-10-25T12:00:00Z",
  to: "2026-11-24T12:00:00Z",
  concerned: 0,
  tried: [],
  isCutShort: false,
  totals: { raised: 0, containers: 0, seconds: 0, longestSeconds: 0, critical: 0 },
  episodes: [],
  forecastsFrom: null,
  saved: null,
};
const before: SettledBackTest = {
  data: quiet,
  error: null,
  isRunning: false,
  isOld: true,
  run: () => {},
  cancel: () => {},
};

beforeEach(async () => {
  await Promise.all([loadTexts("rule-trials", "warnings", "automation-words", "ui", "shared"), timeReady()]);
});

test("what is wrong with a rule is named, and what was tried out before stays as something to go back to", async () => {
  const fault = sayOf("warnings:wrong.clearAbove");
  await render(() => (
    <BackTestPanel lacks={[fault]} test={before}>
      <p>The chart</p>
    </BackTestPanel>
  ));
  await expect.element(page.getByText(fault)).toBeVisible();
  await expect.element(page.getByText(say("wrong"))).toBeVisible();
  await expect.element(page.getByText(say("incomplete"))).not.toBeInTheDocument();
  await expect.element(page.getByText(say("old"))).toBeVisible();
  await expect.element(page.getByText("The chart")).toBeVisible();
  await expectFittingWords();
  await expectAccessible();
});

test("where a rule could not be judged it is not said that it would have raised nothing", async () => {
  const gao = {
    containerId: "gao",
    containerName: "Gao",
    clusterId: null,
    kitId: null,
    raised: 0,
    seconds: 0,
    unjudged: 1,
  };
  const tried = [
    { ...gao, lacked: "neighbours" as const },
    { ...gao, containerId: "mopti", containerName: "Mopti", lacked: "contact" as const },
  ];
  const share = (container: string) => ({ shares: say("unjudgedAt", { container, share: "100\u00A0%" }) });
  const panel = (data: BackTest) => <BackTestPanel test={{ ...before, data, isOld: false }} />;
  await render(() => panel({ ...quiet, tried, episodes: [] }));
  await expect.element(page.getByText(say("noneJudged"))).toBeVisible();
  await expect.element(page.getByText(say("unjudged.neighbours", share("Gao")))).toBeVisible();
  await expect.element(page.getByText(say("unjudged.contact", share("Mopti")))).toBeVisible();
  await render(() => panel({ ...quiet, tried: [...tried, { ...tried[0]!, unjudged: 0 }], episodes: [] }));
  await expect.element(page.getByText(say("noneOfJudged", { judged: "1", tried: "3" }))).toBeVisible();
});

test("a rule that would have raised nothing is tried out again, and would have raised something", async () => {
  const episode: BackTest["episodes"][number] = {
    containerId: "gao",
    containerName: "Gao",
    raisedAt: "2026-11-20T12:00:00Z",
    clearedAt: "2026-11-20T13:00:00Z",
    severity: "warning",
    worst: "warning",
    condition: null,
    attribute: null,
    value: null,
  };
  const totals = { raised: 1, containers: 1, seconds: 3_600, longestSeconds: 3_600, critical: 0 };
  function Case() {
    const [isLower, setIsLower] = useState(false);
    const data = isLower ? { ...quiet, totals, episodes: [episode] } : quiet;
    return (
      <>
        <button type="button" onClick={() => setIsLower(true)}>
          Lower
        </button>
        <BackTestPanel test={{ ...before, data, isOld: false }} />
      </>
    );
  }
  await render(Case);
  await page.getByRole("button", { name: "Lower" }).click();
  await expect.element(page.getByRole("listitem")).toHaveTextContent("Gao");
});

test("all that a rule would have raised can be listed, and how often a week that is", async () => {
  const episodes = Array.from({ length: 80 }, (_, index): BackTest["episodes"][number] => ({
    containerId: "gao",
    containerName: `Gao ${index}`,
    raisedAt: "2026-11-20T12:00:00Z",
    clearedAt: "2026-11-20T13:00:00Z",
    severity: "warning",
    worst: "warning",
    condition: null,
    attribute: "battery.soc",
    value: 18.84,
  }));
  const totals = { raised: 90, containers: 1, seconds: 3_600, longestSeconds: 3_600, critical: 0 };
  const complaints = vi.spyOn(console, "error");
  await render(() => <BackTestPanel test={{ ...before, data: { ...quiet, totals, episodes }, isOld: false }} />);
  await expect.element(page.getByText(say("aWeek", { number: "21" }), { exact: true })).toBeVisible();
  const lines = () => page.getByRole("listitem").elements().length;
  await expect.poll(lines).toBe(10);
  const more = page.getByRole("button", { name: say("showMore") });
  await more.click();
  await expect.poll(lines).toBe(60);
  expect(complaints).not.toHaveBeenCalled();
  await expect.element(page.getByText(say("more", { count: 30 }))).toBeVisible();
  // Of what was critical at its worst this is the value of the beginning.
  await expect.poll(() => document.body.textContent.replaceAll(/\s/g, " ")).toContain("18.84 % when it began");
  await more.click();
  await expect.poll(lines).toBe(80);
  // The portal names no more of them, and says how many those are.
  await expect.element(page.getByText(say("more", { count: 10 }), { exact: true })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  await expectFittingWords();
  await expectAccessible();
});
