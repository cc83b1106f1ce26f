import { describe, expect, test } from "vitest";

import { batteryState, compareWorst, isStale, troublesOf } from "./container-facts.ts";
import { fakeNowMs as now, fakeContainer, minutesAgo } from "./container-row.fake.ts";

describe("what is wrong with a container", () => {
  test("is nothing when it is online, charged and sending", () => {
    expect(troublesOf(fakeContainer(), now)).toEqual([]);
  });

  test("is listed worst first, with how long it has lasted", () => {
    const container = fakeContainer({
      status: "offline",
      lastSeen: minutesAgo(120),
      valuesAt: minutesAgo(120),
      soc: 18,
    });
    expect(troublesOf(container, now)).toEqual([
      { kind: "offline", forMs: 120 * 60_000 },
      { kind: "low_soc", figure: 18 },
    ]);
  });

  test("names old values only of a container that is online", () => {
    expect(troublesOf(fakeContainer({ valuesAt: minutesAgo(12) }), now)).toEqual([
      { kind: "stale", forMs: 12 * 60_000 },
    ]);
    const silent = fakeContainer({ status: "just_offline", lastSeen: minutesAgo(4), valuesAt: minutesAgo(4) });
    expect(troublesOf(silent, now)).toEqual([{ kind: "just_offline", forMs: 4 * 60_000 }]);
  });

  test("has no age where there was never any contact", () => {
    const container = fakeContainer({
      status: "offline",
      lastSeen: null,
      valuesAt: null,
      soc: null,
      systemStatus: "unknown",
    });
    expect(troublesOf(container, now)).toEqual([{ kind: "offline" }]);
  });

  test("includes a clock that is ahead and open warnings", () => {
    const container = fakeContainer({ systemStatus: "clock", warnings: 2 });
    expect(troublesOf(container, now)).toEqual([{ kind: "warnings", figure: 2 }, { kind: "clock" }]);
  });

  test("does not include a battery at exactly 30 %", () => {
    expect(troublesOf(fakeContainer({ soc: 30 }), now)).toEqual([]);
    expect(troublesOf(fakeContainer({ soc: 29.9 }), now)).toEqual([{ kind: "low_soc", figure: 29.9 }]);
  });
});

describe("the order of containers", () => {
  const fine = fakeContainer({ name: "Fine" });
  const offline = fakeContainer({ name: "Offline", status: "offline", lastSeen: minutesAgo(60) });
  const longOffline = fakeContainer({ name: "Long offline", status: "offline", lastSeen: minutesAgo(600) });
  const forgotten = fakeContainer({ name: "Forgotten", status: "offline", lastSeen: minutesAgo(100 * 24 * 60) });
  const just = fakeContainer({ name: "Just", status: "just_offline", lastSeen: minutesAgo(5) });
  const low = fakeContainer({ name: "Low", soc: 25 });
  const lower = fakeContainer({ name: "Lower", soc: 12 });
  const clock = fakeContainer({ name: "Clock", systemStatus: "clock" });
  const old = fakeContainer({ name: "Old", valuesAt: minutesAgo(20) });

  test("has the worst first, and last what has been silent for three months", () => {
    const all = [fine, forgotten, clock, low, just, old, offline, lower, longOffline];
    const names = all.toSorted((one, other) => compareWorst(one, other, now)).map((container) => container.name);
    expect(names).toEqual(["Long offline", "Offline", "Just", "Lower", "Low", "Clock", "Old", "Fine", "Forgotten"]);
  });
});

test("a controller that nobody watches sends once a minute, so its values are not stale before three minutes", () => {
  expect(isStale(fakeContainer({ everyS: 60, valuesAt: minutesAgo(2.9) }), now)).toBe(false);
  expect(isStale(fakeContainer({ everyS: 60, valuesAt: minutesAgo(3.1) }), now)).toBe(true);
  expect(isStale(fakeContainer({ everyS: 600, valuesAt: minutesAgo(20) }), now)).toBe(false);
  expect(isStale(fakeContainer({ valuesAt: null }), now)).toBe(true);
});

test("what the battery does follows its power, positive while charging", () => {
  expect(batteryState({ soc: 50, batteryPower: 900 }, false)).toBe("charging");
  expect(batteryState({ soc: 50, batteryPower: -900 }, false)).toBe("discharging");
  expect(batteryState({ soc: 50, batteryPower: -4 }, false)).toBe("idle");
  expect(batteryState({ soc: 100, batteryPower: 20 }, false)).toBe("full");
  expect(batteryState({ soc: 50, batteryPower: 900 }, true)).toBe("stale");
});
