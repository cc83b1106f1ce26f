import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { ChartContainerProvider } from "../../../chart/chart-subject.ts";
import { callQuery } from "../../../core/api/use-call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { nowMs, zone } from "../../../testing/samples.ts";
import type { FineHistory } from "../../../domain/container/use-finer.ts";
import { DayCard, expectedSeries } from "./day-card.tsx";
import { hoursAhead, withAhead } from "./hours-ahead.ts";
import { aheadMs, dayOf, latestHours, type LocalDay } from "./local-day.ts";

const hourMs = 3_600_000;
const info = {
  containerId: "lodwar",
  zoneName: zone,
  everyS: 10,
  location: null,
  values: {},
  energy: { level: "normal", since: null },
} as unknown as ContainerInfoV4;

/** Ten minutes past midnight there. */
const midnightMs = nowMs - 12 * hourMs;
const justAfterMs = midnightMs + 600_000;
const t = Array.from({ length: 97 }, (_, quarter) => midnightMs - 24 * hourMs + (quarter * hourMs) / 4);
const answer = {
  t,
  series: [t.map(() => 120), t.map(() => 300), t.map(() => 60)],
  ...{ groupBy: "15m", seenBy: "15m", coverage: [1, 1, 1] },
} as unknown as FineHistory;
const history = { data: answer, error: null, isPending: false, isFetching: false, refetch: () => Promise.resolve() };
const ends = Array.from({ length: 48 }, (_, hour) => (midnightMs + (hour + 1) * hourMs) / 1_000);
const forecast = {
  t: ends,
  served: ends.map(() => 300),
  load: ends.map(() => 300),
  hasGenerator: false,
  likely: null,
  taken: ends.map(() => 0),
  soc10: ends.map(() => 50),
  soc50: ends.map(() => 55),
  soc90: ends.map(() => 60),
  cutOff: { soc: 20, from: "learned" as const },
  sunPercent: null,
  soc: null,
};

test("just after midnight the chart has the day before and what is expected, and the way to single days", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const day = latestHours(justAfterMs, zone);
  const ahead = hoursAhead(forecast, justAfterMs, day.toMs + aheadMs);
  const onStep = vi.fn();
  for (const look of looks) {
    await render(() => <DayCard {...{ info, day, history, ahead, onStep }} home="latest" onHome={vi.fn()} />, look);
    await expect.element(page.getByText(say("container:day.latestAhead"))).toBeVisible();
    await expect.element(page.getByRole("button", { name: say("container:day.expected") })).toBeVisible();
    await expect.element(page.getByRole("button", { name: say("container:day.later") })).toBeDisabled();
    await expectFittingWords();
    await expectAccessible();
  }
  await page.getByRole("button", { name: say("container:day.earlier") }).click();
  expect(onStep).toHaveBeenCalledWith(-1);
});

test("the builder goes on with the last hours as time does, and is said to leave what is expected", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, {
    status: "ok",
    info: { id: "u1", permissions: ["view", "charts"], excludes: [] },
  } as never);
  const built = async (day: LocalDay, item: "menu.builder" | "menu.builderMeasured") => {
    const ahead = day.isLatest && hoursAhead(forecast, justAfterMs, day.toMs + aheadMs);
    await render(() => (
      <QueryClientProvider client={client}>
        <ChartContainerProvider value="lodwar">
          <DayCard
            {...{ info, day, history, ...(ahead && { ahead }) }}
            home="latest"
            onStep={vi.fn()}
            onHome={vi.fn()}
          />
        </ChartContainerProvider>
      </QueryClientProvider>
    ));
    await page.getByRole("button", { name: say("chart:menu.label") }).click();
    const link = page.getByRole("menuitem", { name: say(`chart:${item}`), exact: true });
    await expect.element(link).toBeVisible();
    const address = link.element().getAttribute("href") ?? "";
    const { period, from } = readDefinitionText(new URL(address, location.href).searchParams.get("d") ?? "") ?? {};
    return { period, from };
  };
  expect(await built(latestHours(justAfterMs, zone), "menu.builderMeasured")).toEqual({ period: "day" });
  expect(await built(dayOf(undefined, justAfterMs, zone), "menu.builder")).toEqual({ period: "today" });
  const before = dayOf("2026-11-18", justAfterMs, zone);
  expect(await built(before, "menu.builder")).toEqual({ period: "custom", from: before.fromMs });
});

test("a container that was never heard of has no chart, only that there is no data; one that was has its frame", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const day = latestHours(justAfterMs, zone);
  const empty = { ...answer, series: answer.series.map((values) => values.map(() => null)), coverage: [] };
  const show = (lastSeen: string | null) =>
    render(() => (
      <DayCard
        info={{ ...info, lastSeen } as ContainerInfoV4}
        day={day}
        history={{ ...history, data: empty as unknown as FineHistory }}
        home="latest"
        onStep={vi.fn()}
        onHome={vi.fn()}
      />
    ));
  await show(null);
  await expect.element(page.getByText(say("chart:empty"))).toBeVisible();
  expect(document.querySelector("canvas")).toBeNull();
  await show(new Date(nowMs).toISOString());
  await expect.element(page.getByText(say("chart:empty"))).toBeVisible();
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
});

