import { expect, test } from "vitest";

import { formatTime } from "./format-time.ts";
import { instantText } from "./time-text.ts";

const text = (at: string, zone: string, language: "en" | "fr") =>
  instantText(Date.parse(at), zone, language).replaceAll(/\s/g, " ");

test("an instant is written by the clock of its place, of 12 hours in both languages", () => {
  expect(text("2026-06-01T13:05:00Z", "Africa/Niamey", "en")).toBe("1 Jun 2026, 2:05 pm");
  expect(text("2026-06-01T13:05:00Z", "Africa/Niamey", "fr")).toBe("1er juin 2026, 2:05 PM");
});

test("the first of a month is an ordinal in French, and no other day or hour is", () => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1, 1, 30)).toISOString());
  for (const at of months) {
    expect(text(at, "UTC", "fr")).toMatch(/^1er \p{L}+\.? 2026, 1:30 AM$/u);
    expect(text(at, "UTC", "en")).toMatch(/^1 \p{L}+ 2026, 1:30 am$/u);
  }
  expect(text("2026-10-11T01:05:00Z", "UTC", "fr")).toBe("11 oct. 2026, 1:05 AM");
  expect(formatTime(Date.parse("2026-10-01T01:00:00Z"), "hour", "UTC", "fr")).toBe("1\u00a0AM");
});

test("midnight and noon are 12, and their half of the day does not part from them", () => {
  expect(text("2026-06-01T00:05:00Z", "UTC", "en")).toBe("1 Jun 2026, 12:05 am");
  expect(instantText(Date.parse("2026-06-01T12:00:00Z"), "UTC", "en")).toMatch(/12:00\u00a0pm$/);
});
