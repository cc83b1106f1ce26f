import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  canonicalDoc,
  changedPaths,
  type ConfigDoc,
  isSameDoc,
  mergeConfigs,
  valuesByPath,
  withPaths,
} from "./config-doc.ts";

const section = fc.dictionary(
  fc.constantFrom("ip", "port", "dns", "frame.seconds"),
  fc.constantFrom<ConfigDoc[string][string]>(0, 1, "a", "b", ["a", "b"], { to: 1, from: 2 }),
);
const doc: fc.Arbitrary<ConfigDoc> = fc.dictionary(fc.constantFrom("network", "keepAlive", "relays"), section);
const always = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>) =>
  fc.assert(property, { numRuns: 500 });

test("a path is split at its first dot", () => {
  const before = { relays: { "relay.1.name": "Pump" } };
  expect([...valuesByPath(before)]).toEqual([["relays.relay.1.name", "Pump"]]);
  expect(withPaths({}, before, ["relays.relay.1.name"])).toEqual(before);
});

test("documents are the same in whatever order their keys came, and without their empty sections", () => {
  const one = { keepAlive: { a: { x: 1, y: 2 }, b: [1, 2] }, network: {} };
  const other = { keepAlive: { b: [1, 2], a: { y: 2, x: 1 } } };
  expect(canonicalDoc(one)).toBe('{"keepAlive":{"a":{"x":1,"y":2},"b":[1,2]}}');
  expect(isSameDoc(one, other)).toBe(true);
  expect(isSameDoc(one, { keepAlive: { b: [2, 1], a: { y: 2, x: 1 } } })).toBe(false);
});

describe("a merge", () => {
  const agreed = { network: { ip: "10.0.0.1", port: 1883 }, keepAlive: { linkSeconds: 60 } };

  test("takes what one side changed without asking, and asks where both did", () => {
    const wanted = { network: { ip: "10.0.0.2", port: 8883 }, keepAlive: { linkSeconds: 60 } };
    const reported = { network: { ip: "10.0.0.3", port: 1883 }, keepAlive: { linkSeconds: 30 } };
    expect(mergeConfigs(agreed, wanted, reported)).toEqual({
      doc: { network: { ip: "10.0.0.3", port: 8883 }, keepAlive: { linkSeconds: 30 } },
      conflicts: ["network.ip"],
    });
  });

  test("takes a value that both sides changed alike, and one that a side took away", () => {
    const both = { network: { ip: "10.0.0.9", port: 1883 }, keepAlive: { linkSeconds: 60 } };
    expect(mergeConfigs(agreed, both, both)).toEqual({ doc: both, conflicts: [] });
    const without = { network: { port: 1883 }, keepAlive: { linkSeconds: 60 } };
    expect(mergeConfigs(agreed, without, agreed)).toEqual({ doc: without, conflicts: [] });
  });

  test("is the other side where one side changed nothing", () => {
    always(
      fc.property(doc, doc, (before, after) => {
        expect(isSameDoc(mergeConfigs(before, after, before).doc, after)).toBe(true);
        expect(isSameDoc(mergeConfigs(before, before, after).doc, after)).toBe(true);
        expect(mergeConfigs(before, after, after).conflicts).toEqual([]);
      }),
    );
  });

  test("changes nothing when it is made again", () => {
    always(
      fc.property(doc, doc, doc, (before, wanted, reported) => {
        const once = mergeConfigs(before, wanted, reported);
        expect(isSameDoc(mergeConfigs(reported, once.doc, reported).doc, once.doc)).toBe(true);
        const again = mergeConfigs(before, once.doc, reported);
        expect(again.conflicts).toEqual([]);
        expect(isSameDoc(again.doc, once.doc)).toBe(true);
      }),
    );
  });

  test("loses no key: each is as one side has it, and goes only where a side took it away", () => {
    always(
      fc.property(doc, doc, doc, (before, wanted, reported) => {
        const merged = mergeConfigs(before, wanted, reported);
        const [was, ours, theirs, now] = [before, wanted, reported, merged.doc].map(valuesByPath);
        for (const path of [...(was?.keys() ?? []), ...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]) {
          expect([ours?.get(path), theirs?.get(path)]).toContainEqual(now?.get(path));
          if (now?.has(path) || merged.conflicts.includes(path)) continue;
          expect(was?.has(path)).toBe(true);
        }
      }),
    );
  });

  test("has the same conflicts from either side, and no other difference between the sides", () => {
    always(
      fc.property(doc, doc, doc, (before, wanted, reported) => {
        const one = mergeConfigs(before, wanted, reported);
        const other = mergeConfigs(before, reported, wanted);
        expect(other.conflicts).toEqual(one.conflicts);
        expect(changedPaths(one.doc, other.doc)).toEqual(one.conflicts);
      }),
    );
  });
});
