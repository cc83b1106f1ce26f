import { expect, test } from "vitest";

import { interleaved, systemLines } from "./system-lines.ts";

const salif = { userId: "salif", name: "Salif" };
const at = (minute: number) => `2026-11-28T12:${String(minute).padStart(2, "0")}:00.000Z`;
const line = (
  minute: number,
  field: "status" | "agent" | "closeReason" | "priority",
  from: string | null,
  to: string | null,
) => ({
  ...{ at: at(minute), by: salif, byMessage: false, byMail: false, field, from, to },
});

test("of each act the conversation has one line, and of what is no matter to it none", () => {
  const changes = [
    line(1, "status", "Unassigned", "Open"),
    line(1, "agent", null, "salif"),
    line(2, "priority", "low", "high"),
    line(3, "status", "Open", "Inprogress"),
    line(4, "status", "Inprogress", "Closed"),
    line(4, "closeReason", null, "solved"),
    line(5, "status", "Closed", "Open"),
    line(5, "closeReason", "solved", null),
    line(6, "agent", "salif", null),
    line(6, "status", "Open", "Unassigned"),
  ];
  expect(systemLines(changes).map(({ kind }) => kind)).toEqual(["taken", "started", "closed", "reopened", "released"]);
  expect(systemLines(changes)[2]).toMatchObject({ reason: "solved" });
  expect(systemLines([{ ...line(1, "agent", null, "dede") }])).toMatchObject([{ kind: "given", agentId: "dede" }]);
});

test("whoever takes a ticket and begins in one act has taken it before they began", () => {
  const began = line(1, "status", "Unassigned", "Inprogress");
  for (const agent of ["salif", "dede"]) {
    const kinds = [agent === "salif" ? "taken" : "given", "started"];
    const agentLine = line(1, "agent", null, agent);
    for (const changes of [
      [began, agentLine],
      [agentLine, began],
    ])
      expect(systemLines(changes).map(({ kind }) => kind)).toEqual(kinds);
  }
  expect(systemLines([began, line(1, "agent", "salif", null)]).map(({ kind }) => kind)).toEqual([
    "started",
    "released",
  ]);
});

test("what happened stands between the messages, and what was before the oldest that is shown stands with the older ones", () => {
  const lines = systemLines([line(1, "agent", null, "salif"), line(5, "status", "Open", "Closed")]);
  const messages = [{ at: at(2) }, { at: at(6) }];
  const shown = (isMore: boolean, untilAt?: string) =>
    interleaved(messages, lines, { isMore, untilAt }).map((one) => ("line" in one ? one.line.kind : "message"));
  expect(shown(false)).toEqual(["taken", "message", "closed", "message"]);
  expect(shown(true)).toEqual(["message", "closed", "message"]);
  expect(shown(false, at(4))).toEqual(["taken", "message", "message"]);
});
