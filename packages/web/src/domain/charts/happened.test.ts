import { expect, test } from "vitest";

import { tickMs } from "@offgrid/contract/core/constants";
import { ApiError } from "../../core/api/api-error.ts";
import { happenedIn, type RaisedWarning, untilNextMs, type WorksThere } from "./happened.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const ms = (hour: number) => Date.parse(at(hour));
const day = { fromMs: ms(0), toMs: ms(24) };
const warning = (given: Partial<RaisedWarning>): RaisedWarning => ({
  severity: "critical",
  content: "Battery hot",
  containerName: "Lodwar clinic",
  raisedAt: at(9),
  clearedAt: at(11),
  isShadow: false,
  ...given,
});
const works = (given: Partial<WorksThere>): WorksThere => ({
  state: "active",
  reason: "New batteries",
  startsAt: at(8),
  endsAt: at(12),
  endedAt: null,
  ...given,
});
const nowMs = ms(14);

test("a chart has the warnings that were open in its range for as long as they lasted, and names the container where there are several", () => {
  const raised = [
    warning({}),
    warning({ raisedAt: at(-3), clearedAt: at(-2) }),
    warning({ raisedAt: at(-3), clearedAt: at(2) }),
    warning({ raisedAt: at(13), clearedAt: null }),
    warning({ raisedAt: at(30), clearedAt: at(31) }),
  ];
  const hot = { level: "critical", text: "Battery hot" };
  expect(happenedIn(day, raised, [], { isOne: true, nowMs: nowMs + 59_999 }).warnings).toEqual([
    { ...hot, atMs: ms(9), toMs: ms(11) },
    { ...hot, atMs: ms(-3), toMs: ms(2) },
    { ...hot, atMs: ms(13), toMs: nowMs, isOpen: true },
  ]);
  expect(happenedIn(day, raised, [], { isOne: false, nowMs }).warnings[0]?.text).toBe("Lodwar clinic: Battery hot");
});

test("a warning that was open all the time is counted and not marked: it would shade the chart from end to end", () => {
  const old = [
    warning({ raisedAt: at(-200), clearedAt: null }),
    warning({ raisedAt: at(-3), clearedAt: at(25) }),
    warning({}),
  ];
  const { warnings, throughout } = happenedIn(day, old, [], { isOne: true, nowMs });
  expect(warnings).toMatchObject([{ atMs: ms(9), toMs: ms(11) }]);
  expect(throughout).toBe(2);
  expect(happenedIn(day, [warning({})], [], { isOne: true, nowMs })).not.toHaveProperty("throughout");
});

test("what a rule on trial raised is not marked", () => {
  expect(happenedIn(day, [warning({ isShadow: true })], [], { isOne: true, nowMs }).warnings).toEqual([]);
});

test("works last until they were ended, until they are to be over, or until now where they are over their time", () => {
  const ends = [
    works({ state: "ended", endedAt: at(10) }),
    works({}),
    works({ state: "overrun" }),
    works({ state: "cancelled", endedAt: at(7) }),
    works({ startsAt: at(-9), endsAt: at(-8), state: "ended", endedAt: at(-8) }),
  ];
  expect(happenedIn(day, [], ends, { isOne: true, nowMs }).works).toEqual([
    { fromMs: ms(8), toMs: ms(10), text: "New batteries" },
    { fromMs: ms(8), toMs: ms(12), text: "New batteries" },
    { fromMs: ms(8), toMs: nowMs, text: "New batteries" },
  ]);
});

test("what is refused since its container is gone is not asked again, and what failed waits as an answer does", () => {
  const asked = { error: null, dataUpdatedAt: nowMs - 3_000, errorUpdatedAt: 0 };
  expect(untilNextMs(asked, nowMs)).toBe(tickMs - 3_000);
  const failed = (code: "not_found" | "unreachable" | "too_many", status: number) => ({
    ...{ error: new ApiError({ code, status, message: "" }), dataUpdatedAt: 0, errorUpdatedAt: nowMs - 3_000 },
  });
  expect(untilNextMs(failed("not_found", 404), nowMs)).toBe(false);
  expect(untilNextMs(failed("unreachable", 0), nowMs)).toBe(tickMs - 3_000);
  expect(untilNextMs(failed("too_many", 429), nowMs)).toBe(tickMs - 3_000);
});
