import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { expect, test } from "vitest";

import { withMessage, withSnapshot } from "./live-merge.ts";

const atMs = Date.UTC(2026, 10, 20, 12);
const at = new Date(atMs).toISOString();
const info = {
  containerId: "lodwar",
  status: "online",
  isOnline: true,
  lastSeen: at,
  quality: { clockOffsetS: null, refused: 3 },
  values: { "solar.power": { value: 100, at }, "load.power": { value: 40, at } },
} as unknown as ContainerInfoV4;

const later = new Date(atMs + 10_000).toISOString();

test("a message updates its values, the age of values that were read again unchanged, and the last sign of life", () => {
  const next = withMessage(info, { v: 1, ts: atMs + 10_000, values: { "solar.power": 120 }, status: "online" });
  expect(next.values).toEqual({ "solar.power": { value: 120, at: later }, "load.power": { value: 40, at: later } });
  expect(next.lastSeen).toBe(later);
  expect(info.values["solar.power"]).toEqual({ value: 100, at });
});

test("a value without a valid reading keeps its age", () => {
  const message = { v: 1, ts: atMs + 10_000, values: {}, missing: ["load.power"], status: "online" } as const;
  const next = withMessage(info, { ...message, missing: [...message.missing] });
  expect(next.values).toEqual({ "solar.power": { value: 100, at: later }, "load.power": { value: 40, at } });
});

test("a message that carries only the status makes no value fresh", () => {
  const next = withMessage(info, { v: 1, ts: 0, values: {}, status: "just_offline" });
  expect([next.values, next.status, next.lastSeen]).toEqual([info.values, "just_offline", at]);
});

test("a message says how far the controller's clock is off; without that field the clock is right again", () => {
  const off = withMessage(info, { v: 1, ts: 0, values: {}, status: "online", clockOffsetS: 3_600 });
  expect([off.quality, off.values]).toEqual([{ clockOffsetS: 3_600, refused: 3 }, info.values]);
  expect(withMessage(off, { v: 1, ts: 0, values: {}, status: "online" }).quality).toEqual(info.quality);
});

test("a late message changes nothing back", () => {
  const next = withMessage(info, {
    v: 1,
    ts: atMs - 10_000,
    values: { "solar.power": 1, "new.one": 5 },
    status: "online",
  });
  expect(next.values["solar.power"]?.value).toBe(100);
  expect(next.values["new.one"]?.value).toBe(5);
  expect(next.lastSeen).toBe(at);
});

test("a snapshot brings new metrics and the state", () => {
  const next = withSnapshot(info, { values: { "battery.soc": { value: 50, at } }, status: "just_offline" });
  expect(Object.keys(next.values)).toEqual(["solar.power", "load.power", "battery.soc"]);
  expect([next.status, next.isOnline]).toEqual(["just_offline", false]);
});
