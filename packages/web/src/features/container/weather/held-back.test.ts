import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { heldBack } from "./held-back.ts";

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
  currentA?: number | null;
  limitA?: number | null;
}

/** Of two days, of which what is given, from an hour on for a quarter or for more, differs from panels that give what was expected beside a half-full battery. */
function heldIn(special: readonly [fromHour: number, hours: number, what: Quarter][], nowMs = at(48)) {
  const quarters = Array.from({ length: 4 * 48 }, (_, place) => {
    const given = special.find(([from, hours]) => place / 4 >= from && place / 4 < from + hours)?.[2];
    return { solarW: 1_000, soc: 50, batteryW: 0, currentA: 20, limitA: 100, ...given };
  });
  const columns = {
    t: quarters.map((_, place) => at(place / 4)),
    solarW: quarters.map((one) => one.solarW),
    soc: quarters.map((one) => one.soc),
    batteryW: quarters.map((one) => one.batteryW),
    currentA: quarters.map((one) => one.currentA),
    limitA: quarters.map((one) => one.limitA),
  };
  return heldBack(columns, past, zone, nowMs);
}

const spans = (...given: Parameters<typeof heldIn>) => heldIn(...given).full;

const held = { solarW: 300, soc: 100 };

test("a full battery explains panels that gave less than expected, as long as it was full", () => {
  expect(
    spans([
      [10, 2, held],
      // Panels that gave what was expected meanwhile, beside a battery that stayed full.
      [12, 2.25, { soc: 100 }],
      [14.25, 0.5, held],
      [35, 1, held],
    ]),
  ).toEqual([
    { fromMs: at(10), toMs: at(14.75) },
    { fromMs: at(35), toMs: at(36) },
  ]);
  expect(
    spans([
      [10, 2, held],
      [14.25, 0.5, held],
    ]),
  ).toEqual([
    { fromMs: at(10), toMs: at(12) },
    { fromMs: at(14.25), toMs: at(14.75) },
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

test("a battery that allows no more current explains it as well, and one that is full besides is called full", () => {
  const cold = { solarW: 300, soc: 30, batteryW: 250, currentA: 4.9, limitA: 5 };
  expect(
    heldIn([
      [9, 3, cold],
      [12, 1, { ...cold, soc: 100 }],
    ]),
  ).toMatchObject({ limited: [{ fromMs: at(9), toMs: at(12) }], full: [{ fromMs: at(12), toMs: at(13) }] });
  // Where no limit is told, or it is not met, the panels gave what they could.
  for (const other of [{ limitA: null }, { currentA: 3 }, { currentA: null }])
    expect(heldIn([[9, 3, { ...cold, ...other }]])).toMatchObject({ limited: [], full: [], mostW: undefined });
});

test("hours in which the battery took less than it allowed are no part of those in which it allowed no more", () => {
  const cold = { solarW: 300, soc: 20, batteryW: 960, currentA: 19.5, limitA: 20 };
  const weakSun = { ...cold, batteryW: 210, currentA: 4.4 };
  const found = heldIn([
    [9, 1, cold],
    [10, 0.5, weakSun],
    [10.5, 3.75, { ...cold, batteryW: 980, currentA: 19.8 }],
    // A quarter more than half an hour.
    [14.25, 0.75, weakSun],
    [15, 0.5, cold],
  ]);
  expect(found.limited).toEqual([
    { fromMs: at(9), toMs: at(14.25) },
    { fromMs: at(15), toMs: at(15.5) },
  ]);
  expect(found).toMatchObject({ mostW: 980, mostA: 19.8 });
});
