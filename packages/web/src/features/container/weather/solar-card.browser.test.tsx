import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { ChartContainerProvider } from "../../../chart/chart-subject.ts";
import { callQuery } from "../../../core/api/use-call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, render, say } from "../../../testing/render.tsx";
import { dayStartMs, sunW, zone } from "../../../testing/samples.ts";
import { SolarCard } from "./solar-card.tsx";
import type { SolarForecast } from "../../../domain/weather/weather.data.ts";

const hourMs = 3_600_000;

/** Panels that are expected to give what `sunW` says and give half of it, seen at a local hour of the day. */
function at(atHour: number, soc: number, limited: readonly number[] = [], share = 0.5) {
  const iso = (index: number) => new Date(dayStartMs + index * hourMs).toISOString();
  const hours = Array.from({ length: 72 }, (_, index) => ({ index, likely: sunW((index % 24) + 0.5) }));
  const forecast: SolarForecast = {
    status: "ok",
    data: hours.slice(atHour).map(({ index, likely }) => ({
      at: iso(index),
      pv_estimate: likely,
      pv_estimate10: likely * 0.8,
      pv_estimate90: likely * 1.1,
    })),
    past: hours.slice(0, atHour).map(({ index, likely }) => ({ at: iso(index), pv_estimate: likely, isKept: true })),
    source: "clear_sky",
    fetchedAt: null,
    problem: null,
    needsClearSky: false,
    sunDays: 20,
    setting: {
      provider: "auto",
      capacity: 4_000,
      tilt: 10,
      azimuth: 180,
      loss: 10,
      resourceId: null,
      limitW: null,
      reserveSoc: null,
      isGuessed: false,
    },
  };
  const t = hours.slice(0, atHour).map(({ index }) => dayStartMs + index * hourMs);
  const actual = { t, series: [hours.slice(0, atHour).map(({ likely }) => likely * share)] };
  const steps = t.flatMap((hourAt, hour) =>
    [0, 1, 2, 3].map((quarter) => ({ at: hourAt + (quarter * hourMs) / 4, hour })),
  );
  const quarters = {
    t: steps.map((step) => step.at),
    series: [
      steps.map(({ hour }) => actual.series[0]![hour]!),
      steps.map(() => soc),
      steps.map(({ hour }) => (limited.includes(hour) ? 960 : 0)),
      steps.map(({ hour }) => (limited.includes(hour) ? 20 : 0)),
      steps.map(() => 20),
    ],
  };
  const todayWh = actual.series[0]!.reduce((sum, power) => sum + power, 0);
  return { forecast, actual, quarters, todayWh, now: dayStartMs + atHour * hourMs };
}

interface Said {
  sunPercent?: number;
  charge?: Parameters<typeof SolarCard>[0]["charge"];
  needsClearSky?: boolean;
  /** Of the battery, all day. */
  soc?: number;
  /** Hours in which it allowed no more. */
  limited?: readonly number[];
  /** Of what was expected, what came. */
  share?: number;
  /** Nothing was ever measured, and no forecast was kept. */
  isNever?: boolean;
  ahead?: Parameters<typeof SolarCard>[0]["ahead"];
  answer?: Partial<SolarForecast>;
}

async function show(
  atHour: number,
  look: Look = {},
  {
    sunPercent,
    charge,
    needsClearSky = false,
    soc = 60,
    limited = [],
    share,
    isNever = false,
    ahead,
    answer,
  }: Said = {},
) {
  await Promise.all([loadTexts("weather"), loadTexts("chart"), timeReady()]);
  const zoom = { view: undefined, onView: () => undefined, addressOf: () => location.href };
  const { forecast, ...measured } = at(atHour, soc, limited, share);
  const past = forecast.past.map((one) => ({ ...one, isKept: !isNever }));
  const seen = isNever ? { ...measured, actual: undefined, quarters: undefined, todayWh: undefined } : measured;
  const said = { ...forecast, past, needsClearSky, sunDays: isNever ? 0 : forecast.sunDays, ...answer };
  const given = { ...seen, forecast: said, sunPercent, charge, ahead };
  const props = { ...given, fine: undefined, zone, fromMs: dayStartMs, zoom };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, {
    info: { id: "u1", permissions: ["view", "charts"], excludes: [] },
  } as never);
  await render(
    () => (
      <QueryClientProvider client={client}>
        <ChartContainerProvider value="lodwar">
          <SolarCard {...props} />
        </ChartContainerProvider>
      </QueryClientProvider>
    ),
    look,
  );
}

