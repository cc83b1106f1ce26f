import { newWarningState } from "@offgrid/contract/warnings/warning-state";
import fc from "fast-check";
import { expect, test } from "vitest";

import { knownPairs, type KnownPair, remember, rememberSaved } from "./known-states.ts";

const pairAt = (ruleId: string, atMs: number): KnownPair => ({
  ruleId,
  fingerprint: "1",
  state: newWarningState(1, atMs),
});

test("states are known for as long as nobody else wrote any of them", () => {
  const kayes = { containerId: "kayes", statesKey: "first" };
  expect(knownPairs(kayes)).toBeUndefined();
  remember(kayes, [pairAt("a", 1), pairAt("b", 1)]);
  expect([...(knownPairs(kayes)?.values() ?? [])]).toEqual([pairAt("a", 1), pairAt("b", 1)]);
  rememberSaved(kayes, "second", [pairAt("b", 2)]);
  expect([...(knownPairs({ ...kayes, statesKey: "second" })?.values() ?? [])]).toEqual([
    pairAt("a", 1),
    pairAt("b", 2),
  ]);
  expect(knownPairs(kayes)).toBeUndefined();
  // Written by a transaction that was undone: what is stored has its former key, and is read again.
  expect(knownPairs({ ...kayes, statesKey: "written by others" })).toBeUndefined();
});

test("whoever writes states, and whichever transactions are undone, what is known is what is stored", () => {
  const ids = ["kayes", "gao"];
  const step = fc.record({
    containerId: fc.constantFrom(...ids),
    written: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
    removed: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 1 }),
    who: fc.constantFrom("own", "undone", "other"),
  });
  let keys = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const stored = new Map(
        ids.map((id) => [id, { statesKey: `key ${keys++}`, pairs: new Map<string, KnownPair>() }]),
      );
      for (const { containerId, written, removed, who } of steps) {
        const now = stored.get(containerId)!;
        const container = { containerId, statesKey: now.statesKey };
        const known = knownPairs(container);
        if (known) expect(Object.fromEntries(known)).toEqual(Object.fromEntries(now.pairs));
        else if (who !== "other") remember(container, now.pairs.values());
        const saved = written.map((ruleId) => pairAt(ruleId, keys));
        const statesKey = saved.length + removed.length === 0 ? now.statesKey : `key ${keys++}`;
        const pairs = new Map([...now.pairs, ...saved.map((pair) => [pair.ruleId, pair] as const)]);
        if (who === "other") {
          for (const ruleId of removed) pairs.delete(ruleId);
          stored.set(containerId, { statesKey, pairs });
        } else if (saved.length > 0 || removed.length === 0) {
          rememberSaved(container, statesKey, saved);
          if (who === "own") stored.set(containerId, { statesKey, pairs });
        }
      }
    }),
  );
});
