import { expect, test } from "vitest";

import { meteredShare, shareByHour, takenOff } from "./part-off.ts";
import { hourMs } from "./solar-model.ts";

const minuteMs = 60_000;
const usualW = () => 1_000;

/** A reading a minute: what is drawn, and two switches. */
const minutes = (count: number, at: (minute: number) => [watt: number | null, one: number, two: number]) => {
  const rows = Array.from({ length: count }, (_, minute) => at(minute));
  return {
    atMs: rows.map((_, minute) => minute * minuteMs),
    loadW: rows.map(([watt]) => watt),
    switches: [rows.map(([, one]) => one), rows.map(([, , two]) => two)],
  };
};
/** Both are opened one after the other, an hour and a half after the beginning. */
const opened = (minute: number) => [minute < 90 ? 1 : 0, minute < 92 ? 1 : 0] as const;

test("what two switches take off follows from the load before the first and after the last was opened", () => {
  const cut = minutes(120, (minute) => [minute < 90 ? 1_500 : minute < 92 ? 900 : 600, ...opened(minute)]);
  // It was half above the usual: of that, too, they took their share.
  expect(takenOff(cut, usualW)?.share).toBeCloseTo(0.6, 6);
});

test("a load that would have fallen anyway is not taken for what was switched off", () => {
  const falling = (atMs: number) => (atMs < 90 * minuteMs ? 1_000 : 500);
  const cut = minutes(120, (minute) => [minute < 90 ? 1_000 : minute < 92 ? 500 : 400, ...opened(minute)]);
  expect(takenOff(cut, falling)?.share).toBeCloseTo(0.2, 6);
});

test("right after a switch was opened, and where the load was not measured since, nothing is known", () => {
  expect(
    takenOff(
      minutes(93, (minute) => [1_000, ...opened(minute)]),
      usualW,
    ),
  ).toBeUndefined();
  expect(
    takenOff(
      minutes(120, (minute) => [minute < 90 ? 1_000 : null, ...opened(minute)]),
      usualW,
    ),
  ).toBeUndefined();
  expect(takenOff({ atMs: [], loadW: [], switches: [[]] }, usualW)).toBeUndefined();
});

test("where they were opened before the first reading, the usual load stands for the one before", () => {
  expect(
    takenOff(
      minutes(60, () => [300, 0, 0]),
      usualW,
    )?.share,
  ).toBeCloseTo(0.7, 6);
  // More is drawn than usual: nothing is taken off, and nothing added.
  expect(
    takenOff(
      minutes(60, () => [1_300, 0, 0]),
      usualW,
    )?.share,
  ).toBe(0);
});

test("what is left on draws in every hour at least what it draws now, so that a cold room counts in the night, too", () => {
  // Of 1,500 W in the evening 300 W are left, and by night all loads together draw 500 W.
  const evening = minutes(160, (minute) => [minute < 92 ? 1_500 : 300, ...opened(minute)]);
  const taken = takenOff(evening, () => 1_500)!;
  expect(taken.restW).toBeCloseTo(300, 6);
  const left = (loadW: number[]) => shareByHour(taken, loadW).map((share, hour) => loadW[hour]! * (1 - share));
  expect(left([1_500, 500, 200, 3_000])).toEqual([300, 300, 200, 600].map((watt) => expect.closeTo(watt, 6)));
});

/** All but a cold room is cut after an hour and a half, by relays that open one after the other. */
const coldRoomLeft = (count: number, restW: (minute: number) => number | null) =>
  minutes(count, (minute) => [minute < 90 ? 1_500 : minute < 92 ? 900 : restW(minute), ...opened(minute)]);
const leftOf = (taken: ReturnType<typeof takenOff>, loadW: number) => loadW * (1 - shareByHour(taken!, [loadW])[0]!);

test("what falls as load protection opens relays is theirs, and minutes later a forecast counts only what is on", () => {
  // A research base draws about 1.7 kW, somewhat more just then; 245 W are left a minute after its relays read open.
  const base = minutes(94, (minute) => [
    minute < 80 ? 1_680 : minute < 91 ? 1_860 : 245,
    minute < 90 ? 1 : 0,
    minute < 90 ? 1 : 0,
  ]);
  const taken = takenOff(base, () => 1_600);
  expect(taken).toMatchObject({ isEarly: false });
  expect(leftOf(taken, 1_600)).toBeLessThan(300);
  expect(leftOf(taken, 1_600)).toBeGreaterThanOrEqual(200);
});

