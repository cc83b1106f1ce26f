import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  arbitrate,
  isOn,
  isWorking,
  limitRanks,
  type OutputLimit,
  type OutputRequest,
  type OutputState,
  requestRanks,
} from "./arbitrate.ts";
import { OutputReason, type OutputValue } from "./commands.schema.ts";

const nowMs = 1_000_000;
const minute = 60_000;

const relay: OutputState = { value: true, changedAtMs: 0, minOnMs: 5_000, minOffMs: 5_000 };
const limit = (given: Partial<OutputLimit> = {}): OutputLimit => ({
  kind: "protection",
  effect: "off",
  by: "loadProtection",
  reason: { code: "protection", restoreSoc: 30 },
  ...given,
});
const request = (given: Partial<OutputRequest> = {}): OutputRequest => ({
  kind: "hold",
  order: 1,
  by: "amina",
  reason: { code: "command" },
  value: false,
  untilMs: nowMs + minute,
  ...given,
});

describe("what an output is to be", () => {
  test("follows the first request, and the next one when that ends", () => {
    const hold = request();
    const rule = request({ kind: "automation", by: "automation:7", value: true, untilMs: undefined });
    const held = arbitrate(relay, [], [rule, hold], nowMs);
    expect(held).toMatchObject({ value: false, by: "amina", rank: 5, blocked: [rule], nextAtMs: nowMs + minute });
    expect(arbitrate(relay, [], [rule, hold], nowMs + minute)).toMatchObject({ value: true, by: "automation:7" });
  });

  test("stays as it was left when nobody asks for anything", () => {
    expect(arbitrate(relay, [], [], nowMs)).toEqual({
      value: true,
      by: "controller",
      rank: 9,
      reason: { code: "as_left" },
      blocked: [],
    });
  });

  test("a hand on site comes before the portal", () => {
    const hand = request({ order: 0, by: "hand", reason: { code: "hand" }, value: true });
    expect(arbitrate(relay, [], [request(), hand], nowMs)).toMatchObject({ value: true, by: "hand" });
  });

  test("a lock keeps it as it is, and protection still switches it off", () => {
    const lock = limit({ kind: "lock", effect: "keep", by: "amina", reason: { code: "lock" } });
    expect(arbitrate(relay, [lock], [request()], nowMs)).toMatchObject({ value: true, rank: 2, reason: lock.reason });
    expect(arbitrate(relay, [lock, limit()], [], nowMs)).toMatchObject({ value: false, rank: 3, by: "loadProtection" });
  });

  test("a shortest time delays requests, and no limit", () => {
    const cooling: OutputState = { value: false, changedAtMs: nowMs - 1_000, minOnMs: 0, minOffMs: 3 * minute };
    const decision = arbitrate(cooling, [], [request({ value: true, untilMs: undefined })], nowMs);
    expect(decision).toMatchObject({ value: false, rank: 4, reason: { code: "min_off" } });
    expect(decision.nextAtMs).toBe(nowMs - 1_000 + 3 * minute);
    const started = { ...cooling, value: true, minOnMs: 3 * minute };
    expect(arbitrate(started, [], [request()], nowMs)).toMatchObject({ value: true, reason: { code: "min_on" } });
    expect(arbitrate(started, [limit()], [], nowMs)).toMatchObject({ value: false, rank: 3 });
  });

  test("a compressor that was stopped waits, and its fan does not", () => {
    const stopped: OutputState = { value: "off", changedAtMs: nowMs - minute, minOnMs: 0, minOffMs: 3 * minute };
    const cool = request({ value: "cool 24 60" });
    expect(arbitrate(stopped, [], [cool], nowMs)).toMatchObject({ value: "off", rank: 4, nextAtMs: nowMs + minute });
    const fan = request({ value: "fan 24 60" });
    expect(arbitrate(stopped, [], [fan], nowMs)).toMatchObject({ value: "fan 24 60", rank: 5 });
    const blowing = { ...stopped, value: "fan 24 60" };
    expect(arbitrate(blowing, [], [cool], nowMs)).toMatchObject({ value: "fan 24 60", reason: { code: "min_off" } });
    const cooling = { ...stopped, value: "cool 24 60" };
    const warmer = request({ value: "cool 27 60" });
    expect(arbitrate(cooling, [], [warmer], nowMs)).toMatchObject({ value: "cool 27 60", rank: 5 });
    expect(arbitrate(cooling, [limit()], [warmer], nowMs)).toMatchObject({ value: "off", rank: 3 });
  });

  test("what must not be started may go on", () => {
    const forbid = limit({ kind: "interlock", effect: "stay_off", by: "tank", reason: { code: "interlock" } });
    const start = request({ value: true });
    expect(arbitrate(relay, [forbid], [start], nowMs)).toMatchObject({ value: true, by: "amina" });
    expect(arbitrate({ ...relay, value: false }, [forbid], [start], nowMs)).toMatchObject({ value: false, by: "tank" });
    const fan = { ...relay, value: "fan 24 60" };
    const cool = request({ value: "cool 24 60" });
    expect(arbitrate(fan, [forbid], [cool], nowMs)).toMatchObject({ value: "fan 24 60", by: "tank" });
    expect(arbitrate({ ...relay, value: "cool 26 100" }, [forbid], [cool], nowMs)).toMatchObject({ by: "amina" });
  });
});

