import { describe, expect, test } from "vitest";

import { batteryState, hasOldValue, isStale, isValueStale, troublesOf, valueAt } from "./container-facts.ts";
import { fakeNowMs as now, fakeContainer, fakeEnergy, minutesAgo } from "./container-row.fake.ts";
import { gridOrder } from "./fleet-facts.ts";

describe("what is wrong with a container", () => {
  test("is nothing when it is online, charged and sending", () => {
    expect(troublesOf(fakeContainer(), now)).toEqual([]);
  });

  test("is also that loads which have power now were cut more than once within a day", () => {
    const cuts = (count: number) => ({ ended: { from: minutesAgo(600), to: minutesAgo(60), count, seconds: 9_000 } });
    expect(troublesOf(fakeContainer({ energy: fakeEnergy("charging", cuts(11)) }), now)).toEqual([
      { kind: "cut_often", figure: 11 },
    ]);
    expect(troublesOf(fakeContainer({ energy: fakeEnergy("charging", cuts(1)) }), now)).toEqual([]);
    expect(troublesOf(fakeContainer({ energy: fakeEnergy("cut_ahead", cuts(11)) }), now)).toEqual([
      { kind: "cut_ahead" },
    ]);
  });

  test("is not that its energy is unknown while only the first charge has come", () => {
    const energy = { ...fakeEnergy("unknown"), at: null };
    expect(troublesOf(fakeContainer({ energy, soc: 63 }), now)).toEqual([]);
  });

  test("is listed worst first, with how long it has lasted", () => {
    const container = fakeContainer({
      status: "offline",
      lastSeen: minutesAgo(120),
      valuesAt: minutesAgo(120),
      energy: fakeEnergy("cut", { since: minutesAgo(200), at: minutesAgo(120) }),
      alarms: ["hot"],
    });
    expect(troublesOf(container, now)).toEqual([
      { kind: "cut" },
      { kind: "offline", forMs: 120 * 60_000 },
      { kind: "battery", alarm: "hot" },
    ]);
  });

  test("is a charge that is not known, and why is said once: none comes, nothing comes, or the container is silent", () => {
    const unknown = fakeEnergy("unknown", { at: minutesAgo(60) });
    expect(troublesOf(fakeContainer({ energy: unknown }), now)).toEqual([{ kind: "unknown", forMs: 60 * 60_000 }]);
    const silent = fakeContainer({ energy: unknown, status: "offline", lastSeen: null, valuesAt: minutesAgo(60) });
    expect(troublesOf(silent, now)).toEqual([{ kind: "offline" }]);
    const old = fakeContainer({ energy: unknown, valuesAt: minutesAgo(60) });
    expect(troublesOf(old, now).map(({ kind }) => kind)).toEqual(["stale"]);
    const never = fakeContainer({ soc: null, energy: fakeEnergy("unknown", { at: null }) });
    expect(troublesOf(never, now)).toEqual([{ kind: "unknown" }]);
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
    const container = fakeContainer({ systemStatus: "clock", alarms: ["no_charge", "soh"] });
    expect(troublesOf(container, now)).toEqual([
      { kind: "battery", alarm: "no_charge" },
      { kind: "battery", alarm: "soh" },
      { kind: "clock" },
    ]);
  });

  test("does not include a battery that charges or is full", () => {
    expect(troublesOf(fakeContainer({ energy: fakeEnergy("charging") }), now)).toEqual([]);
    expect(troublesOf(fakeContainer({ energy: fakeEnergy("full") }), now)).toEqual([]);
  });
});

