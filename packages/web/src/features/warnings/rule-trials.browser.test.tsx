import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import { BackTestChart } from "./back-test-chart.tsx";
import { type BackTestEpisode, BackTestPanel } from "./back-test-panel.tsx";
import type { Condition } from "./rule-input.ts";
import type { BackTest, SettledBackTest, Why } from "./trials.data.ts";
import { WhyNot, WhyWords } from "./why-not.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`rule-trials:${key}`, values);
const read = (key: string, values: Record<string, unknown> = {}) => readText(`rule-trials:${key}`, values);
const hourMs = 3_600_000;
const endMs = Date.parse("2026-11-24T12:00:00Z");
const iso = (hours: number) => new Date(endMs - hours * hourMs).toISOString();

const low: BackTestEpisode = {
  containerId: "kolda",
  containerName: "Kolda 3",
  raisedAt: iso(50),
  clearedAt: iso(48.5),
  severity: "warning",
  worst: "warning",
  condition: "Charge low",
  attribute: "battery.soc",
  value: 14.2,
};
const found: BackTest = {
  from: iso(720),
  to: iso(0),
  concerned: 30,
  tried: [
    {
      containerId: "kolda",
      containerName: "Kolda 3",
      clusterId: "north",
      kitId: null,
      raised: 2,
      seconds: 9_000,
      unjudged: 0.12,
      lacked: "readings",
    },
    {
      containerId: "gao",
      containerName: "Gao",
      clusterId: null,
      kitId: "small",
      raised: 0,
      seconds: 0,
      unjudged: 0,
      lacked: "readings",
    },
  ],
  isCutShort: false,
  totals: { raised: 2, containers: 1, seconds: 9_000, longestSeconds: 5_400, critical: 1 },
  episodes: [low, { ...low, raisedAt: iso(100), clearedAt: iso(99), worst: "critical" }],
  forecastsFrom: null,
  saved: {
    raised: 19,
    containers: 2,
    seconds: 50_000,
    longestSeconds: 9_000,
    critical: 0,
    valued: 3,
    kept: 2,
    noise: 6,
    noiseKept: 0,
  },
};

/** What was measured in so many hours until now. */
function hourly(hours: number, valueAt: (hour: number) => number | null) {
  const t = Array.from({ length: hours }, (_, hour) => endMs - (hours - hour) * hourMs);
  const span = { fromMs: endMs - hours * hourMs, toMs: endMs };
  return { t, series: [t.map((_, hour) => valueAt(hour))], groupBy: "1h", zone: "UTC", span };
}

beforeEach(async () => {
  await Promise.all([
    loadTexts("rule-trials", "warnings", "automation-words", "container", "container-facts", "chart", "ui", "shared"),
    timeReady(),
  ]);
});

const done: SettledBackTest = {
  data: found,
  error: null,
  isRunning: false,
  isOld: false,
  run: () => {},
  cancel: () => {},
};