const aReason = fc.record({ code: fc.constantFrom(...OutputReason.options) });
const aBy = fc.constantFrom("amina", "automation:7", "controller", "hand");
const anEnd = fc.constantFrom(undefined, nowMs - 1, nowMs, nowMs + 1, nowMs + 10_000);
const limitKinds = Object.keys(limitRanks).filter((kind): kind is OutputLimit["kind"] => kind !== "dwell");
const aLimit: fc.Arbitrary<OutputLimit> = fc.record({
  kind: fc.constantFrom(...limitKinds),
  effect: fc.constantFrom("off", "keep", "stay_off"),
  by: aBy,
  reason: aReason,
  untilMs: anEnd,
});
const requestOf = (values: readonly OutputValue[]): fc.Arbitrary<OutputRequest> =>
  fc.record({
    kind: fc.constantFrom(...(Object.keys(requestRanks) as OutputRequest["kind"][])),
    order: fc.integer({ min: 0, max: 9 }),
    by: aBy,
    reason: aReason,
    value: fc.constantFrom(...values),
    untilMs: anEnd,
  });
const climates = ["off", "fan 24 60", "cool 24 60", "cool 26 100"] as const;
/** How much an output takes, by its value. */
const takes = (value: OutputValue) =>
  typeof value === "string" ? climates.findIndex((one) => one === value) : Number(value);
interface Case {
  output: OutputState;
  limits: OutputLimit[];
  requests: OutputRequest[];
  more: OutputLimit;
}
const aCase: fc.Arbitrary<Case> = fc
  .constantFrom<readonly OutputValue[]>([true, false], [0, 40, 100], climates)
  .chain((values) =>
    fc.record({
      output: fc.record({
        value: fc.constantFrom(...values),
        changedAtMs: fc.integer({ min: nowMs - 20_000, max: nowMs }),
        minOnMs: fc.constantFrom(0, 5_000, 15_000),
        minOffMs: fc.constantFrom(0, 5_000, 15_000),
      }),
      limits: fc.array(aLimit, { maxLength: 4 }),
      requests: fc.array(requestOf(values), { maxLength: 5 }),
      more: aLimit,
    }),
  );
const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** The first of these rules that a case breaks. */
function brokenRule({ output, limits, requests, more }: Case): string | undefined {
  const decision = arbitrate(output, limits, requests, nowMs);
  if (decision.by === "" || !OutputReason.options.includes(decision.reason.code)) return "it has a name and a reason";
  if (typeof decision.value !== typeof output.value) return "a value is of its output's type";
  if (decision.nextAtMs !== undefined && decision.nextAtMs <= nowMs) return "the next change is to come";
  const [kept, limitsLater, requestsLater] = copyOf([output, limits.toReversed(), requests.toReversed()] as const);
  const again = arbitrate(kept, limitsLater, requestsLater, nowMs);
  if (again.value !== decision.value || again.by !== decision.by || again.rank !== decision.rank)
    return "it is the same in any order of the lists, and after a restart";

  const limited = arbitrate(output, [...limits, more], requests, nowMs).value;
  if (takes(limited) > Math.max(takes(decision.value), takes(output.value))) return "a limit never energises";

  const isHeld = limits.some(
    ({ kind, effect, untilMs = Infinity }) => kind === "lock" && effect === "keep" && untilMs > nowMs,
  );
  if (isHeld && decision.value !== output.value && isOn(decision.value)) return "a lock lets nothing be switched on";

  const isDwelling = nowMs < output.changedAtMs + (isWorking(output.value) ? output.minOnMs : output.minOffMs);
  if (isWorking(decision.value) !== isWorking(output.value) && isDwelling && decision.rank >= limitRanks.dwell)
    return "shortest times give way to what ranks above them alone";
  return brokenRuleOfEmergencies({ output, limits, requests, value: decision.value });
}

