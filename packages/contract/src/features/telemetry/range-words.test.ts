import { expect, test } from "vitest";

import { type DayStyle, rangeWords } from "./range-words.ts";

const paris = "Europe/Paris";
const words = (from: string, to: string, language: "en" | "fr" = "en", style?: DayStyle) => {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  return rangeWords(range, paris, language, style).replaceAll(/\s/g, " ");
};

test("whole local days are said as days, the last one included", () => {
  expect(words("2026-11-28T00:00+01:00", "2026-11-30T00:00+01:00")).toBe("28/11/2026 to 29/11/2026");
  expect(words("2026-11-28T00:00+01:00", "2026-11-30T00:00+01:00", "fr")).toBe("du 28/11/2026 au 29/11/2026");
  expect(words("2026-11-28T00:00+01:00", "2026-11-30T00:00+01:00", "en", "names")).toBe("28 Nov 2026 to 29 Nov 2026");
  expect(words("2026-10-01T00:00+02:00", "2026-11-02T00:00+01:00", "fr", "names")).toBe(
    "du 1er oct. 2026 au 1er nov. 2026",
  );
  expect(words("2026-11-28T00:00+01:00", "2026-11-29T00:00+01:00")).toBe("28/11/2026");
  // The day on which clocks are turned on has 23 hours, that on which they are turned back 25.
  expect(words("2026-03-29T00:00+01:00", "2026-03-30T00:00+02:00")).toBe("29/03/2026");
  expect(words("2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00")).toBe("25/10/2026");
});

test("a range with an end within a day says the times of both ends", () => {
  const [from, to] = ["2026-11-28T18:00+01:00", "2026-11-29T21:30+01:00"];
  expect(words(from, to)).toBe("28/11/2026, 6:00 pm – 29/11/2026, 9:30 pm");
  expect(words(from, to, "fr")).toBe("28/11/2026 6:00 PM – 29/11/2026 9:30 PM");
  expect(words(from, to, "en", "names")).toBe("28 Nov 2026, 6:00 pm – 29 Nov 2026, 9:30 pm");
  expect(words("2026-11-28T00:00+01:00", to)).toBe("28/11/2026, 12:00 am – 29/11/2026, 9:30 pm");
  expect(words(from, "2026-11-30T00:00+01:00")).toBe("28/11/2026, 6:00 pm – end of 29/11/2026");
  expect(words(from, "2026-11-30T00:00+01:00", "fr")).toBe("28/11/2026 6:00 PM – fin du 29/11/2026");
  expect(words(from, "2026-11-30T00:00+01:00", "en", "names")).toBe("28 Nov 2026, 6:00 pm – end of 29 Nov 2026");
});

test("hours of one day name it once, also where they end at midnight", () => {
  expect(words("2026-11-28T14:00+01:00", "2026-11-28T18:48+01:00")).toBe("28/11/2026, 2:00 pm – 6:48 pm");
  expect(words("2026-11-28T14:00+01:00", "2026-11-29T00:00+01:00")).toBe("28/11/2026, 2:00 pm – midnight");
  expect(words("2026-11-28T14:00+01:00", "2026-11-29T00:00+01:00", "fr")).toBe("28/11/2026 2:00 PM – minuit");
  // The last hour of the day on which clocks are turned back.
  expect(words("2026-10-25T23:00+01:00", "2026-10-26T00:00+01:00")).toBe("25/10/2026, 11:00 pm – midnight");
});
