import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { fullSpans } from "./battery-full.ts";

const hourMs = 3_600_000;
const zone = "Africa/Nairobi";
const midnight = Date.UTC(2026, 5, 9, 21);
const at = (hour: number) => midnight + hour * hourMs;
const past = Array.from({ length: 48 }, (_, hour) => ({
  atMs: at(hour),
  likely: hour % 24 === 3 ? 0 : 1_000,
  isKept: true,
}));

beforeAll(timeReady);

interface Quarter {
  solarW?: number | null;
  soc?: number | null;
  batteryW?: number | null;
}

/** Of two days, of which what is given, from an hour on for a quarter or for more, differs from panels that give what was expected beside a half-full battery. */
function spans(special: readonly [fromHour: number, hours: number, what: Quarter][], nowMs = at(48)) {
  const quarters = Array.from({ length: 4 * 48 }, (_, place) => {
    const given = special.find(([from, hours]) => place / 4 >= from && place / 4 < from + hours)?.[2];
    return { solarW: 1_000, soc: 50, batteryW: 0, ...given };
  });
  const columns = {
    t: quarters.map((_, place) => at(place / 4)),
    solarW: quarters.map((one) => one.solarW),
    soc: quarters.map((one) => one.soc),
    batteryW: quarters.map((one) => one.batteryW),
  };
  return fullSpans(columns, past, zone, nowMs);
}

const held = { solarW: 300, soc: 100 };

test("a full battery explains panels that gave less than expected, once for each day", () => {
  expect(
    spans([
      [10, 2, held],
      [14.25, 0.5, held],
      [35, 1, held],
    ]),
  ).toEqual([
    { fromMs: at(10), toMs: at(14.75) },
    { fromMs: at(35), toMs: at(36) },
  ]);
  expect(spans([[35, 0.75, held]], at(35.6))).toEqual([{ fromMs: at(35), toMs: at(35.6) }]);
});

test("a battery that is full and gives power holds nothing back, from that quarter hour on; one that evens out steps does", () => {
  expect(
    spans([
      [10, 5.75, { ...held, batteryW: -12 }],
      [15.75, 0.75, { ...held, batteryW: -200 }],
    ]),
  ).toEqual([{ fromMs: at(10), toMs: at(15.75) }]);
  expect(spans([[10, 1, { ...held, batteryW: null }]])).toEqual([{ fromMs: at(10), toMs: at(11) }]);
});

test("it explains nothing where the battery was not full, nothing is measured, or the panels gave what was expected", () => {
  expect(
    spans([
      [10, 1, { solarW: 300, soc: 98 }],
      [11, 1, { solarW: 900, soc: 100 }],
    ]),
  ).toEqual([]);
  expect(
    spans([
      [10, 1, { solarW: null, soc: 100 }],
      [11, 1, { solarW: 300, soc: null }],
      [3, 1, { solarW: 0, soc: 100 }],
    ]),
  ).toEqual([]);
});
