import { expect, test } from "vitest";

import { joinSignals } from "./join-signals.ts";

test("ends with the first of several, for its reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const joined = joinSignals([one.signal, other.signal]);
  expect(joined.signal.aborted).toBe(false);
  other.abort("left");
  one.abort("late");
  expect(joined.signal.aborted).toBe(true);
  expect(joined.signal.reason).toBe("left");
});

test("has ended where one had ended before", () => {
  const joined = joinSignals([AbortSignal.abort("gone"), new AbortController().signal]);
  expect(joined.signal.reason).toBe("gone");
});

test("ends no more once it is released", () => {
  const one = new AbortController();
  const joined = joinSignals([one.signal]);
  joined.release();
  one.abort();
  expect(joined.signal.aborted).toBe(false);
});
