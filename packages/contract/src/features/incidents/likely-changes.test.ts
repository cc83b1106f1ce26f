import fc from "fast-check";
import { expect, test } from "vitest";

import { type ContainerChange, likelyChanges } from "./likely-changes.ts";

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 10, 27, 12);
const change = (key: string, containerId: string, minutesBefore: number): ContainerChange => ({
  kind: "command",
  key,
  containerId,
  atMs: nowMs - minutesBefore * minuteMs,
  what: key,
  outputName: null,
  userId: null,
});
const raisedAt = (count: number) =>
  new Map(Array.from({ length: count }, (_, index): [string, number] => [`c${index}`, nowMs]));

test("what was done at more of the containers comes first, then what was done last before", () => {
  const found = likelyChanges(
    [
      change("early", "c0", 50),
      change("late", "c0", 2),
      change("both", "c0", 40),
      change("both", "c1", 45),
      change("after", "c0", -1),
      change("too early", "c1", 61),
      change("elsewhere", "c9", 5),
    ],
    raisedAt(2),
  );
  expect(found.map(({ key, containers }) => [key, containers])).toEqual([
    ["both", 2],
    ["late", 1],
    ["early", 1],
  ]);
  expect(found[0]?.atMs).toBe(nowMs - 40 * minuteMs);
});

test("an output that was switched at several containers has a name only where it is called the same at all", () => {
  const named = (containerId: string, outputName: string | null) => ({
    ...change("group", containerId, 5),
    outputName,
  });
  const nameOf = (...names: (string | null)[]) =>
    likelyChanges(
      names.map((name, index) => named(`c${index}`, name)),
      raisedAt(names.length),
    )[0]?.outputName;
  expect(nameOf("Pump")).toBe("Pump");
  expect(nameOf("Pump", "Pump")).toBe("Pump");
  expect(nameOf("Pump", "Fridge", "Pump")).toBeNull();
  expect(nameOf("Pump", null)).toBeNull();
});

test("the change that several containers share is found among what was done at each of them, wherever it is in the hour", () => {
  const noise = fc.array(fc.record({ container: fc.nat(4), minutes: fc.integer({ min: 0, max: 60 }) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(noise, fc.integer({ min: 2, max: 5 }), fc.integer({ min: 0, max: 60 }), (others, count, minutes) => {
      const changes = [
        ...others.map(({ container, minutes: before }, index) => change(`own ${index}`, `c${container}`, before)),
        ...Array.from({ length: count }, (_, index) => change("shared", `c${index}`, minutes)),
      ];
      expect(likelyChanges(changes, raisedAt(count))[0]?.key).toBe("shared");
      // Without it nothing is said to be of several containers.
      const alone = likelyChanges(changes.slice(0, others.length), raisedAt(count));
      expect(alone.every(({ containers }) => containers === 1)).toBe(true);
    }),
  );
});
