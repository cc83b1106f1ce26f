import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { describe, expect, test } from "vitest";

import { changeRows, withMessage, withSnapshot } from "./row-changes.ts";

const atMs = Date.UTC(2026, 10, 20, 12);
const row: ContainerRow = {
  containerId: "lodwar",
  id: "lodwar",
  name: "Lodwar clinic",
  version: null,
  isOnline: true,
  status: "online",
  lastSeen: null,
  serialNumber: "SN-1",
  systemStatus: "ok",
  soc: 80,
  solarPower: 2_000,
  loadPower: 500,
  batteryPower: 1_500,
  valuesAt: new Date(atMs).toISOString(),
  reserveSoc: 20,
  olderAt: {},
  energy: { level: "normal", since: null, cutAt: null, backAt: null, at: null },
  everyS: 10,
  energyConsumption: null,
  solarGeneration: null,
  location: null,
  address: null,
  zoneName: "Africa/Nairobi",
  cluster: null,
  clusterId: null,
  simOperator: null,
  blackout: null,
  alarms: [],
  warnings: 0,
  openWarnings: null,
  works: null,
  favorite: false,
  retiredAt: null,
};

describe("a live message", () => {
  test("changes the values that it carries and leaves the others", () => {
    const next = withMessage(row, {
      v: 1,
      ts: atMs + 10_000,
      values: { "solar.power": 0, "ac.on": 1 },
      status: "online",
    });
    expect(next).toEqual({ ...row, solarPower: 0, valuesAt: new Date(atMs + 10_000).toISOString() });
  });

  test("that comes late changes no value back, but updates the state", () => {
    const next = withMessage(row, { v: 1, ts: atMs - 1, values: { "solar.power": 7 }, status: "just_offline" });
    expect(next).toEqual({ ...row, status: "just_offline", isOnline: false });
  });
});

describe("the age of a value", () => {
  const stopped = new Date(atMs - 600_000).toISOString();
  const laterMs = atMs + 10_000;
  const later = new Date(laterMs).toISOString();
  const old = { ...row, olderAt: { soc: stopped } };

  test("stays what it was while messages say that it is missing", () => {
    const message: ContainerMessage = {
      v: 1,
      ts: laterMs,
      values: { "solar.power": 5 },
      missing: ["battery.soc"],
      status: "online",
    };
    expect(withMessage(old, message)).toMatchObject({ soc: 80, olderAt: { soc: stopped }, valuesAt: later });
    const row2 = withMessage(row, message);
    expect(row2.olderAt).toEqual({ soc: row.valuesAt });
    expect(withMessage(row2, { ...message, ts: laterMs + 10_000 }).olderAt).toEqual({ soc: row.valuesAt });
  });

  test("is that of the message once the value is read again, changed or not", () => {
    const message = { v: 1, ts: laterMs, status: "online" } as const;
    expect(withMessage(old, { ...message, values: { "battery.soc": 71 } })).toMatchObject({ soc: 71, olderAt: {} });
    expect(withMessage(old, { ...message, values: {} })).toMatchObject({ soc: 80, olderAt: {}, valuesAt: later });
  });

  test("is its own in a snapshot", () => {
    const values = { "battery.soc": { value: 40, at: stopped }, "load.power": { value: 90, at: later } };
    expect(withSnapshot(row, { values, status: "online" })).toMatchObject({
      soc: 40,
      loadPower: 90,
      olderAt: { soc: stopped },
      valuesAt: later,
    });
  });
});

describe("a snapshot", () => {
  test("brings values into a row that had none", () => {
    const empty = { ...row, soc: null, solarPower: null, loadPower: null, batteryPower: null, valuesAt: null };
    const at = new Date(atMs).toISOString();
    const values = { "battery.soc": { value: 41, at }, "load.power": { value: 90, at }, "door.open": { value: 0, at } };
    expect(withSnapshot(empty, { values, status: "online" })).toEqual({
      ...empty,
      soc: 41,
      loadPower: 90,
      valuesAt: at,
    });
  });

  test("without anything of the row changes only its state", () => {
    expect(withSnapshot(row, { values: {}, status: "online" })).toBe(row);
    expect(withSnapshot(row, { values: {}, status: "offline" })).toMatchObject({ isOnline: false, soc: 80 });
  });
});

test("a list keeps its identity while nothing in it changes", () => {
  const rows = [row, { ...row, containerId: "other" }];
  expect(changeRows(rows, new Map([["unknown", () => ({ ...row, soc: 1 })]]))).toBe(rows);
  expect(changeRows(rows, new Map([["lodwar", (same: ContainerRow) => same]]))).toBe(rows);
  const next = changeRows(rows, new Map([["lodwar", (one: ContainerRow) => ({ ...one, soc: 1 })]]));
  expect(next.map((one) => one.soc)).toEqual([1, 80]);
  expect(next[1]).toBe(rows[1]);
});