describe("the order of containers", () => {
  const fine = fakeContainer({ name: "Fine" });
  const offline = fakeContainer({ name: "Offline", status: "offline", lastSeen: minutesAgo(60) });
  const longOffline = fakeContainer({ name: "Long offline", status: "offline", lastSeen: minutesAgo(600) });
  const forgotten = fakeContainer({ name: "Forgotten", status: "offline", lastSeen: minutesAgo(100 * 24 * 60) });
  const just = fakeContainer({ name: "Just", status: "just_offline", lastSeen: minutesAgo(5) });
  const low = fakeContainer({ name: "Low", soc: 25, energy: fakeEnergy("below_reserve") });
  const lower = fakeContainer({ name: "Lower", soc: 12, energy: fakeEnergy("below_reserve") });
  const cut = fakeContainer({ name: "Cut", energy: fakeEnergy("cut", { since: minutesAgo(60) }) });
  const cutLong = fakeContainer({
    name: "Cut long",
    status: "offline",
    energy: fakeEnergy("cut", { since: minutesAgo(700) }),
  });
  const ahead = fakeContainer({ name: "Ahead", energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(-400) }) });
  const clock = fakeContainer({ name: "Clock", systemStatus: "clock" });
  const old = fakeContainer({ name: "Old", valuesAt: minutesAgo(20), energy: fakeEnergy("unknown") });
  const blind = fakeContainer({ name: "Blind", energy: fakeEnergy("unknown", { at: minutesAgo(30) }) });
  const blindLong = fakeContainer({ name: "Blind long", energy: fakeEnergy("unknown", { at: minutesAgo(300) }) });
  const unmeasured = fakeContainer({ name: "Unmeasured", soc: null, energy: fakeEnergy("unknown", { at: null }) });

  test("has the worst first, and last what has been silent for three months", () => {
    const all = [
      ...[fine, forgotten, clock, low, ahead, just, cut, old, offline, lower, longOffline, cutLong],
      ...[unmeasured, blind, blindLong],
    ];
    const names = gridOrder(all, now).map((container) => container.name);
    expect(names).toEqual([
      ...["Cut long", "Cut", "Ahead", "Lower", "Low"],
      ...["Blind long", "Blind", "Unmeasured", "Old"],
      ...["Long offline", "Offline", "Just", "Clock", "Fine", "Forgotten"],
    ]);
  });
});

test("a controller that nobody watches sends once a minute, so its values are not stale before three minutes", () => {
  expect(isStale(fakeContainer({ everyS: 60, valuesAt: minutesAgo(2.9) }), now)).toBe(false);
  expect(isStale(fakeContainer({ everyS: 60, valuesAt: minutesAgo(3.1) }), now)).toBe(true);
  expect(isStale(fakeContainer({ everyS: 600, valuesAt: minutesAgo(20) }), now)).toBe(false);
  expect(isStale(fakeContainer({ valuesAt: null }), now)).toBe(true);
});

test("a value has an age of its own where its sensor stopped", () => {
  const container = fakeContainer({ olderAt: { soc: minutesAgo(45) } });
  expect(valueAt(container, "soc")).toBe(now - 45 * 60_000);
  expect(valueAt(container, "solarPower")).toBe(now);
  expect(isValueStale(container, "soc", now)).toBe(true);
  expect(isValueStale(container, "solarPower", now)).toBe(false);
  expect(isStale(container, now)).toBe(false);
  expect(hasOldValue(container, now)).toBe(true);
  expect(hasOldValue(fakeContainer(), now)).toBe(false);
});

test("what the battery does follows its power, positive while charging", () => {
  expect(batteryState({ soc: 50, batteryPower: 900 }, false)).toBe("charging");
  expect(batteryState({ soc: 50, batteryPower: -900 }, false)).toBe("discharging");
  expect(batteryState({ soc: 50, batteryPower: -4 }, false)).toBe("idle");
  expect(batteryState({ soc: 50, batteryPower: null }, false)).toBe("unmeasured");
  expect(batteryState({ soc: 99, batteryPower: 20 }, false)).toBe("full");
  expect(batteryState({ soc: 99, batteryPower: null }, false)).toBe("full");
  expect(batteryState({ soc: 100, batteryPower: -1_030 }, false)).toBe("discharging");
  expect(batteryState({ soc: 50, batteryPower: 900 }, true)).toBe("stale");
});

test("warnings of rules are troubles in their place, as far as they need somebody", () => {
  const open = (worst: "info" | "warning" | "critical") =>
    troublesOf(fakeContainer({ openWarnings: { count: 2, worst }, status: "offline", lastSeen: minutesAgo(60) }), now);
  expect(open("critical").map(({ kind }) => kind)).toEqual(["rule_critical", "offline"]);
  expect(open("warning")).toMatchObject([{ kind: "offline" }, { kind: "rule_warning", figure: 2 }]);
  expect(open("info").map(({ kind }) => kind)).toEqual(["offline"]);
});
