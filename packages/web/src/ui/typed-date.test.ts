import { expect, test } from "vitest";

import { addDays, readTypedDate, writeDate } from "./typed-date.ts";

test("dates are read as people write them, day first, and as computers do", () => {
  const written = ["20/11/2026", "20.11.2026", "20-11-26", " 20 11 2026 ", "20112026", "2026-11-20"];
  expect(written.map(readTypedDate)).toEqual(written.map(() => "2026-11-20"));
  expect(readTypedDate("1/2/2026")).toBe("2026-02-01");
});

test("what is no date, or none yet, is not taken for another one", () => {
  for (const text of [
    "",
    "20",
    "20/11",
    "20/11/2",
    "20/11/202",
    "31022026",
    "2011202",
    "31/02/2026",
    "11/20/2026",
    "0/1/2026",
    "tomorrow",
  ])
    expect(readTypedDate(text), text).toBeUndefined();
});

test("a date is written as it is read", () => {
  expect(writeDate("2026-02-01")).toBe("01/02/2026");
  expect(readTypedDate(writeDate("2026-12-31"))).toBe("2026-12-31");
  expect(writeDate("")).toBe("");
});

test("days are added across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});
