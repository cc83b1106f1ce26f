import { expect, test } from "vitest";

import { hoursAhead, withAhead } from "./hours-ahead.ts";

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
const startMs = Date.UTC(2026, 10, 23, 0);

/** Made at twenty past midnight: the sun rises in the third hour. */
const forecast = {
  t: [1, 2, 3].map((hour) => (startMs + hour * hourMs) / 1_000),
  served: [100, 200, 200],
  load: [100, 200, 200],
  hasGenerator: false,
  likely: null as string | null,
  taken: [0, 0, 400],
  soc10: [49, 47, 49],
  soc50: [50, 48, 50],
  soc90: [51, 49, 51],
  cutOff: { soc: 20, from: "learned" as const },
  sunPercent: null,
  soc: { value: 51, at: new Date(startMs + hourMs / 2).toISOString() },
};
const nowMs = startMs + hourMs / 2 + 60_000;

test("a forecast by the hour is drawn by quarter hours: means at the middles of hours, the charge at their ends", () => {
  const ahead = hoursAhead(forecast, nowMs, startMs + 3 * hourMs)!;
  expect(ahead.t[0]).toBe(startMs + 3 * quarterMs);
  expect(ahead.t.at(-1)).toBe(startMs + 3 * hourMs);
  const at = (quarter: number) => ahead.t.indexOf(startMs + quarter * quarterMs);
  expect([ahead.load![at(4)], ahead.load![at(6)], ahead.load![at(12)]]).toEqual([150, 200, 200]);
  expect([ahead.solar![at(6)], ahead.solar![at(8)], ahead.solar![at(10)]]).toEqual([0, 200, 400]);
  // From the charge that was measured to that at the end of the hour.
  expect([ahead.soc[at(3)], ahead.soc[at(4)], ahead.soc[at(8)]]).toEqual([50.5, 50, 48]);
});

test("without a forecast of the sun there is no line for it, and a forecast that is over is none", () => {
  expect(hoursAhead({ ...forecast, taken: [] }, nowMs, startMs + 3 * hourMs)!.solar).toBeUndefined();
  expect(hoursAhead(forecast, startMs + 4 * hourMs, startMs + 9 * hourMs)).toBeUndefined();
  expect(hoursAhead({ ...forecast, t: [] }, nowMs, startMs + 9 * hourMs)).toBeUndefined();
});

test("loads that a generator will supply are not drawn as cut, and those of a container without one are", () => {
  const cutFrom = new Date(startMs + 1.5 * hourMs).toISOString();
  const cut = { ...forecast, served: [100, 90, 20], likely: cutFrom };
  const last = (hasGenerator: boolean) =>
    hoursAhead({ ...cut, hasGenerator }, nowMs, startMs + 3 * hourMs)!.load!.at(-1);
  expect(last(true)).toBe(200);
  expect(last(false)).toBe(20);
});

test("where loads are cut within an hour, the charge is at the cut-off at the instant that is said", () => {
  const likely = new Date(startMs + 1.5 * hourMs).toISOString();
  const ahead = hoursAhead({ ...forecast, soc50: [30, 20, 20], likely }, nowMs, startMs + 3 * hourMs)!;
  expect(ahead.soc[ahead.t.indexOf(startMs + 6 * quarterMs)]).toBe(20);
});

test("what is expected goes on from the last value that was measured, unless there is a gap between", () => {
  const t = [0, 1, 2, 3, 4].map((quarter) => startMs + quarter * quarterMs);
  const measured = {
    t,
    series: [
      [1, 2, 3, 4, null],
      [10, 20, 30, 40, null],
    ],
  };
  const joined = withAhead(measured, hoursAhead(forecast, nowMs, startMs + 2 * hourMs));
  expect(joined.t).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((quarter) => startMs + quarter * quarterMs));
  expect(joined.series[0]!.slice(0, 6)).toEqual([1, 2, 3, 4, null, null]);
  expect(joined.ahead!.load!.slice(0, 5)).toEqual([null, null, null, 40, 150]);
  const old = { t: t.map((atMs) => atMs - 2 * hourMs), series: measured.series };
  expect(withAhead(old, hoursAhead(forecast, nowMs, startMs + 2 * hourMs)).ahead!.load!.slice(0, 5)).toEqual([
    ...[null, null, null, null, 125],
  ]);
  expect(withAhead(measured, undefined)).toEqual({ ...measured, ahead: undefined });
});

test("a forecast in doubt is the same series, and says that it is in doubt", () => {
  const joined = (sunPercent: number | null) =>
    withAhead({ t: [startMs], series: [[1]] }, hoursAhead({ ...forecast, sunPercent }, nowMs, startMs + 3 * hourMs))
      .ahead!;
  const [sure, doubtful] = [joined(null), joined(8)];
  expect(doubtful).toEqual({ ...sure, isDoubtful: true });
  expect([sure.isDoubtful, sure.solar?.at(-1), sure.soc.at(-1)]).toEqual([false, 400, 50]);
});
