import { expect, test } from "vitest";

import { ago, fakeCommand, fakeLock, fakeNow, fakeOutput } from "./command.fake.ts";
import {
  actOf,
  endedRun,
  isReadingAwaited,
  isSlow,
  readingOf,
  restsUntilMs,
  runUnderWay,
  shownCommand,
  undoOf,
} from "./command-facts.ts";

const done = fakeCommand({ state: "done", value: false, endedAt: ago(6) });

test("a position is what was measured last, never what was asked for", () => {
  const output = fakeOutput({ last: done });
  expect(readingOf(output, undefined)).toEqual({ isOn: true, atMs: fakeNow - 4_000 });
  expect(readingOf(output, { value: 0, at: ago(1) })).toEqual({ isOn: false, atMs: fakeNow - 1_000 });
  expect(readingOf(output, { value: 0, at: ago(9) })).toEqual({ isOn: true, atMs: fakeNow - 4_000 });
  expect(readingOf(fakeOutput({ on: null, onAt: null }), undefined)).toBeUndefined();
});

test("an outcome stands beside its output for ten minutes, one that leaves doubt until the next command", () => {
  const shown = (given: Parameters<typeof fakeCommand>[0]) =>
    shownCommand(fakeOutput({ last: fakeCommand(given) }), fakeNow) !== undefined;
  expect(shown({ state: "accepted", at: ago(3_600) })).toBe(true);
  expect(shown({ state: "done", endedAt: ago(599) })).toBe(true);
  expect(shown({ state: "done", endedAt: ago(601) })).toBe(false);
  expect(shown({ state: "refused", endedAt: ago(601) })).toBe(false);
  expect(shown({ state: "failed", endedAt: ago(86_400) })).toBe(true);
  expect(shown({ state: "unknown", endedAt: ago(86_400) })).toBe(true);
  expect(shownCommand(fakeOutput(), fakeNow)).toBeUndefined();
});

test("what was confirmed before its output was locked is not shown any more, what leaves doubt is", () => {
  const shown = (last: typeof done, since: string) =>
    shownCommand(fakeOutput({ last, lock: fakeLock({ since }) }), fakeNow);
  expect(shown(done, ago(2))).toBeUndefined();
  expect(shown(done, ago(60))).toBe(done);
  const unknown = fakeCommand({ state: "unknown", endedAt: ago(6) });
  expect(shown(unknown, ago(2))).toBe(unknown);
});

test("what was confirmed is not shown once load protection took it back; an emergency run says how it ended", () => {
  const run = fakeCommand({ wanted: true, state: "done", value: true, emergencyMinutes: 2, endedAt: ago(200) });
  const cut = (secondsAgo: number) =>
    fakeOutput({
      on: false,
      last: run,
      why: {
        value: false,
        reason: "protection",
        by: null,
        at: ago(secondsAgo),
        until: null,
        restoreSoc: 40,
        low: "charge",
        limit: null,
        passed: null,
        times: null,
        retryAt: null,
        feeder: null,
      },
    });
  expect(shownCommand(cut(78), fakeNow)).toBeUndefined();
  expect(shownCommand(cut(230), fakeNow)).toBe(run);
  expect(endedRun(cut(78), fakeNow)).toBe("time");
  expect(endedRun(cut(150), fakeNow)).toBe("floor");
  expect(endedRun(cut(230), fakeNow)).toBeUndefined();
  expect(endedRun({ ...cut(78), last: { ...run, emergencyMinutes: null } }, fakeNow)).toBeUndefined();
});

test("an emergency run that nothing had to end says when it ended, and names its reason while it is under way", () => {
  const last = fakeCommand({ wanted: true, state: "done", value: true, emergencyMinutes: 10, givenReason: "Vaccines" });
  const { why } = fakeOutput({
    why: {
      value: true,
      reason: "emergency",
      by: null,
      at: ago(600),
      until: ago(-60),
      restoreSoc: null,
      low: null,
      limit: null,
      passed: null,
      times: null,
      retryAt: null,
      feeder: null,
    },
  });
  expect(endedRun({ last, why }, fakeNow)).toBeUndefined();
  expect(endedRun({ last, why }, fakeNow + 100_000)).toBe("kept");
  expect(runUnderWay({ last, why })).toBe(last);
  expect(runUnderWay({ last: { ...last, emergencyMinutes: null }, why })).toBeUndefined();
});

test("only what was confirmed, and is still read so, can be taken back", () => {
  const after = { isOn: false, atMs: fakeNow - 1_000 };
  expect(undoOf(done, after)).toBe("on");
  expect(undoOf({ ...done, wanted: true }, { ...after, isOn: true })).toBe("off");
  expect(undoOf(done, { ...after, isOn: true })).toBeUndefined();
  expect(undoOf(done, { isOn: false, atMs: fakeNow - 7_000 })).toBeUndefined();
  expect(undoOf({ ...done, state: "unknown" }, after)).toBeUndefined();
  expect(undoOf({ ...done, op: "lock.set" }, after)).toBeUndefined();
  expect(undoOf(done, undefined)).toBeUndefined();
});

test("between a confirmation and the next reading, that reading is awaited", () => {
  const read = (isOn: boolean, secondsAgo: number) => ({ isOn, atMs: fakeNow - secondsAgo * 1_000 });
  expect(isReadingAwaited(done, read(true, 7))).toBe(true);
  expect([read(false, 7), read(true, 5), undefined].map((reading) => isReadingAwaited(done, reading))).toEqual([
    false,
    false,
    false,
  ]);
  expect(isReadingAwaited({ ...done, state: "sent" }, read(true, 7))).toBe(false);
});

test("an output rests for five seconds after it was switched, and not for a lock or what was never carried out", () => {
  const ended = { state: "done", acceptedAt: ago(2), endedAt: ago(1) } as const;
  expect(restsUntilMs(fakeCommand(ended))).toBe(fakeNow + 3_000);
  const others = [{ ...ended, op: "lock.set" }, { ...ended, state: "accepted" }, { state: "refused" }] as const;
  expect(others.map((one) => restsUntilMs(fakeCommand(one)))).toEqual([-Infinity, -Infinity, -Infinity]);
  expect(restsUntilMs(null)).toBe(-Infinity);
});

test("a command is slow after ten seconds, and named by what it does", () => {
  expect(isSlow(fakeCommand({ at: ago(10) }), fakeNow)).toBe(false);
  expect(isSlow(fakeCommand({ at: ago(11) }), fakeNow)).toBe(true);
  const acts = [{}, { wanted: true }, { op: "lock.set" }, { op: "lock.clear" }] as const;
  expect(acts.map((one) => actOf(fakeCommand(one)))).toEqual(["off", "on", "lock", "release"]);
});
