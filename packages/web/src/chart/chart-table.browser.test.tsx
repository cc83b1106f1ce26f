import { durationText } from "@offgrid/contract/core/duration-text";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../core/i18n/i18n.ts";
import { timeReady } from "../core/time.ts";
import { plainSpaces } from "../testing/plain-spaces.ts";
import { looks, render, say } from "../testing/render.tsx";
import { rangeText } from "./chart-period.tsx";
import { ChartTable } from "./chart-table.tsx";

test("a row of the table that is a whole day is named by the day, and not by its midnight", async () => {
  await Promise.all([loadTexts("chart"), timeReady()]);
  const t = [0, 1, 2].map((day) => Date.UTC(2026, 10, 27 + day));
  const series = [{ id: "load", title: "Load", unit: "Wh", type: "bar", color: "load", values: [1, 2, 3] }] as const;
  const [fromMs, toMs] = [t[0]!, t[2]! + 86_400_000];
  const props = {
    title: "Energy",
    t,
    series,
    fromMs,
    toMs,
    warnings: [],
    works: [],
    zone: "UTC",
    locale: "en",
    ...{ isZoomed: false, isPart: false },
  } as const;
  await render(() => <ChartTable {...props} groupBy="day" />);
  await expect.element(page.getByRole("rowheader", { name: "29/11/2026", exact: true })).toBeVisible();
  await render(() => <ChartTable {...props} groupBy="hour" />);
  await expect.element(page.getByRole("rowheader", { name: /^29\/11\/2026, 12:00\sam$/ })).toBeVisible();
});

test.for(looks.slice(0, 2))("below its table a chart says what files of it say, in $language", async (look) => {
  await Promise.all([loadTexts("chart"), timeReady()]);
  const hourMs = 3_600_000;
  const t = [0, 1, 2].map((hour) => Date.UTC(2026, 10, 27, hour));
  const line = { unit: "Wh", type: "bar", color: "load", values: [1, 2, 3] } as const;
  const series = [
    { ...line, id: "load", title: "Load", coverage: 0.989 },
    // Half an hour of it before what is seen.
    { ...line, id: "sun", title: "Sun", coverage: 0.9, late: [[t[0]! - hourMs / 2, t[0]! + hourMs]], clamped: true },
  ] as const;
  const range = { fromMs: t[0]!, toMs: t[2]! + hourMs };
  const shared = { title: "Energy", t, series, ...range, warnings: [], works: [], zone: "UTC" } as const;
  const said = (key: string, values = {}) => say(`chart:said.${key}`, values);
  const measured = (key: string) => said(key, { share: "90\u00a0%" });
  const foot = async (more: { isZoomed: boolean; isPart: boolean; groupBy: "hour" | undefined }) => {
    await render(() => <ChartTable {...shared} {...more} locale={look.language} />, look);
    return plainSpaces(document.querySelector("table + p")?.textContent ?? "").split(" · ");
  };
  const valuesOf = () => say("chart:valuesOf", { range: rangeText(range, "UTC", look.language) });
  const words = (...all: string[]) => all.map(plainSpaces);
  const all = await foot({ isZoomed: false, isPart: false, groupBy: "hour" });
  const span = (hours: number) => ({ span: durationText((hours * hourMs) / 1_000, look.language) });
  expect(all).toEqual(
    words(valuesOf(), said("points.hour"), measured("measured"), said("late", span(1.5)), said("clamped")),
  );
  const part = await foot({ isZoomed: true, isPart: false, groupBy: "hour" });
  expect(part.slice(2, 4)).toEqual(words(measured("measuredOfWhole"), said("late", span(1))));
  expect((await foot({ isZoomed: true, isPart: true, groupBy: "hour" }))[2]).toBe(plainSpaces(measured("measured")));
  expect(await foot({ isZoomed: false, isPart: false, groupBy: undefined })).toEqual(words(valuesOf()));
});
