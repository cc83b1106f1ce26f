import { beforeAll, describe, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { dayOf, neighbourDay, thinDayFrom } from "./local-day.ts";

beforeAll(() => timeReady());

const hour = 3_600_000;
const zone = "Europe/Paris";
/** The day after the clocks went back. */
const now = Date.UTC(2026, 9, 26, 10);

describe("the day of the chart", () => {
  test("is the container's today where the address has no date, an invalid one, or one in the future", () => {
    for (const iso of [undefined, "2026-02-31", "2027-01-01"]) {
      expect(dayOf(iso, now, zone)).toMatchObject({ iso: "2026-10-26", isToday: true });
    }
  });

  test("has 25 hours when the clocks go back", () => {
    const day = dayOf("2026-10-25", now, zone);
    expect(day.isToday).toBe(false);
    expect(day.toMs - day.fromMs).toBe(25 * hour);
  });

  test("steps to its neighbours; today is not in the address", () => {
    const day = dayOf("2026-10-25", now, zone);
    expect(neighbourDay(day, -1, now, zone)).toBe("2026-10-24");
    expect(neighbourDay(day, 1, now, zone)).toBeUndefined();
  });
});

test("a day with few quarter hours is drawn from single readings, starting at the first", () => {
  expect(
    thinDayFrom({
      t: [0, 1, 2],
      series: [
        [null, null, 5],
        [null, 3, null],
      ],
    }),
  ).toBe(1);
  expect(thinDayFrom({ t: [0], series: [[null]] })).toBeUndefined();
  const t = Array.from({ length: 20 }, (_, index) => index);
  expect(thinDayFrom({ t, series: [t] })).toBeUndefined();
});
