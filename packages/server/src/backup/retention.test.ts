import fc from "fast-check";
import { expect, test } from "vitest";

import { kept, outdated } from "./retention.ts";

const dayMs = 86_400_000;
const nightMs = Date.UTC(2026, 0, 1, 2);

/** What is left when each night makes a backup and then clears up. */
function leftAfter(nights: number): string[] {
  let instants: number[] = [];
  for (let night = 0; night < nights; night++) {
    instants.push(nightMs + night * dayMs);
    const gone = new Set(outdated(instants));
    instants = instants.filter((atMs) => !gone.has(atMs));
  }
  return instants.map((atMs) => new Date(atMs).toISOString().slice(0, 10));
}

test("of nightly backups the last seven days, the ends of four weeks and of twelve months stay", () => {
  expect(leftAfter(5)).toHaveLength(5);
  // The last is of Wednesday, 31 March 2027.
  expect(leftAfter(455)).toEqual([
    ...["2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30"],
    ...["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-14", "2027-03-21"],
    ...["2027-03-25", "2027-03-26", "2027-03-27", "2027-03-28", "2027-03-29", "2027-03-30", "2027-03-31"],
  ]);
});

test("whatever backups there are, the newest stays, no more than 23 do, and clearing up again removes nothing", () => {
  const instants = fc.uniqueArray(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }), {
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(instants, (all) => {
      const gone = new Set(outdated(all));
      const left = all.filter((atMs) => !gone.has(atMs));
      expect(left).toContain(Math.max(...all));
      expect(left.length).toBeLessThanOrEqual(kept.days + kept.weeks + kept.months);
      expect(left.length).toBeGreaterThanOrEqual(
        Math.min(kept.days, new Set(all.map((at) => Math.floor(at / dayMs))).size),
      );
      expect(outdated(left)).toEqual([]);
    }),
  );
});
