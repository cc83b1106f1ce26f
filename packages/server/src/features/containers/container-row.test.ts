import { expect, test } from "vitest";

import { Now } from "../../core/now.ts";
import { type StoredContainer, coverageToday, toContainerRow } from "./container-row.ts";
import { neverSeen } from "./stored-container.fixture.ts";

const midnightMs = Date.UTC(2026, 10, 20);
const minuteMs = 60_000;

/** @param at Minutes of the day of the newest reading, up to which all was measured. */
const stored = (at: number, measured = at) => ({
  zoneName: "UTC",
  energyDay: "2026-11-20",
  energyMeasuredS: measured * 60,
  at: new Date(midnightMs + at * minuteMs),
  everyS: 10,
});

test("minutes after midnight a day of which nothing is missing is whole, though its next reading is still to come", () => {
  expect(coverageToday(stored(1), midnightMs + 2.5 * minuteMs)).toBe(1);
  expect(coverageToday(stored(600), midnightMs + 601 * minuteMs)).toBe(1);
});

test("what is missing before the newest reading is counted, and so is all since it once the next one is late", () => {
  expect(coverageToday(stored(60, 45), midnightMs + 61 * minuteMs)).toBe(0.75);
  expect(coverageToday(stored(60), midnightMs + 120 * minuteMs)).toBe(0.5);
  expect(coverageToday({ ...stored(60), energyDay: "2026-11-19" }, midnightMs + 61 * minuteMs)).toBe(0);
});

test("what an open warning looks at is not counted as an alarm of the battery once more", () => {
  const counted = (openWarnings: StoredContainer["openWarnings"]) => {
    const moment = { now: new Now(midnightMs), portalStartedAtMs: 0 };
    const { alarms, warnings } = toContainerRow({ ...neverSeen, alarms: ["cold", "soh"], openWarnings }, moment, false);
    return { alarms, warnings };
  };
  expect(counted(null)).toEqual({ alarms: ["cold", "soh"], warnings: 2 });
  expect(counted({ count: 1, worst: "warning" })).toEqual({ alarms: ["cold", "soh"], warnings: 3 });
  const attributes = ["battery.temperature", "load.power"];
  expect(counted({ count: 2, worst: "critical", attributes })).toEqual({ alarms: ["soh"], warnings: 3 });
});

test("a charge below the threshold of load protection is below the reserve, also while it is known only by what it cut", () => {
  const at = new Date(midnightMs);
  const rowOf = (known: Partial<StoredContainer>) => {
    const { energy, reserveSoc } = toContainerRow(
      { ...neverSeen, at, soc: 31, blackoutState: "safe", ...known },
      { now: new Now(midnightMs), portalStartedAtMs: 0 },
      false,
    );
    return { level: energy.level, reserveSoc };
  };
  expect(rowOf({})).toEqual({ level: "normal", reserveSoc: 20 });
  expect(rowOf({ protectionSoc: 40 })).toEqual({ level: "below_reserve", reserveSoc: 40 });
  const said = { sinceMs: midnightMs, reason: "protection", low: "charge", limit: 40 };
  const cut = (on: number) => ({
    cutOutputs: { "relay.1": said },
    switches: { "relay.1.on": [on, midnightMs], "relay.2.on": [1, midnightMs] } as const,
  });
  expect(rowOf(cut(0))).toEqual({ level: "cut_partly", reserveSoc: 40 });
  // It has power again: what cut it is not known to be in force.
  expect(rowOf(cut(1))).toEqual({ level: "normal", reserveSoc: 20 });
});
