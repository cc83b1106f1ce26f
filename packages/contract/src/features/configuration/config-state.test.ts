import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ConfigDoc } from "./config-doc.ts";
import type { ConfigState } from "../../core/config-section.ts";
import { compareReports, configState, type Reported, type Wanted } from "./config-state.ts";

const keepAlive = (linkSeconds: number, frameSeconds = 10): ConfigDoc => ({ keepAlive: { linkSeconds, frameSeconds } });
const reported: Reported = {
  version: 4,
  doc: keepAlive(60),
  answered: 4,
  isTrial: false,
  refusedVersion: undefined,
  revertedVersion: undefined,
};
const wanted: Wanted = { version: 5, doc: keepAlive(30), agreed: keepAlive(60), isSent: false, isLapsed: false };

describe("the state of a configuration", () => {
  test.each<[ConfigState, string, Partial<Wanted> | undefined, Partial<Reported> | undefined]>([
    ["no_report", "the controller has never said what it runs", {}, undefined],
    ["in_sync", "nobody has asked for anything", undefined, {}],
    ["in_sync", "it runs what is wanted", {}, { version: 5, answered: 5, doc: keepAlive(30) }],
    ["waiting", "what is wanted was not sent", {}, {}],
    ["sent", "it was sent and not answered", { isSent: true }, {}],
    ["trial", "it is tried", { isSent: true }, { version: 5, answered: 5, doc: keepAlive(30), isTrial: true }],
    ["rejected", "the controller does not take it", { isSent: true }, { answered: 5, refusedVersion: 5 }],
    ["reverted", "it was tried and taken back", { isSent: true }, { version: 6, answered: 5, revertedVersion: 5 }],
    ["waiting", "something else is wanted since it was taken back", { version: 7 }, { version: 6, revertedVersion: 5 }],
    ["drifted", "it was changed on site only", { doc: keepAlive(60) }, { version: 5, doc: keepAlive(20) }],
    ["waiting", "both sides changed different values", {}, { version: 5, doc: keepAlive(60, 5) }],
    ["conflict", "both sides changed the same value", {}, { version: 5, doc: keepAlive(20) }],
    ["lapsed", "it was not delivered in time", { isLapsed: true }, {}],
  ])("is %s where %s", (state, _, ours, theirs) => {
    expect(configState(ours && { ...wanted, ...ours }, theirs && { ...reported, ...theirs })).toBe(state);
  });
});

test("a later report is told from an earlier one in whatever order they come", () => {
  const inOrder = [
    { version: 4, answered: 4, isTrial: false },
    { version: 4, answered: 5, isTrial: false },
    { version: 6, answered: 6, isTrial: true },
    { version: 6, answered: 6, isTrial: false },
    { version: 7, answered: 6, isTrial: false },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...inOrder, ...inOrder], { minLength: 10 }), (reports) => {
      const last = reports.reduce((kept, next) => (compareReports(next, kept) > 0 ? next : kept));
      expect(last).toEqual(inOrder.at(-1));
    }),
  );
});
