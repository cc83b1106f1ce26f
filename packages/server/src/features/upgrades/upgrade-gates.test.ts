import { expect, test } from "vitest";

import { gatesOf, type UpgradePlace, waitsOf } from "./upgrade-gates.ts";

const nowMs = Date.UTC(2026, 10, 23, 12);
const minuteMs = 60_000;
const good: UpgradePlace = {
  isOnline: true,
  capabilities: ["relay", "upgrade"],
  charge: { percent: 50, atMs: nowMs - minuteMs },
  signal: { dbm: -110, atMs: nowMs - minuteMs },
  reserveAtMs: undefined,
  isCut: false,
  isLocked: false,
  isWorkedOn: false,
  bundle: { leftBytes: 5_000_000, renewedOn: "2026-12-10" },
};
const load = { bytes: 5_000_000, isOverBundle: false };
const gates = (changes: Partial<UpgradePlace>, toLoad: typeof load | undefined = load) =>
  gatesOf({ ...good, ...changes }, toLoad, nowMs);

test("a container that is connected, charged and in nobody's hands is not waited for", () => {
  expect(gates({})).toEqual([]);
  expect(gates({ charge: undefined })).toEqual([]);
  expect(gates({ signal: undefined })).toEqual([]);
  // Where it was measured last, it may have been another day's weather.
  expect(gates({ signal: { dbm: -118, atMs: nowMs - 31 * minuteMs } })).toEqual([]);
  expect(gates({ reserveAtMs: nowMs + 12 * 60 * minuteMs })).toEqual([]);
});

test("each thing that stands in the way is named, and all of them at once", () => {
  expect(gates({ isOnline: false })).toEqual(["offline"]);
  expect(gates({ signal: { dbm: -111, atMs: nowMs } })).toEqual(["link_weak"]);
  expect(gates({ capabilities: ["relay"] })).toEqual(["not_upgradable"]);
  expect(gates({ charge: { percent: 49.9, atMs: nowMs } })).toEqual(["charge_low"]);
  expect(gates({ charge: { percent: 90, atMs: nowMs - 31 * minuteMs } })).toEqual(["charge_unknown"]);
  expect(gates({ reserveAtMs: nowMs + 12 * 60 * minuteMs - 1 })).toEqual(["reserve_ahead"]);
  // Also one that has passed: the battery is below its reserve, or about to be.
  expect(gates({ reserveAtMs: nowMs - minuteMs })).toEqual(["reserve_ahead"]);
  expect(gates({ isCut: true })).toEqual(["loads_cut"]);
  expect(gates({ isLocked: true })).toEqual(["locked"]);
  expect(gates({ isWorkedOn: true })).toEqual(["works"]);
  const worst = { isOnline: false, capabilities: [], reserveAtMs: nowMs, isCut: true, isLocked: true };
  expect(gates({ ...worst, charge: { percent: 10, atMs: nowMs } })).toEqual([
    "offline",
    "not_upgradable",
    "charge_low",
    "reserve_ahead",
    "loads_cut",
    "locked",
  ]);
});

test("a release that is larger than what is left of the data bundle waits, unless somebody lets it load", () => {
  const bundle = { leftBytes: 4_999_999, renewedOn: "2026-12-10" };
  expect(gates({ bundle })).toEqual(["data_bundle"]);
  expect(gates({ bundle }, { ...load, isOverBundle: true })).toEqual([]);
  expect(waitsOf({ ...good, bundle }, load, nowMs)).toEqual([
    { gate: "data_bundle", leftBytes: 4_999_999, neededBytes: 5_000_000, renewedOn: "2026-12-10" },
  ]);
  // What is not known is not waited for, and without a release there is nothing to load.
  expect(gates({ bundle: undefined })).toEqual([]);
  expect(gatesOf({ ...good, bundle }, undefined, nowMs)).toEqual([]);
});