test("a day that was chosen has no forecast, and leads back to the last hours", async () => {
  const onHome = vi.fn();
  const day = dayOf("2026-11-19", justAfterMs, zone);
  const ahead = hoursAhead(forecast, justAfterMs, justAfterMs + aheadMs);
  await render(() => <DayCard {...{ info, day, history, ahead, onHome }} home="latest" onStep={vi.fn()} />);
  await expect.element(page.getByText("19/11/2026", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("container:day.expected") })).not.toBeInTheDocument();
  await page.getByRole("button", { name: say("container:day.latest") }).click();
  expect(onHome).toHaveBeenCalledOnce();
});

test("generator and battery power stand in the chart of a container that measures them", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const day = latestHours(justAfterMs, zone);
  const measured = { ...answer, series: [...answer.series, t.map(() => -40), t.map(() => 1_500)] } as FineHistory;
  const names = ["battery", "generator"].map((id) => page.getByRole("button", { name: say(`container:day.${id}`) }));
  const show = (more: object) =>
    render(() => (
      <DayCard
        {...{ info, day, history, ...more }}
        home="latest"

        onStep={vi.fn()}
        onHome={vi.fn()}
      />
    ));
  await show({ history: { ...history, data: measured }, beside: ["battery.power", "generator.power"] });
  for (const name of names) await expect.element(name).toBeVisible();
  // As in the charts of batteries and of several containers.
  await expect.element(page.getByRole("button", { name: /, \+ charging$/ })).toBeVisible();
  await show({});
  for (const name of names) await expect.element(name).not.toBeInTheDocument();
});

test("the day shows the warnings that were raised in it, and the works", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const day = latestHours(justAfterMs, zone);
  const happened = {
    warnings: [{ atMs: justAfterMs - hourMs, level: "critical" as const, text: "Battery hot" }],
    works: [{ fromMs: justAfterMs - 2 * hourMs, toMs: justAfterMs, text: "New batteries" }],
  };
  const props = { info, day, history, happened, onStep: vi.fn(), onHome: vi.fn() };
  await render(() => <DayCard {...props} home="latest" />);
  await expect.element(page.getByRole("button", { name: /^.*Battery hot.* \(critical\)$/ })).toBeVisible();
  await expect.element(page.getByText(say("chart:works"), { exact: true }).first()).toBeVisible();
});

test("a forecast in doubt says so in the legend", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const day = latestHours(justAfterMs, zone);
  const ahead = hoursAhead({ ...forecast, sunPercent: 8 }, justAfterMs, day.toMs + aheadMs);
  const props = { info, day, history, ahead, onStep: vi.fn(), onHome: vi.fn() };
  for (const look of looks) {
    await render(() => <DayCard {...props} home="latest" />, look);
    const entry = page.getByRole("button", { name: say("container:day.expectedDoubtful"), exact: true });
    await expect.element(entry).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("each forecast is drawn in the colour of its own series, be it in doubt", () => {
  const nothing = { t: [midnightMs], series: [[1]] };
  for (const sunPercent of [null, 4]) {
    const ahead = hoursAhead({ ...forecast, sunPercent }, justAfterMs, justAfterMs + aheadMs);
    const series = expectedSeries(withAhead(nothing, ahead), ((key: string) => key) as never);
    expect(series.map(({ color, dashed, ghost }) => [color, dashed, ghost])).toEqual(
      ["solar", "load", "soc"].map((color) => [color, true, undefined]),
    );
  }
});

test("power that was drawn although the loads are cut is explained below the chart", async () => {
  await Promise.all([loadTexts("container"), loadTexts("chart"), timeReady()]);
  const day = latestHours(justAfterMs, zone);
  const energy = { level: "cut", since: new Date(midnightMs - 20 * hourMs).toISOString() };
  const cut = {
    ...info,
    energy,
    values: { "street_light.power": { value: 0, at: energy.since } },
  } as unknown as typeof info;
  const props = { day, history, onStep: vi.fn(), onHome: vi.fn() };
  await render(() => <DayCard {...props} info={cut} home="latest" />);
  await expect
    .element(
      page.getByText(/^Since the cut, only what is not cut .* power, such as street lights: last on \w+ \d+\/\d+, /),
    )
    .toBeVisible();
  await render(() => <DayCard {...props} info={info} home="latest" />);
  await expect.element(page.getByText(/^Since the cut/)).not.toBeInTheDocument();
});