test("two minutes after the last of some relays that open one after the other, what all of them take off is known", () => {
  // A reading each ten seconds; the load falls by 380 W, 230 W and 750 W.
  const opensAt = [30, 33, 37];
  const known = (count: number) => {
    const places = Array.from({ length: count }, (_, place) => place);
    return takenOff(
      {
        atMs: places.map((place) => place * 10_000),
        loadW: places.map((place) => (place < 30 ? 1_800 : place < 33 ? 1_420 : place < 37 ? 1_195 : 445)),
        switches: opensAt.map((at) => places.map((place) => (place < at ? 1 : 0))),
      },
      () => 1_700,
    );
  };
  expect(known(48)).toBeUndefined();
  expect(known(50)?.isEarly).toBe(false);
  expect(leftOf(known(50), 1_800)).toBeCloseTo(445, 0);
});

test("a pause of what is left on is not taken for what was switched off before it", () => {
  const paused = takenOff(
    coldRoomLeft(98, (minute) => (minute < 94 ? 450 : 50)),
    () => 1_500,
  );
  expect(leftOf(paused, 1_500)).toBeGreaterThan(400);
  // It goes on for a quarter of an hour, and the cold room runs again.
  const later = takenOff(
    coldRoomLeft(122, (minute) => (minute >= 94 && minute < 109 ? 50 : 450)),
    () => 1_500,
  );
  expect(leftOf(later, 1_500)).toBeGreaterThan(300);
});

test("what falls only later may be a pause: within the hour it is taken off little by little, and that is in doubt", () => {
  // What the relays feed was at rest, or so is the cold room now.
  const late = takenOff(
    minutes(122, (minute) => [minute < 105 ? 1_500 : 300, ...opened(minute)]),
    () => 1_500,
  );
  expect(late?.isEarly).toBe(true);
  expect(leftOf(late, 1_500)).toBeGreaterThan(900);
  // Nor is it known where nothing was measured as they were opened.
  const unread = takenOff(
    coldRoomLeft(104, (minute) => (minute < 98 ? null : 50)),
    () => 1_500,
  );
  expect(unread?.isEarly).toBe(true);
  expect(leftOf(unread, 1_500)).toBeGreaterThan(1_100);
  // After an hour all of it is.
  const hourLater = takenOff(
    coldRoomLeft(153, (minute) => (minute < 98 ? null : 50)),
    () => 1_500,
  );
  expect(hourLater?.isEarly).toBe(false);
  expect(leftOf(hourLater, 1_500)).toBeLessThan(60);
});

test("a switch that reports seldom stays as it was read last", () => {
  const cut = minutes(120, (minute) => [minute < 92 ? 1_000 : 400, ...opened(minute)]);
  const switches = cut.switches.map((column) => column.map((on, minute) => (minute % 10 === 0 ? on : null)));
  expect(takenOff({ ...cut, switches }, usualW)?.share).toBeCloseTo(0.6, 6);
});

test("by its own meter, a part has its share of each hour, without the hours in which loads were shed", () => {
  const hourOfWeek = (atMs: number) => Math.floor(atMs / hourMs) % 168;
  const hourly = (valueOf: (hour: number) => number) => ({
    fromMs: 0,
    values: Float64Array.from({ length: 28 * 24 }, (_, index) => valueOf(index)),
  });
  // By night it draws half of all; on the third day it was shed.
  const isShed = (index: number) => Math.floor(index / 24) === 2;
  const load = hourly((index) => (isShed(index) ? NaN : 400));
  const part = hourly((index) => (isShed(index) ? 0 : index % 24 < 6 ? 200 : 40));
  const share = meteredShare(part, load, hourOfWeek)!;
  expect(share[3]).toBeCloseTo(0.5, 6);
  expect(share[12]).toBeCloseTo(0.1, 6);
  expect(
    meteredShare(
      hourly(() => NaN),
      load,
      hourOfWeek,
    ),
  ).toBeUndefined();
});