const days = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((element) => element.textContent.replaceAll("\u00a0", " "));

test("whoever opens the chart in the builder is told that the forecast stays behind", async () => {
  await show(12);
  await page.getByRole("button", { name: say("chart:menu.label") }).click();
  await expect
    .element(page.getByRole("menuitem", { name: say("chart:menu.builderMeasured"), exact: true }))
    .toBeVisible();
});

test("by day a card says what came, what is to come and their sum, each once", async () => {
  for (const look of axeLooks) {
    await show(12, look);
    await expect.element(page.getByRole("listitem").first()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show(12);
  await expect
    .poll(() => days()[0])
    .toMatch(
      /^Today, Fri 20\/11[\d.]+ kWh so farPanels could still give [\d.]+ kWh \([\d.]+ kWh to [\d.]+ kWh\)\. Whole day: [\d.]+ kWh\.$/,
    );
});

test("sums add up, and what panels could give is told from what a full battery lets them give", async () => {
  // By noon it takes 500 W from two o'clock on.
  const ends = Array.from({ length: 48 }, (_, hour) => dayStartMs + (13 + hour) * hourMs);
  const ahead = {
    t: ends.map((ms) => ms / 1_000),
    taken: ends.map((_, hour) => (hour < 2 ? sunW(12.5 + hour) : Math.min(500, sunW((12.5 + hour) % 24)))),
    // Full by two o'clock today, and by noon tomorrow.
    soc50: ends.map((ms) =>
      ms < dayStartMs + 14 * hourMs ? 95 : ms < dayStartMs + 36 * hourMs && ms > dayStartMs + 18 * hourMs ? 60 : 100,
    ),
    soc: { value: 90, at: new Date(dayStartMs).toISOString() },
    fullAt: new Date(dayStartMs + 14 * hourMs).toISOString(),
  };
  await show(12, {}, { ahead });
  await expect
    .poll(() => days()[0])
    .toMatch(/About [\d.]+ kWh of it can be used: the battery is full from about 2:00 pm\./);
  const [came, more, , , sum, used] = days()[0]!
    .replace(/^Today, Fri 20\/11/, "")
    .match(/[\d.]+(?= kWh)/g)!
    .map(Number) as [number, number, ...number[]];
  // As far as each is written.
  expect(Math.abs(came + more - sum!)).toBeLessThan(0.1);
  expect(used).toBeLessThan(0.8 * more);
  expect(days()[1]).toMatch(
    /kWh expectedLikely .* kWhAbout [\d.]+ kWh of it can be used: the battery is full from about 12:00 pm\.$/,
  );
  await show(12, {}, { ahead, sunPercent: 90 });
  await expect.poll(() => days()[1]).toMatch(/90 % of the forecast: .* kWh\)About [\d.]+ kWh of it can be used/);
  await show(12, { language: "fr" }, { ahead });
  await expect.poll(() => days()[0]).toMatch(/utilisables : la batterie sera pleine vers 2:00 PM\./);
  await show(12, {}, { ahead: { ...ahead, isFull: true } });
  await expect.poll(() => days()[0]).toMatch(/About [\d.]+ kWh of it can be used: the battery is already full\./);
  // Where the line of the battery is never full, a sentence that it takes no more would contradict it.
  await show(12, {}, { ahead: { ...ahead, soc50: ends.map(() => 40), fullAt: null } });
  await expect.poll(() => days()[0]).toMatch(/still give/);
  expect(days().join("")).not.toMatch(/can be used/);
  // Before it is full a cold one takes less, too.
  const cold = { ...ahead, soc50: ends.map(() => 40), fullAt: null, isChargeLimited: true };
  await show(12, {}, { ahead: cold });
  await expect.poll(() => days()[1]).toMatch(/About [\d.]+ kWh of it can be used: the battery limits its charging\.$/);
  await show(12, { language: "fr" }, { ahead: cold });
  await expect.poll(() => days()[1]).toMatch(/utilisables : la batterie limite sa charge\.$/);
  // Where all of it is taken, nothing more is said.
  await show(12, {}, { ahead: { ...ahead, taken: ends.map((_, hour) => sunW((12.5 + hour) % 24)) } });
  await expect.poll(() => days()[0]).toMatch(/still give/);
  expect(days()[0]).not.toMatch(/can be used/);
});

test("after sunset today is summed up in two figures, and stays before the coming days", async () => {
  await show(20);
  await expect.poll(() => days()[1]).toMatch(/^Sat 21\/11/);
  expect(days()[0]).toMatch(/^Today, Fri 20\/11[\d.]+ kWh generatedof [\d.]+ kWh expected$/);
});

test("a container that never measured has a day whose sun is not measured, and a clear sky that nothing adjusts", async () => {
  const never = { soc: 60, isNever: true };
  await show(20, {}, never);
  await expect.poll(() => days()[0]).toMatch(/^Today, Fri 20\/11Not measuredabout [\d.]+ kWh was expected$/);
  await expect.element(page.getByText("Clear sky, forecast renewed every hour", { exact: true })).toBeVisible();
  await show(20, { language: "fr" }, never);
  await expect.poll(() => days()[0]).toMatch(/Non mesuréenviron [\d,]+ kWh étaient attendus$/);
});

test("where the battery allowed no more, its limit is said, and each time of a day once", async () => {
  await show(12, {}, { limited: [7, 8, 10] });
  await expect
    .element(
      page.getByText(
        /^The battery took no more than about 960\sW from 7:00\sam to 9:00\sam and from 10:00\sam to 11:00\sam: the panels gave/,
      ),
    )
    .toBeVisible();
});

test("a forecast in doubt says so with the share that the panels gave, and its legend says how it is drawn", async () => {
  for (const look of axeLooks) {
    await show(12, look, { sunPercent: 6 });
    await expect.element(page.getByText(/6\s%/).first()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show(12, {}, { sunPercent: 6 });
  await expect.element(page.getByText(/the panels lately gave 6\s% of what was forecast/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Expected, at 6\s% of the forecast$/ })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Solar forecast", exact: true })).toBeVisible();
  // The coming days count that share, with the forecast beside it.
  expect(days()[0]).toMatch(
    /so farAbout [\d.]+ k?Wh to come at the present 6 % of the forecast, which is [\d.]+ kWh \([\d.]+ k?Wh to/,
  );
  expect(days()[1]).toMatch(
    /^Sat 21\/11[\d.]+ k?Wh expected6 % of the forecast: [\d.]+ kWh \([\d.]+ kWh to [\d.]+ kWh\)$/,
  );
  await show(12);
  await expect.poll(() => days()[1]).toMatch(/^Sat 21\/11[\d.]+ kWh expected/);
  await expect.element(page.getByText(/in doubt/)).not.toBeInTheDocument();
});

test("what it means for the battery stands beside the sun that is to come, and when it is full once", async () => {
  const charge = { all: "The battery has 62 %. It is full at noon.", besideFull: "The battery has 62 %." };
  await show(12, {}, { charge });
  await expect.element(page.getByText(charge.all, { exact: true })).toBeVisible();
  const ends = Array.from({ length: 48 }, (_, hour) => dayStartMs + (13 + hour) * hourMs);
  const fullAt = new Date(dayStartMs + 14 * hourMs).toISOString();
  const ahead = { t: ends.map((ms) => ms / 1_000), taken: ends.map(() => 100), soc50: ends.map(() => 60), fullAt };
  await show(12, {}, { charge, ahead });
  await expect.poll(() => days()[0]).toMatch(/the battery is full from about 2:00 pm/);
  await expect.element(page.getByText(charge.besideFull, { exact: true })).toBeVisible();
});

test("above all it is said whose forecast it is, and when the next one comes, unless the service does not answer", async () => {
  const fetched = { source: "open_meteo", fetchedAt: new Date(dayStartMs + 11 * hourMs).toISOString() } as const;
  await show(12, {}, { answer: fetched });
  await expect
    .element(page.getByText(/^Open-Meteo, received 1\sh ago, next forecast at about 2:00\spm$/))
    .toBeVisible();
  await show(12, {}, { answer: { ...fetched, problem: "unreachable" } });
  await expect.element(page.getByText(/^Open-Meteo, received 1\sh ago$/)).toBeVisible();
});

test("that the expected sun is that of a clear sky is said once, above all that it is true of", async () => {
  const clear = { needsClearSky: true };
  for (const look of axeLooks) {
    await show(12, look, clear);
    await expect.element(page.getByText(say("weather:ifClear"), { exact: true })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show(12, {}, clear);
  await expect.poll(() => document.body.textContent.match(/sky stays clear/g)?.length).toBe(1);
  // In doubt, what the panels gave counts more.
  await show(12, {}, { ...clear, sunPercent: 6 });
  await expect.element(page.getByRole("button", { name: /^Expected, at 6/ })).toBeVisible();
  await expect.element(page.getByText(/sky stays clear/)).not.toBeInTheDocument();
});

test("yesterday has a card: what came, how far the forecast was off to which side, and when the battery held the panels back", async () => {
  const noonOfNextDay = 36;
  const yesterday = () => days()[0];
  const starts = String.raw`^Yesterday, Fri 20\/11[\d.]+ kWh generated`;
  await show(noonOfNextDay, {}, { share: 1.2 });
  await expect.poll(yesterday).toMatch(new RegExp(String.raw`${starts}[\d.]+ kWh more than the [\d.]+ kWh forecast$`));
  expect(days()).toHaveLength(4);
  await show(noonOfNextDay, {}, { share: 0.7 });
  await expect.poll(yesterday).toMatch(new RegExp(String.raw`${starts}[\d.]+ kWh less than the [\d.]+ kWh forecast$`));
  await show(noonOfNextDay, {}, { share: 0.98 });
  await expect.poll(yesterday).toMatch(new RegExp(String.raw`${starts}As forecast \([\d.]+ kWh\)$`));
  await show(noonOfNextDay, {}, { share: 0.7, soc: 100 });
  const held = String.raw`of [\d.]+ kWh forecastBattery full from [67]:00 am to 6:00 pm: the panels gave only what was used\.$`;
  await expect.poll(yesterday).toMatch(new RegExp(starts + held));
  await show(noonOfNextDay, { language: "fr" }, { share: 1.2 });
  await expect.poll(yesterday).toMatch(/^Hier, .* produits[\d,]+ kWh de plus que les [\d,]+ kWh prévus$/);
  await show(12, {}, { share: 1.2 });
  await expect.poll(yesterday).toMatch(/^Today/);
});

test("what was never measured has no entry in the legend", async () => {
  const measured = page.getByRole("button", { name: say("weather:measured"), exact: true });
  await show(12);
  await expect.element(measured).toBeVisible();
  await show(12, {}, { isNever: true });
  await expect.element(page.getByRole("button", { name: say("weather:likely"), exact: true })).toBeVisible();
  await expect.element(measured).not.toBeInTheDocument();
});

test("where a full battery held the panels back, that is said in place of a general reason", async () => {
  await show(12, {}, { soc: 100 });
  await expect.element(page.getByText(/^Battery full from [67]:00\sam to 12:00\spm: the panels gave/)).toBeVisible();
  await expect.element(page.getByText(say("weather:fullTakesLess"))).not.toBeInTheDocument();
  await show(12, { language: "fr" }, { soc: 100 });
  await expect.element(page.getByText(/^Batterie pleine de/)).toBeVisible();
  await show(12);
  await expect.element(page.getByText(say("weather:fullTakesLess"))).toBeInTheDocument();
  await expect.element(page.getByText(/Battery full/)).not.toBeInTheDocument();
});

test("in small as in the chart, the edges of the range are dashed and what is expected is not", async () => {
  await show(12);
  const lines = () => [...document.querySelectorAll("svg[preserveAspectRatio='none'] > path")];
  // What was measured, the upper and the lower edge, and what is expected.
  await expect
    .poll(() => lines().map((line) => line.hasAttribute("stroke-dasharray")))
    .toEqual([false, true, true, false]);
});
