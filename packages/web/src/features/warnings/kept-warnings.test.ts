import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import type { Warning } from "./history.data.ts";
import { keptWarnings, type WarningAnswer } from "./kept-warnings.ts";

beforeAll(timeReady);

const nowMs = Date.parse("2026-11-24T12:00:00Z");
const minute = 60_000;
const hoursAgo = (hours: number) => new Date(nowMs - hours * 60 * minute).toISOString();

const warning = (id: string, more: Partial<Warning> = {}) =>
  ({
    id,
    ruleId: "r1",
    ruleName: "SOC 20",
    containerId: "gao",
    containerName: "Gao",
    severity: "warning",
    content: "Charge low",
    attribute: null,
    value: null,
    raisedAt: hoursAgo(2),
    clearedAt: null,
    ...more,
  }) as Warning;
const seen = (ageMinutes: number, ...warnings: Warning[]): WarningAnswer => ({
  warnings,
  atMs: nowMs - ageMinutes * minute,
});
const idsOf = (answers: WarningAnswer[], search: Parameters<typeof keptWarnings>[1] = {}) =>
  keptWarnings(answers, search, nowMs)?.warnings.map(({ id }) => id);

test("what opened incidents and other lists showed is one list, worst first, and of what is as grave what costs power before all else", () => {
  const answers = [
    seen(3, warning("door", { raisedAt: hoursAgo(1) }), warning("cut", { attribute: "hours_to_reserve" })),
    seen(
      9,
      warning("over", { clearedAt: hoursAgo(1), severity: "critical" }),
      warning("hot", { severity: "critical" }),
    ),
  ];
  expect(idsOf(answers)).toEqual(["hot", "cut", "door", "over"]);
  expect(keptWarnings(answers, {}, nowMs)?.atMs).toBe(nowMs - 9 * minute);
  expect(keptWarnings(answers, { severity: "warning" }, nowMs)?.atMs).toBe(nowMs - 3 * minute);
});

test("of what two of them showed the newer is right", () => {
  const answers = [seen(9, warning("w1")), seen(1, warning("w1", { clearedAt: hoursAgo(0.1) }))];
  expect(idsOf(answers, { state: "open" })).toBeUndefined();
  expect(idsOf(answers, { state: "cleared" })).toEqual(["w1"]);
});

test("only what is searched for is listed, and nothing where what was shown does not tell it", () => {
  const answers = [
    seen(
      1,
      warning("gao"),
      warning("kayes", { containerId: "kayes", containerName: "Kayes", ruleId: "r2", clearedAt: hoursAgo(24 * 20) }),
    ),
  ];
  expect(idsOf(answers, { container: "kayes" })).toEqual(["kayes"]);
  expect(idsOf(answers, { search: "KAY" })).toEqual(["kayes"]);
  expect(idsOf(answers, { rule: "r1" })).toEqual(["gao"]);
  expect(idsOf(answers, { period: "7_days" })).toEqual(["gao"]);
  expect(idsOf(answers, { cluster: "sahel" })).toBeUndefined();
  expect(idsOf([])).toBeUndefined();
});