/** @param given.value What is decided without the emergency run. */
function brokenRuleOfEmergencies({
  output,
  limits,
  requests,
  value,
}: Omit<Case, "more"> & { value: OutputValue }): string | undefined {
  const on = typeof output.value === "boolean" ? true : 100;
  const emergency = request({ order: -1, reason: { code: "emergency" }, value: on, isEmergency: true });
  const asked = [...requests, emergency];
  const decision = arbitrate(output, limits, asked, nowMs);
  const others = limits.filter(({ kind }) => kind !== "protection");
  const without = arbitrate(output, others, asked, nowMs);
  if (decision.value !== without.value || decision.by !== without.by)
    return "load protection does not count in an emergency run";
  const inForce = others.filter(({ untilMs = Infinity }) => untilMs > nowMs);
  if (inForce.some(({ effect }) => effect === "off") && isOn(decision.value)) return "another limit keeps it off";
  if (inForce.some(({ effect }) => effect === "keep") && !isOn(output.value) && isOn(decision.value))
    return "another limit keeps it as it is";
  const later = [...requests, { ...emergency, untilMs: nowMs }];
  if (arbitrate(output, limits, later, nowMs).value !== value)
    return "once an emergency run is over, protection counts as before";
  return undefined;
}

// One test, since making the cases takes longer than all that they are asked for.
test("over 100,000 cases: total, in any order of the lists, the same after a restart, with a name and a reason; limits never energise, and an emergency run counts for load protection alone", () => {
  fc.assert(
    fc.property(aCase, (one) => {
      const broken = brokenRule(one);
      if (broken !== undefined) throw new Error(`A rule is broken: ${broken}.`);
    }),
    { numRuns: 100_000 },
  );
}, 300_000);

test("without the request that wins, the next one does, and not off by accident", () => {
  fc.assert(
    fc.property(aCase, ({ output, requests }) => {
      const atRest = { ...output, minOnMs: 0, minOffMs: 0 };
      const live = requests.filter(({ untilMs = Infinity }) => untilMs > nowMs);
      const ranked = live.toSorted(
        (one, other) => requestRanks[one.kind] - requestRanks[other.kind] || one.order - other.order,
      );
      const isOne = (one: OutputRequest, other: OutputRequest) => one.kind === other.kind && one.order === other.order;
      let left = ranked;
      for (const first of ranked.filter((one, place) => ranked.findIndex((other) => isOne(one, other)) === place)) {
        const { value } = arbitrate(atRest, [], left, nowMs);
        expect(left.filter((one) => isOne(one, first)).map((one) => one.value)).toContain(value);
        left = left.filter((one) => !isOne(one, first));
      }
      expect(arbitrate(atRest, [], left, nowMs).value).toBe(output.value);
    }),
    { numRuns: 2_000 },
  );
});

test("requests that come and go change an output once within its shortest times", () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_000 }), fc.boolean()), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.constantFrom(5_000, 20_000), (given, minMs) => {
      let atMs = nowMs;
      let output: OutputState = { value: false, changedAtMs: atMs, minOnMs: minMs, minOffMs: minMs };
      for (const [afterMs, value] of given) {
        atMs += afterMs;
        const decision = arbitrate(output, [], [request({ value, untilMs: undefined })], atMs);
        if (decision.value === output.value) continue;
        if (atMs - output.changedAtMs < minMs) return false;
        output = { ...output, value: decision.value, changedAtMs: atMs };
      }
      return true;
    }),
  );
});
