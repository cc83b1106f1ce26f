import { expect, test } from "vitest";

import { boundedChange } from "./audit-size.ts";

test("a usual change is kept as it is, with what is null, empty or nested", () => {
  const change = { name: "Gao", notes: "", kitId: null, users: [], place: { lat: 1, tags: ["a", "b"] }, on: false };
  expect(boundedChange(change)).toEqual(change);
});

test("of a change of 10,000 fields the first are kept, and the line says how many were left out", () => {
  const change = Object.fromEntries(Array.from({ length: 10_000 }, (_, field) => [`field${field}`, field]));
  const kept = boundedChange(change);
  expect(Object.keys(kept)).toHaveLength(2_501);
  expect(kept).toMatchObject({ field0: 0, field2499: 2_499, leftOut: 7_500 });
});

test("values are counted at every depth, so that no nesting makes a line large", () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => ({ row, tags: ["a", "b", "c"] }));
  const { rows: kept, leftOut } = boundedChange({ rows }) as { rows: unknown[]; leftOut: number };
  expect(kept).toHaveLength(625);
  expect(kept[624]).toEqual(rows[624]);
  expect(leftOut).toBe(1_500);
});

test("a long text loses its end", () => {
  const { notes } = boundedChange({ notes: "x".repeat(10_000) }) as { notes: string };
  expect(notes).toBe(`${"x".repeat(4_000)}…`);
});
