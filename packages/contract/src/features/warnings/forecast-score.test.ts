import { expect, test } from "vitest";

import { aheadMs, judgeFiring, precisionOf, recallOf, wasWarned } from "./forecast-score.ts";

const hourMs = 3_600_000;
const at = (hours: number) => hours * hourMs;
const firing = { raisedMs: at(10), clearedMs: at(20) };

test("a warning has come true when the loads were cut within two days, whatever was done about it", () => {
  const cuts = [{ fromMs: at(40) }, { fromMs: at(22) }];
  expect(judgeFiring(firing, cuts, [at(12)], 1)).toEqual({ outcome: "came", cameMs: at(22) });
  expect(judgeFiring(firing, [{ fromMs: at(9) }], [], 1).outcome).toBe("false");
  const long = { raisedMs: at(10), clearedMs: at(100) };
  expect(judgeFiring(long, [{ fromMs: at(90) }], [], 1).outcome).toBe("came");
});

test("without a cut it was avoided where something was switched off, false where nothing was done, and unknown in the dark", () => {
  expect(judgeFiring(firing, [], [at(30)], 1).outcome).toBe("avoided");
  expect(judgeFiring(firing, [], [at(9), at(10) + aheadMs + 1], 1).outcome).toBe("false");
  expect(judgeFiring(firing, [], [at(30)], 0.2).outcome).toBe("unknown");
});

test("a cut was warned of by a warning that was raised in the two days before it, or was open still", () => {
  expect(wasWarned({ fromMs: at(30) }, [firing])).toBe(true);
  expect(wasWarned({ fromMs: at(9) }, [firing])).toBe(false);
  expect(wasWarned({ fromMs: at(59) }, [firing])).toBe(false);
  expect(wasWarned({ fromMs: at(99) }, [{ raisedMs: at(10), clearedMs: null }])).toBe(true);
});

test("what was avoided counts as right, and what is unknown not at all", () => {
  expect(precisionOf({ came: 5, avoided: 3, false: 2, unknown: 9 })).toBe(0.8);
  expect(precisionOf({ unknown: 1 })).toBeNull();
  expect(recallOf({ warned: 3, missed: 1 })).toBe(0.75);
  expect(recallOf({ warned: 0, missed: 0 })).toBeNull();
});
