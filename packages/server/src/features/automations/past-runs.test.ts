import { keeping } from "@offgrid/contract/automations/automation-bench";
import { fingerprint } from "@offgrid/contract/automations/step-automations";
import { expect, test } from "vitest";

import { pastRuns } from "./past-runs.ts";

const startMs = Date.UTC(2026, 5, 1);
const minuteMs = 60_000;
const rule = keeping();
const reported = (minute: number, more: object = {}) => {
  const atMs = startMs + minute * minuteMs;
  return {
    id: "a",
    atMs,
    endMs: atMs,
    outcome: "began",
    verdicts: [],
    steps: [],
    of: fingerprint(rule),
    name: "A",
    ...more,
  };
};
const switched = (minute: number, isOn: boolean) => ({
  at: new Date(startMs + minute * minuteMs),
  device: "relay.3",
  isOn,
});

test("what was switched belongs to the run before it", () => {
  const runs = pastRuns(
    [reported(20, { outcome: "ended" }), reported(10)],
    [switched(21, true), switched(11, false)],
    rule,
  );
  expect(runs.map(({ outcome, switched: own }) => [outcome, own.map(({ on }) => on)])).toEqual([
    ["ended", [true]],
    ["began", [false]],
  ]);
  expect(runs.every(({ sameRule }) => sameRule)).toBe(true);
});

test("a run that was only watched has switched nothing, whatever was switched before the next one is reported", () => {
  const runs = pastRuns([reported(10, { shadow: true })], [switched(11, true)], rule);
  expect(runs).toMatchObject([{ shadow: true, switched: [] }]);
});

test("conditions of a rule that says something else now are reported apart, whatever it is called", () => {
  const same = (now: Parameters<typeof pastRuns>[2]) => pastRuns([reported(1)], [], now)[0]?.sameRule;
  expect(same({ ...rule, name: "Another", priority: 1, enabled: false })).toBe(true);
  expect(same({ ...rule, output: "relay.4" })).toBe(false);
  expect(same(undefined)).toBe(false);
  expect(pastRuns([reported(1, { of: undefined })], [], rule)[0]?.sameRule).toBe(false);
});

test("what a controller says that is no run, or has no instant, says nothing", () => {
  const wrong = [
    {},
    null,
    "run",
    reported(1, { atMs: 1e300 }),
    reported(1, { endMs: -1 }),
    reported(1, { outcome: "flew" }),
  ];
  expect(pastRuns([...wrong, reported(2, { unsent: "many" }), reported(1, { unsent: 3 })], [], rule)).toMatchObject([
    { unsent: 0 },
    { unsent: 3 },
  ]);
});
