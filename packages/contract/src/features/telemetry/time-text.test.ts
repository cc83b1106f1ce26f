import { expect, test } from "vitest";

import { instantText } from "./time-text.ts";

const text = (at: string, zone: string, language: "en" | "fr") =>
  instantText(Date.parse(at), zone, language).replaceAll(/\s/g, " ");

test("an instant is written by the clock of its place, of 12 hours in both languages", () => {
  expect(text("2026-06-01T13:05:00Z", "Africa/Niamey", "en")).toBe("1 Jun 2026, 2:05 pm");
  expect(text("2026-06-01T13:05:00Z", "Africa/Niamey", "fr")).toBe("1 juin 2026, 2:05 PM");
});

test("midnight and noon are 12, and their half of the day does not part from them", () => {
  expect(text("2026-06-01T00:05:00Z", "UTC", "en")).toBe("1 Jun 2026, 12:05 am");
  expect(instantText(Date.parse("2026-06-01T12:00:00Z"), "UTC", "en")).toMatch(/12:00\u00a0pm$/);
});
