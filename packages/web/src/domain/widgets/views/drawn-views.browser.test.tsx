import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { queryClient } from "../../../core/api/query-client.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls, type Answers } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, looks, readText, render, say } from "../../../testing/render.tsx";
import { fakeContainer, fakeNowMs } from "../../containers/container-row.fake.ts";
import type { WeatherReport } from "../../weather/weather.data.ts";
import { WidgetBody } from "../widget-box.tsx";

beforeEach(async () => {
  await timeReady();
  await loadTexts("widgets", "ui", "shared", "container-facts", "energy-state", "blackout");
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const common = { id: "one", v: 1, title: "", size: { w: 4, h: 2 }, pinned: false } as const;

/** A widget alone, as wide as the page. */
async function show(widget: Partial<Widget>, answers: Answers, look?: Look, heightPx = 300) {
  vi.restoreAllMocks();
  queryClient.clear();
  const asked = answerCalls(answers);
  await render(
    () => (
      <QueryClientProvider client={queryClient}>
        <h1>–</h1>
        <h2>–</h2>
        <WidgetBody widget={{ ...common, ...widget } as never} now={fakeNowMs} heightPx={heightPx} />
      </QueryClientProvider>
    ),
    look,
  );
  return asked;
}
async function expectGood(look: Required<Look>) {
  await expectFittingWords();
  if (axeLooks.has(look)) await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
}

const names = () =>
  page
    .getByRole("heading", { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

test("a list shows its containers as cards, the worst first, and where the others are", async () => {
  const many = Array.from({ length: 14 }, (_, index) => fakeContainer({ name: `Site ${index + 10}` }));
  const away = fakeContainer({ name: "Zinder", status: "offline", lastSeen: "2026-11-18T00:00:00.000Z" });
  const getSitesV2 = () => ({ total: 15, data: [...many, away] }) as never;
  for (const look of looks) {
    await show({ type: "list", of: { kind: "all" } }, { getSitesV2 }, look, 900);
    const shown = look.width < 500 ? 6 : 12;
    await expect.poll(names).toHaveLength(shown);
    expect(names()[0]).toBe("Zinder");
    await expect
      .element(page.getByRole("link", { name: readText("widgets:more", { count: 15 - shown }) }))
      .toBeVisible();
    await expectGood(look);
  }
  await show({ type: "list", of: { kind: "containers", ids: ["site-11", "no-more"] } }, { getSitesV2 });
  await expect.poll(names).toEqual(["Site 11"]);
  await expect.element(page.getByText(readText("widgets:gone.some", { count: 1 }))).toBeVisible();
});

/** Blue, one pixel. */
const blue =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==";

test("a picture fills its widget, and has words for those who do not see it", async () => {
  for (const look of looks) {
    const asked = await show(
      { type: "picture", picture: "p-1", alt: "The pump house" },
      { widgetPicture: () => ({ data: { picture: blue } }) },
      look,
    );
    const picture = page.getByRole("img", { name: "The pump house" });
    await expect.element(picture).toBeVisible();
    await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(1);
    expect(picture.element().getBoundingClientRect().height).toBe(300);
    expect(asked.inputs("widgetPicture")).toEqual([{ id: "p-1" }]);
    await expectGood(look);
  }
});

const at = new Date(fakeNowMs).toISOString();
const report: WeatherReport = {
  current: {
    ...{ at, temperatureDegC: 31.4, feelsLikeDegC: 34, humidityPercent: 40, cloudPercent: 20 },
    ...{ windMPerS: 3.2, windFromDeg: 90, rainMm: 0, irradianceWPerM2: 810, sky: "partly_cloudy" },
  },
  ...{ hourly: [], daily: [], sunrise: "2026-11-20T03:20:00.000Z", sunset: "2026-11-20T15:30:00.000Z" },
  ...{ zoneName: "Africa/Nairobi", source: "open_meteo", fetchedAt: at, problem: null },
  attribution: { text: "Weather data by Open-Meteo.com", url: "https://open-meteo.com/" },
};

test("the weather at a container is drawn with its figures, its sun and where it comes from", async () => {
  for (const look of looks) {
    await show({ type: "weather", container: "gao" }, { getWeather: () => ({ data: report }) }, look);
    await expect.element(page.getByText(/31[.,]4\s°C/)).toBeVisible();
    await expect.element(page.getByText(say("weather:sky.partly_cloudy"))).toBeVisible();
    await expect
      .element(
        page.getByText(
          readText("weather:sun", { sunrise: time(look, "6:20", "am"), sunset: time(look, "6:30", "pm") }),
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole("link", { name: /Open-Meteo/ })).toBeVisible();
    await expectGood(look);
  }
});
const time = ({ language }: Required<Look>, clock: string, half: string) =>
  `${clock} ${language === "fr" ? half.toUpperCase() : half}`;

test("weather that is not known says why, and is no row of zeros", async () => {
  const unknown = {
    ...report,
    current: null,
    sunrise: null,
    sunset: null,
    source: null,
    fetchedAt: null,
    attribution: null,
  };
  await show(
    { type: "weather", container: "gao" },
    { getWeather: () => ({ data: { ...unknown, problem: "no_position" } }) },
  );
  await expect.element(page.getByTestId("part")).toHaveTextContent(/position/i);
  expect(page.getByTestId("part").element().textContent).not.toMatch(/\d/);
});
