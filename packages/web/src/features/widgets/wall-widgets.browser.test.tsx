import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { queryClient } from "../../core/api/query-client.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../testing/render.tsx";
import { Wall } from "./wall.tsx";

beforeEach(async () => {
  await timeReady();
  await loadTexts("widgets", "ui", "shared", "container-facts", "energy-state", "blackout");
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const usual = { v: 1, title: "", size: { w: 4, h: 2 }, pinned: false };
const at = new Date().toISOString();
const moment = { temperatureDegC: 31.4, feelsLikeDegC: 34, humidityPercent: 40, cloudPercent: 20, windMPerS: 3.2 };
const report = {
  current: { ...moment, at, windFromDeg: 90, rainMm: 0, irradianceWPerM2: 810, sky: "partly_cloudy" },
  ...{ hourly: [], daily: [], sunrise: "2026-11-20T03:20:00.000Z", sunset: "2026-11-20T15:30:00.000Z" },
  ...{ zoneName: "Africa/Nairobi", source: "open_meteo", fetchedAt: at, problem: null },
  attribution: { text: "Weather data by Open-Meteo.com", url: "https://open-meteo.com/" },
};
/** Blue, one pixel. */
const blue =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==";
const widgets = [
  { ...usual, id: "list", type: "list", of: { kind: "all" } },
  { ...usual, id: "weather", type: "weather", container: "gao" },
  { ...usual, id: "picture", type: "picture", picture: "p-1", alt: "The pump house" },
] as unknown as KeptWidget[];

const wall = () => page.getByRole("dialog", { name: say("widgets:wall.title") });
/** What is seen once a widget is drawn. */
const drawn = {
  list: () => wall().getByRole("heading", { level: 3, name: "Gao" }),
  weather: () => wall().getByText(/31[.,]4\s°C/),
  picture: () => wall().getByRole("img", { name: "The pump house" }),
};

test("containers, weather and a picture fill a wall as wide as its screen, and nothing of them is cut off", async () => {
  for (const look of looks) {
    for (const id of ["list", "weather", "picture"] as const) {
      vi.restoreAllMocks();
      answerCalls({
        getSitesV2: () =>
          ({ total: 2, data: [fakeContainer({ name: "Gao" }), fakeContainer({ name: "Kayes" })] }) as never,
        getWeather: () => ({ data: report }) as never,
        widgetPicture: () => ({ data: { picture: blue } }),
      });
      await render(
        () => (
          <QueryClientProvider client={queryClient}>
            <h1>–</h1>
            <Wall widgets={widgets} id={id} seconds={0} onShow={() => {}} onEnd={() => {}} />
          </QueryClientProvider>
        ),
        look,
      );
      await expect.element(drawn[id]()).toBeVisible();
      const { left, right } = drawn[id]().element().getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(look.width);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
      await expectFittingWords();
      if (axeLooks.has(look)) await expectAccessible();
    }
  }
});
