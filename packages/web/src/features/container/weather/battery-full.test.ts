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

/** Of two days, of which the given hours differ from panels that give what was expected beside a half-full battery. */
function spans(special: Record<number, { solarW?: number | null; soc?: number | null }>, nowMs = at(48)) {
  const hours = Array.from({ length: 48 }, (_, hour) => ({ solarW: 1_000, soc: 50, ...special[hour] }));
  const t = hours.map((_, hour) => at(hour));
  return fullSpans({ t, solarW: hours.map((one) => one.solarW), soc: hours.map((one) => one.soc) }, past, zone, nowMs);
}

test("a full battery explains panels that gave less than expected, once for each day", () => {
  const held = { solarW: 300, soc: 100 };
  expect(spans({ 10: held, 11: held, 14: held, 35: held })).toEqual([
    { fromMs: at(10), toMs: at(15) },
    { fromMs: at(35), toMs: at(36) },
  ]);
  expect(spans({ 35: held }, at(35.5))).toEqual([{ fromMs: at(35), toMs: at(35.5) }]);
});

test("it explains nothing where the battery was not full, nothing is measured, or the panels gave what was expected", () => {
  expect(spans({ 10: { solarW: 300, soc: 98 }, 11: { solarW: 900, soc: 100 } })).toEqual([]);
  expect(spans({ 10: { solarW: null, soc: 100 }, 11: { solarW: 300, soc: null }, 3: { solarW: 0, soc: 100 } })).toEqual(
    [],
  );
});