test("a back-test says in words what there would have been, where, and what a change keeps and saves", async () => {
  for (const look of looks) {
    const shown: BackTestEpisode[] = [];
    await render(() => <BackTestPanel test={done} onShow={(one) => shown.push(one)} />, look);
    await expect.element(page.getByText(read("compared", { before: 19, after: 2 }))).toBeVisible();
    // By which of its conditions, in the language of whoever reads it.
    const condition = suggestedText("Charge low", look.language);
    await expect.element(page.getByText(condition).first()).toBeVisible();
    await expect.element(page.getByText(read("critical", { count: 1 }))).toBeVisible();
    await expect.element(page.getByText(read("kept", { count: 3, kept: 2 }))).toBeVisible();
    await expect.element(page.getByText(read("noise", { count: 6, kept: 0 }))).toBeVisible();
    await expect.element(page.getByText(read("first", { count: 30, tried: 2 }))).toBeVisible();
    await page
      .getByRole("button", { name: /Kolda 3/ })
      .first()
      .click();
    expect(shown).toEqual([low]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("while it runs it can be cancelled, and what is shown until then is said to be old", async () => {
  const pressed: string[] = [];
  const test = { ...done, cancel: () => pressed.push("cancel"), run: () => pressed.push("run") };
  await render(() => <BackTestPanel test={{ ...test, isRunning: true, isOld: true }} />);
  await expect.element(page.getByText(say("old"))).toBeVisible();
  await page.getByRole("button", { name: say("cancel"), exact: true }).click();
  await render(() => <BackTestPanel test={{ ...test, data: undefined }} />);
  await expect.element(page.getByText(say("cancelled"))).toBeVisible();
  await page.getByRole("button", { name: say("run"), exact: true }).click();
  expect(pressed).toEqual(["cancel", "run"]);
  await render(() => <BackTestPanel lacks={[]} test={{ ...done, data: undefined }} />);
  await expect.element(page.getByText(say("incomplete"))).toBeVisible();
});

test("the threshold is moved in the chart with the keyboard and by dragging", async () => {
  const condition = ruleOf([{ threshold: 20 }]).conditions[0] as Condition;
  const history = hourly(48, (hour) => 30 + 30 * Math.sin(hour / 4));
  const moved: Condition["threshold"][] = [];
  const zoom = { view: undefined, onView: () => {}, addressOf: () => "" };
  for (const look of looks.slice(0, 2)) {
    moved.length = 0;
    await render(
      () => (
        <BackTestChart
          answer={history as never}
          metric="battery.soc"
          containerId="kolda"
          test={found}
          condition={condition}
          whose={() => "?"}
          zoom={zoom}
          onContainer={() => {}}
          onThreshold={(threshold) => moved.push(threshold)}
        />
      ),
      look,
    );
    const level = page.getByRole("slider", { name: say("chart.threshold") });
    await expect.element(level).toHaveAttribute("aria-valuenow", "20");
    (level.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}{PageDown}");
    expect(moved).toEqual([21, 10]);
    const box = level.element().getBoundingClientRect();
    const at = (clientY: number) => ({
      bubbles: true,
      pointerId: 1,
      clientX: box.left + box.width / 2,
      clientY,
    });
    const send = (type: string, clientY: number) => level.element().dispatchEvent(new PointerEvent(type, at(clientY)));
    const middle = box.top + box.height / 2;
    (level.element() as HTMLElement).setPointerCapture = () => {};
    send("pointerdown", middle);
    send("pointermove", middle - 40);
    await expect.poll(() => Number(level.element().getAttribute("aria-valuenow"))).toBeGreaterThan(21);
    const value = Number(level.element().getAttribute("aria-valuenow"));
    send("pointerup", middle - 40);
    await expect.poll(() => moved.at(-1)).toBe(value);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("at a container with levels of its own the chart draws those, says whose they are, and moves nothing", async () => {
  const overrides = [
    { clusterId: "north", threshold: 35 },
    { kitId: "small", off: true },
  ];
  const condition = ruleOf([{ threshold: 20, overrides }]).conditions[0] as Condition;
  const history = hourly(48, (hour) => 30 + 30 * Math.sin(hour / 4));
  const chart = (containerId: string) => (
    <BackTestChart
      answer={history as never}
      metric="battery.soc"
      containerId={containerId}
      test={found}
      condition={condition}
      whose={({ clusterId }) => (clusterId === "north" ? "cluster North" : "kit 5 kW")}
      zoom={{ view: undefined, onView: () => {}, addressOf: () => "" }}
      onContainer={() => {}}
      onThreshold={() => expect.fail("The threshold of the others was moved.")}
    />
  );
  await render(() => chart("kolda"));
  await expect.element(page.getByText(say("chart.own", { whose: "cluster North" }))).toBeVisible();
  const label = `${say("chart.threshold")} (cluster North)`;
  await expect.element(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(/^35(\.0)?.%$/).first()).toBeVisible();
  await expect.element(page.getByRole("slider", { name: say("chart.threshold") })).not.toBeInTheDocument();
  await expectAccessible();
  await render(() => chart("gao"));
  await expect.element(page.getByText(say("chart.off", { whose: "kit 5 kW" }))).toBeVisible();
  await expect.element(page.getByText(say("chart.threshold"), { exact: true })).not.toBeInTheDocument();
});

test("the chart begins where something was measured, not thirty days ago", async () => {
  const condition = ruleOf([{ threshold: 20 }]).conditions[0] as Condition;
  const history = hourly(720, (hour) => (hour < 648 ? null : 40));
  await render(() => (
    <BackTestChart
      answer={history as never}
      metric="battery.soc"
      containerId="kolda"
      test={found}
      condition={condition}
      whose={() => "?"}
      zoom={{ view: undefined, onView: () => {}, addressOf: () => "" }}
      onContainer={() => {}}
      onThreshold={() => {}}
    />
  ));
  const from = page.getByRole("slider", { name: sayOf("chart:navigator.from"), exact: true });
  await expect.element(from).toHaveAttribute("aria-valuemin", String(history.t[648]));
  await expect.element(from).toHaveAttribute("aria-valuemax", String(endMs));
});

const why: Why = {
  at: iso(2),
  containerId: "gao",
  containerName: "Gao",
  isConcerned: true,
  isRaised: false,
  raisedAt: null,
  isRaisedBefore: false,
  openSince: null,
  watchesSince: null,
  readingAt: iso(2),
  first: 0,
  conditions: [
    {
      condition: 0,
      threshold: 15,
      duration: 600,
      isOwnLevel: true,
      phase: "quiet",
      why: "level",
      attribute: "battery.soc",
      value: 41.5,
      guard: null,
      since: null,
      isSinceBefore: false,
      due: null,
    },
  ],
};

test("why a rule did not fire is asked for a container and a time, and answered with what was measured", async () => {
  const rule = ruleOf([{ threshold: 20 }]);
  for (const look of looks.slice(0, 2)) {
    const asked: [string, number][] = [];
    await render(
      () => (
        <WhyNot
          rule={rule}
          now={endMs}
          containers={[{ id: "gao", name: "Gao" }]}
          onAsk={async (containerId, atMs) => {
            asked.push([containerId, atMs]);
            return why;
          }}
        />
      ),
      look,
    );
    await page.getByRole("textbox", { name: say("why.day") }).fill("26/11/2026");
    await page.getByRole("textbox", { name: say("why.at") }).fill("10 am");
    // Nothing is known of what is still to come.
    await page.getByRole("textbox", { name: say("why.day") }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent(read("why.ahead"));
    await expect.element(page.getByRole("button", { name: say("why.ask") })).toBeDisabled();
    await page.getByRole("textbox", { name: say("why.day") }).fill("24/11/2026");
    await page.getByRole("textbox", { name: say("why.at") }).click();
    await page.getByRole("button", { name: say("why.ask") }).click();
    await expect.element(page.getByText(/42\s%/)).toBeVisible();
    // With the level that holds for this container, not the rule's, and for how long.
    await expect.element(page.getByText(/15.%.*10.min/)).toBeVisible();
    await expect.element(page.getByText(say("why.ownLevel"))).toBeVisible();
    expect(asked).toEqual([["gao", new Date("2026-11-24T10:00").getTime()]]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    // It is not the answer for another time.
    await page.getByRole("textbox", { name: say("why.day") }).fill("23/11/2026");
    await page.getByRole("textbox", { name: say("why.at") }).click();
    await expect.element(page.getByText(/42\s%/)).not.toBeInTheDocument();
  }
});

test("what a rule would have raised is not said to have been raised, unless a warning was open", async () => {
  const rule = ruleOf([{ threshold: 50 }]);
  const raised: Why = { ...why, isRaised: true, raisedAt: iso(1), first: null };
  const answers: [Why, string][] = [
    [raised, "It would have been raised then, since"],
    [{ ...raised, watchesSince: iso(1) }, "watching as it stands only since"],
    [{ ...raised, watchesSince: iso(3) }, "started it anew"],
    [{ ...raised, openSince: iso(1) }, "It was raised then, since"],
    [{ ...why, openSince: iso(1) }, "As it stands here, it would not have been."],
    [why, "It would not have been raised at"],
  ];
  for (const [answer, words] of answers) {
    await render(() => <WhyWords rule={rule} why={answer} now={endMs} />);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText(/2026/)).not.toBeInTheDocument();
  }
  await render(() => <WhyWords rule={rule} why={raised} now={Date.parse("2027-06-01T00:00:00Z")} />);
  await expect.element(page.getByText(/since 24\/11\/2026/)).toBeVisible();
});
