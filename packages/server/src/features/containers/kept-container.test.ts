import type { BatteryAlarm } from "@offgrid/contract/devices/battery-alarms";
import fc from "fast-check";
import { expect, test } from "vitest";

import { Now } from "../../core/now.ts";
import { type StoredContainer, toContainerRow } from "./container-row.ts";
import { KeptContainer } from "./kept-container.ts";
import { neverSeen } from "./stored-container.fixture.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const startMs = Date.UTC(2026, 9, 24);

/** Around a change of clocks in Europe, in the minutes and days before and after. */
const instant = fc.oneof(
  fc.integer({ min: -20 * minuteMs, max: 20 * minuteMs }),
  fc.integer({ min: -3 * dayMs, max: 3 * dayMs }),
);
const date = fc.option(instant.map((ms) => new Date(startMs + ms)));
const stored: fc.Arbitrary<StoredContainer> = fc
  .record({
    zoneName: fc.constantFrom("UTC", "Africa/Lagos", "Asia/Kathmandu", "Europe/Berlin"),
    at: date,
    soc: fc.constantFrom(null, 5, 50, 100),
    batteryPower: fc.constantFrom(null, -300, 300),
    everyS: fc.constantFrom(null, 10, 300),
    energyDay: fc.constantFrom(null, "2026-10-23", "2026-10-24", "2026-10-25"),
    linked: fc.option(fc.boolean()),
    lastContactAt: date,
    blackoutState: fc.constantFrom(null, "safe", "dip", "blackout"),
    blackoutAt: date,
    backAt: date,
    hasGenerator: fc.boolean(),
    generator: fc.option(
      fc.record({
        on: fc.option(
          fc.tuple(
            fc.constantFrom(0, 1),
            instant.map((ms) => startMs + ms),
          ),
        ),
      }),
    ),
    cutSince: date,
    olderAt: fc.option(fc.record({ soc: instant.map((ms) => startMs + ms) })),
    alarms: fc.option(fc.constant<BatteryAlarm[]>(["no_charge"])),
  })
  .map((given) => ({ ...neverSeen, ...given, solarWh: 900, loadWh: 300 }));

test("a row that was kept is at each instant the one that would be made then, whichever way time goes", () => {
  const call = fc.record({
    afterMs: instant,
    startedBeforeMs: fc.constantFrom(dayMs, 80_000),
    isFavorite: fc.boolean(),
  });
  fc.assert(
    fc.property(stored, fc.array(call, { minLength: 2, maxLength: 8 }), (container, calls) => {
      const kept = new KeptContainer(container);
      for (const { afterMs, startedBeforeMs, isFavorite } of calls) {
        const nowMs = startMs + afterMs;
        const portalStartedAtMs = startMs - startedBeforeMs;
        const made = toContainerRow(container, { now: new Now(nowMs), portalStartedAtMs }, isFavorite);
        expect(kept.row({ nowMs, portalStartedAtMs }, isFavorite)).toEqual(made);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a row is made again at the instant at which it changes, and until right before it is neither made nor wrong", () => {
  const portalStartedAtMs = startMs - dayMs;
  fc.assert(
    fc.property(stored, instant, (container, afterMs) => {
      const kept = new KeptContainer(container);
      const makeAt = (ms: number) => {
        const now = new Now(ms);
        return { row: toContainerRow(container, { now, portalStartedAtMs }, false), untilMs: now.untilMs };
      };
      const nowMs = startMs + afterMs;
      const first = kept.row({ nowMs, portalStartedAtMs }, false);
      const { untilMs } = makeAt(nowMs);
      const lastMs = Math.min(untilMs, nowMs + dayMs) - 1;
      expect(kept.row({ nowMs: lastMs, portalStartedAtMs }, false)).toBe(first);
      expect(makeAt(lastMs).row).toEqual(first);
      if (untilMs < Infinity) expect(kept.row({ nowMs: untilMs, portalStartedAtMs }, false)).not.toBe(first);
    }),
    { numRuns: 2_000 },
  );
});
