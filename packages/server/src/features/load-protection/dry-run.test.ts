import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { expect, test } from "vitest";

import { DryRun, type PastReading } from "./dry-run.ts";

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 4, 1);
const setting: LoadProtection = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 300,
  loads: [
    { target: "relay.1", neverCut: false },
    { target: "relay.2", neverCut: true },
  ],
};

/** A reading each minute, from what is known at each. */
function runOver(
  minutes: number,
  at: (minute: number) => Partial<Omit<PastReading, "atMs">> | undefined,
  given = setting,
): DryRun {
  const run = new DryRun(given, startMs);
  for (let minute = 0; minute < minutes; minute++) {
    const known = at(minute);
    if (!known) continue;
    const none = { socPercent: undefined, voltageV: undefined, batteryW: undefined, loadW: undefined };
    run.look({ ...none, on: [true, true], ...known, atMs: startMs + minute * minuteMs }, minuteMs);
  }
  return run;
}

/** Down from 40 % by a percent each ten minutes for five hours, and up again. */
const night = (minute: number) => 40 - Math.min(minute, 600 - minute) / 10;

test("it would cut after the delay and give back when the charge has recovered, and nothing that is never cut", () => {
  const result = runOver(600, (minute) => ({ socPercent: night(minute) })).result(startMs + 600 * minuteMs, undefined);
  // Below 20 % from minute 201 on and at 30 % again in minute 500.
  expect(result.spans).toEqual([
    { fromMs: startMs + 206 * minuteMs, toMs: startMs + 505 * minuteMs, targets: ["relay.1"] },
  ]);
  expect(result.switchings).toBe(2);
  expect(result.loads).toEqual([
    { target: "relay.1", cuts: 1, hours: (505 - 206) / 60, powerW: undefined, isAssumedOn: false },
    { target: "relay.2", cuts: 0, hours: 0, powerW: undefined, isAssumedOn: false },
  ]);
  // What the load draws is not known, and so neither is what it would have left.
  expect(result.lowest).toMatchObject({ measured: 10, estimated: undefined });
});

test("a load that was off anyway is not counted as without power", () => {
  const result = runOver(600, (minute) => ({ socPercent: night(minute), on: [minute < 300, true] }));
  expect(result.result(startMs + 600 * minuteMs, undefined).loads[0]?.hours).toBeCloseTo((299 - 206) / 60);
});

test("what a load draws is learned from its switching, and tells what the battery would have kept", () => {
  const before = 24;
  // Switched off for an hour, six times; with it, 150 W more are drawn.
  const isOn = (minute: number) => minute >= before * 60 || Math.floor(minute / 60) % 4 !== 0;
  const run = runOver(before * 60 + 600, (minute) => {
    const on = isOn(minute);
    return {
      socPercent: minute < before * 60 ? 60 : night(minute - before * 60),
      loadW: on ? 350 : 200,
      on: [on, true],
    };
  });
  const { loads, lowest } = run.result(startMs + (before * 60 + 600) * minuteMs, 10_000);
  expect(loads[0]?.powerW).toBe(150);
  expect(loads[1]?.powerW).toBeUndefined();
  expect(lowest?.measured).toBe(10);
  // Until then it would have been cut for an hour and a half: 1.5 h * 150 W of 10 kWh.
  expect(lowest?.estimated).toBeCloseTo(10 + 2.25, 0);
});

test("hours without a reading are a gap, and what is cut then is not counted", () => {
  const result = runOver(1_200, (minute) => (minute >= 400 && minute < 800 ? undefined : { socPercent: 10 })).result(
    startMs + 1_200 * minuteMs,
    undefined,
  );
  expect(result.gaps).toEqual([{ fromMs: startMs + 399 * minuteMs, toMs: startMs + 800 * minuteMs }]);
  expect(result.knownMs).toBe((399 + 399) * minuteMs);
  expect(result.loads[0]?.hours).toBeCloseTo((399 - 5 + 399) / 60);
  expect(result.spans).toMatchObject([{ toMs: undefined }]);
});

test("without charge and voltage nothing is known, and nothing would be cut", () => {
  const result = runOver(600, () => ({ loadW: 300 })).result(startMs + 600 * minuteMs, undefined);
  expect(result).toMatchObject({ knownMs: 0, spans: [], switchings: 0, lowest: undefined });
  expect(result.gaps).toEqual([{ fromMs: startMs, toMs: startMs + 600 * minuteMs }]);
});

test("a charge that is missing now and then begins the delay again, as at the controller", () => {
  const often = runOver(600, (minute) => ({ socPercent: minute % 4 === 0 ? undefined : 10 }));
  expect(often.result(startMs + 600 * minuteMs, undefined)).toMatchObject({ spans: [], switchings: 0 });
});

test("protection that is off cuts nothing, and the charge stays as it was measured", () => {
  const off = { ...setting, enabled: false };
  const result = runOver(600, (minute) => ({ socPercent: night(minute) }), off).result(startMs + 600 * minuteMs, 5_000);
  expect(result.spans).toEqual([]);
  expect(result.lowest).toMatchObject({ measured: 10, estimated: 10 });
});
