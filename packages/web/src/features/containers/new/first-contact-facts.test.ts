import { expect, test } from "vitest";

import { firstContact, isComplete, isSilent, silentMs } from "./first-contact-facts.ts";

const createdAt = "2026-11-20T08:00:00.000Z";
const at = "2026-11-20T08:05:00.000Z";
const quality = {
  clockOffsetS: null,
  clockSince: null,
  metricsRefusedAt: null,
  refused: 0,
  quarantined: 0,
  earliest: createdAt,
  conflicts: 0,
};
const fresh = { createdAt, lastSeen: null, values: {}, quality, devices: [] };
const states = (given: object) => firstContact({ ...fresh, ...given }).map(({ state }) => state);

test("of a container that has never connected only the registration is done, and its clock is not known to be right", () => {
  expect(states({})).toEqual(["done", "waiting", "waiting", "waiting", "waiting"]);
  expect(isComplete(firstContact(fresh))).toBe(false);
});

test("each thing is done once it was received", () => {
  expect(states({ lastSeen: at })).toEqual(["done", "done", "waiting", "waiting", "waiting"]);
  const all = {
    ...fresh,
    lastSeen: at,
    values: { "battery.soc": { value: 50, at } },
    devices: [{ id: "a", type: "b" }],
  };
  expect(isComplete(firstContact(all))).toBe(true);
});

test("a clock that is wrong is said with its offset, also before the first live value", () => {
  const wrong = { ...fresh, lastSeen: at, quality: { ...quality, clockOffsetS: -120 } };
  expect(firstContact(wrong)[3]).toEqual({ check: "clock", state: "wrong", figure: -120 });
});

test("without any contact a quarter of an hour after its registration, a container is silent", () => {
  const since = Date.parse(createdAt);
  expect(isSilent(fresh, since + silentMs - 1)).toBe(false);
  expect(isSilent(fresh, since + silentMs)).toBe(true);
  expect(isSilent({ ...fresh, lastSeen: at }, since + 2 * silentMs)).toBe(false);
});
