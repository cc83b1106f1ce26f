import fc from "fast-check";
import { expect, test } from "vitest";

import { Now } from "../../core/now.ts";
import { type RowFilter, filterRows, sortRows } from "./container-list.ts";
import { type StoredContainer, toContainerRow } from "./container-row.ts";
import { neverSeen } from "./stored-container.fixture.ts";

const moment = { now: new Now(Date.UTC(2026, 5, 1)), portalStartedAtMs: 0 };
const rowOf = (given: Partial<StoredContainer>) => {
  const stored = { ...neverSeen, ...given };
  return toContainerRow(stored, moment, false);
};

test("lists are in the order of the language, with numbers in names by value, whatever was sorted before", () => {
  const byText = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const word = fc.constantFrom("site 2", "site 10", "Site 2", "Émile", "emile", "zoe", "a-1", "a 1", "A1");
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.nat(30)), { maxLength: 20 }), fc.boolean(), (given, isDescending) => {
      const rows = given.map(([name, number], index) => rowOf({ name, id: `c${number}-${index}` }));
      const expected = rows.toSorted(
        (one, other) =>
          (isDescending ? -1 : 1) * byText.compare(one.name, other.name) ||
          byText.compare(one.containerId, other.containerId),
      );
      expect(sortRows(rows, isDescending ? "-name" : "name")).toEqual(expected);
    }),
  );
});

test("containers that were never seen come last, in both directions", () => {
  const rows = [
    rowOf({ id: "never" }),
    rowOf({ id: "late", lastContactAt: new Date(2_000_000) }),
    rowOf({ id: "early", lastContactAt: new Date(1_000_000) }),
  ];
  const idsBy = (sort: string) => sortRows(rows, sort).map(({ containerId }) => containerId);
  expect(idsBy("lastSeen")).toEqual(["early", "late", "never"]);
  expect(idsBy("-lastSeen")).toEqual(["late", "early", "never"]);
});

test("rows match everything that a filter names", () => {
  const rows = [
    rowOf({ id: "a", clusterId: "north", software: "1.2.0", alarms: ["hot", "soh"], simOperator: "MTN" }),
    rowOf({ id: "b", clusterId: "north", software: null, linked: true, lastContactAt: new Date(moment.now.ms) }),
    rowOf({ id: "c", software: "1.2.0" }),
  ];
  const idsOf = (filter: RowFilter) => filterRows(rows, filter).map(({ containerId }) => containerId);
  expect(idsOf({})).toEqual(["a", "b", "c"]);
  expect(idsOf({ cluster: "north" })).toEqual(["a", "b"]);
  expect(idsOf({ cluster: null })).toEqual(["c"]);
  expect(idsOf({ version: "1.2.0", cluster: "north" })).toEqual(["a"]);
  expect(idsOf({ version: null })).toEqual(["b"]);
  expect(idsOf({ warning: true })).toEqual(["a"]);
  expect(idsOf({ warning: false })).toEqual(["b", "c"]);
  expect(idsOf({ simOperator: "MTN" })).toEqual(["a"]);
  expect(idsOf({ simOperator: null })).toEqual(["b", "c"]);
  expect(idsOf({ status: "online" })).toEqual(["b"]);
  expect(idsOf({ status: "offline" })).toEqual([]);
  expect(idsOf({ status: "never" })).toEqual(["a", "c"]);
  expect(idsOf({ favorite: true })).toEqual([]);
});

test("a charge that was never received has no instant, however fresh the other values are", () => {
  const { energy } = rowOf({ at: new Date(moment.now.ms), soc: null, loadPower: 240 });
  expect(energy).toMatchObject({ level: "unknown", at: null });
});
