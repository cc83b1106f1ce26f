import { expect, test } from "vitest";

import { type Answer, Batch, acksOf } from "./batch.ts";

test("a batch that is written at a second try counts its conflicts once", () => {
  const batch = new Batch();
  const sender = { boot: "b", seq: 1 };
  const answer: Answer = { containerId: "kisumu", sender, times: [], error: undefined, bad: [], conflicts: 0 };
  batch.answers.push(answer);
  batch.addRow({ containerId: "kisumu", atMs: 1_000, values: [1] }, answer);
  batch.addRow({ containerId: "kisumu", atMs: 1_000, values: [2] }, answer);
  batch.setConflicts(new Map([[0, 3]]));
  batch.setConflicts(new Map([[0, 2]]));
  // One of them was in the batch itself.
  expect(batch.counts.conflicts).toBe(3);
  expect(batch.quality().get("kisumu")).toMatchObject({ conflicts: 3 });
  expect(acksOf(batch.answers)).toEqual([
    { containerId: "kisumu", ack: { boot: "b", seqs: [1], conflicts: 3, conflictsAt: [1_000] } },
  ]);
});
