import { expect, test } from "vitest";

import { actsOf } from "./history-acts.ts";

const ada = { userId: "u-1", name: "Ada Diop" };
const chandra = { userId: "u-2", name: "Chandra Rai" };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute)).toISOString();
const change = (
  minute: number,
  by: typeof ada | null,
  field: "status" | "closeReason" | "agent",
  byMessage = false,
) => ({
  ...{ at: at(minute), by, byMessage, byMail: false, field },
  from: null,
  to: "x",
});

test("what one person did at once is one line, between the creation of the ticket and each freezing of evidence", () => {
  const changes = [
    change(1, chandra, "status"),
    change(1, chandra, "agent"),
    change(5, chandra, "status"),
    change(5, chandra, "closeReason"),
    change(5, ada, "status", true),
  ];
  const packs = [
    { version: 2, takenAt: at(3) },
    { version: 3, takenAt: null },
  ] as never;
  const acts = actsOf({ createdAt: at(0), author: ada }, changes, packs);
  expect(
    acts.map(({ at: time, by, byMessage, what, changes: { length } }) => [
      time,
      by?.name,
      byMessage,
      what?.kind,
      length,
    ]),
  ).toEqual([
    [at(0), "Ada Diop", false, "created", 0],
    [at(1), "Chandra Rai", false, undefined, 2],
    [at(3), undefined, false, "frozen", 0],
    [at(5), "Chandra Rai", false, undefined, 2],
    [at(5), "Ada Diop", true, undefined, 1],
  ]);
});
