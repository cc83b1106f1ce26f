import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { arbitrate } from "../commands/arbitrate.ts";
import { controlPhases, noPhaseControl, noPhaseKept, phaseLimits, phaseRequests } from "./control-phases.ts";
import { type PhaseNumber, phaseTarget } from "./phase-bounds.ts";
import { PhaseControl, PhaseControlState } from "./phase-control.schema.ts";

const everyMs = 10_000;
const minuteMs = 60_000;
const settings: PhaseControl = {
  mode: "priorities",
  totalW: 6_000,
  delaySeconds: 10,
  phases: [
    { id: 1, priority: 1, limitW: null, minSoc: null, restoreSoc: null },
    { id: 2, priority: 2, limitW: 3_000, minSoc: 20, restoreSoc: 30 },
    { id: 3, priority: 3, limitW: 3_000, minSoc: 40, restoreSoc: 50 },
  ],
};

/** A container whose contactors follow, with loads behind each phase. */
class Plant {
  state = noPhaseKept;
  atMs = 1_000_000;
  socPercent: number | undefined = 80;
  batteryW: number | undefined = -300;
  wantedW: Record<PhaseNumber, number | undefined> = { 1: 1_000, 2: 1_000, 3: 1_000 };
  readonly left = new Set<PhaseNumber>([1, 2, 3]);
  /** Phases that somebody holds on. */
  readonly held = new Set<PhaseNumber>();

  isOn = (phase: PhaseNumber) => {
    const target = phaseTarget(phase);
    if (phaseLimits(settings, this.state).has(target)) return false;
    return this.held.has(phase) || (this.left.has(phase) && !phaseRequests(settings, this.state).has(target));
  };

  looks(count: number, given = settings): this {
    for (let look = 0; look < count; look++) {
      this.atMs += everyMs;
      const { socPercent, batteryW, wantedW, isOn } = this;
      const powerW = (phase: PhaseNumber) => (isOn(phase) ? wantedW[phase] : 0);
      this.state = controlPhases(given, this.state, { socPercent, batteryW, powerW, isOn, everyMs }, this.atMs);
    }
    return this;
  }

  get kept(): string[] {
    return this.state.kept.map(({ id, of }) => `L${id} ${of}`);
  }
}

const plant = (changes: Partial<Plant> = {}) => Object.assign(new Plant(), changes);

describe("the limits of a phase", () => {
  test("disconnect what draws too much for the delay, and give it back for a try after pauses that double", () => {
    const box = plant({ wantedW: { 1: 500, 2: 500, 3: 3_200 } }).looks(1);
    expect(box.kept).toEqual([]);
    expect(box.looks(1).kept).toEqual(["L3 power"]);
    expect(box.state.kept[0]).toMatchObject({ limit: 3_000, measured: 3_200, drewW: 3_200 });
    const offFor = () => {
      const fromMs = box.atMs;
      while (box.kept.length > 0) box.looks(1);
      const lasted = box.atMs - fromMs;
      while (box.kept.length === 0) box.looks(1);
      return Math.round(lasted / minuteMs);
    };
    expect([offFor(), offFor(), offFor(), offFor(), offFor(), offFor()]).toEqual([5, 10, 20, 40, 60, 60]);
    // A phase that was calm for an hour begins again.
    Object.assign(box, { wantedW: { 1: 500, 2: 500, 3: 900 } }).looks(60 * 6 + 6 * 70);
    expect(box.kept).toEqual([]);
    Object.assign(box, { wantedW: { 1: 500, 2: 500, 3: 3_200 } }).looks(2);
    expect(offFor()).toBe(5);
  });

  test("say how often in a row a phase drew too much, and when it is tried again, which is then so", () => {
    const box = plant({ wantedW: { 1: 500, 2: 500, 3: 3_200 } });
    for (const times of [undefined, 2, 3]) {
      while (box.kept.length === 0) box.looks(1);
      const { retry = 0, ...said } = phaseLimits(settings, box.state).get("phase.3")?.reason ?? {};
      expect("times" in said ? said.times : undefined).toBe(times);
      while (box.kept.length > 0) box.looks(1);
      expect(Math.abs(box.atMs - retry * 1_000)).toBeLessThanOrEqual(everyMs);
    }
    const { reason } = phaseLimits(settings, plant({ socPercent: 35 }).looks(9).state).get("phase.3") ?? {};
    expect(reason).not.toHaveProperty("retry");
  });

  test("are kept through a short peak, and where nothing is measured", () => {
    const box = plant();
    for (const watts of [3_500, 900, 3_500, undefined, 3_500, 900]) box.looks(1).wantedW[3] = watts;
    expect(box.kept).toEqual([]);
    expect(plant({ socPercent: undefined }).looks(9).kept).toEqual([]);
  });

  test("disconnect the least important phase first as the charge falls, and give back the most important first", () => {
    const box = plant({ socPercent: 35 }).looks(9);
    expect(box.kept).toEqual(["L3 charge"]);
    expect(phaseLimits(settings, box.state).get("phase.3")).toMatchObject({
      kind: "protection",
      effect: "off",
      reason: { code: "phase_limit", restoreSoc: 50, passed: { of: "charge", limit: 40, measured: 35 } },
    });
    Object.assign(box, { socPercent: 10 }).looks(9);
    expect(box.kept).toEqual(["L3 charge", "L2 charge"]);
    expect(Object.assign(box, { socPercent: 49 }).looks(9).kept).toEqual(["L3 charge"]);
    expect(Object.assign(box, { socPercent: 60 }).looks(9).kept).toEqual([]);
    const both = Object.assign(plant({ socPercent: 10 }).looks(9), { socPercent: 60 }).looks(2);
    expect(both.kept).toEqual(["L3 charge"]);
  });

  test("wait while the battery is charged, and hold what is off already without counting it as a step", () => {
    expect(plant({ socPercent: 10, batteryW: 200 }).looks(9).kept).toEqual([]);
    const box = plant({ socPercent: 10 });
    box.left.delete(3);
    box.looks(2);
    expect(box.state.kept).toMatchObject([
      { id: 3, wasOn: false },
      { id: 2, wasOn: true },
    ]);
  });

  test("that settings no longer have give their phase back", () => {
    const box = plant({ socPercent: 10 }).looks(9);
    const without = {
      ...settings,
      phases: settings.phases.map((phase) => ({ ...phase, minSoc: null, restoreSoc: null })),
    };
    expect(box.looks(2, without).kept).toEqual([]);
    expect(plant({ socPercent: 10 }).looks(9).looks(9, noPhaseControl).kept).toEqual([]);
  });
});

describe("what all phases draw together", () => {
  const tooMuch = { 1: 4_000, 2: 2_000, 3: 1_500 };

  test("goes to the most important ones, and the others come back where there is room for them again", () => {
    const box = plant({ wantedW: tooMuch }).looks(9);
    expect(box.kept).toEqual(["L3 total"]);
    expect(phaseRequests(settings, box.state).get("phase.3")).toMatchObject({
      kind: "phases",
      value: false,
      reason: { code: "phases", passed: { of: "total", limit: 6_000, measured: 7_500 } },
    });
    Object.assign(box, { wantedW: { 1: 1_000, 2: 1_000, 3: 1_500 } }).looks(6);
    expect(box.kept).toEqual(["L3 total"]);
    expect(box.looks(30).kept).toEqual([]);
  });

  test("never takes the most important phase, and is left to people in the other modes", () => {
    const box = plant({ wantedW: { 1: 9_000, 2: 100, 3: 100 } }).looks(20);
    expect(box.kept).toEqual(["L3 total", "L2 total"]);
    expect(plant({ wantedW: tooMuch }).looks(9, { ...settings, mode: "limits" }).kept).toEqual([]);
  });

  test("gives way to a person for a while, but not the limit of the phase itself", () => {
    const box = plant({ wantedW: tooMuch }).looks(9);
    box.held.add(3);
    expect(box.looks(3).isOn(3)).toBe(true);
    box.wantedW = { ...tooMuch, 3: 3_500 };
    expect(box.looks(3).isOn(3)).toBe(false);
    expect(box.kept).toContain("L3 power");
  });
});

test("settings that contradict themselves are refused at the field that is wrong", () => {
  const fieldsOf = (changes: object, phase: object = {}) => {
    const [first, second, third] = settings.phases;
    const given = { ...settings, phases: [first, second, { ...third, ...phase }], ...changes };
    return PhaseControl.safeParse(given).error?.issues.map(({ path }) => path.join("."));
  };
  expect(fieldsOf({})).toBeUndefined();
  expect(fieldsOf({ totalW: null })).toEqual(["totalW"]);
  expect(fieldsOf({ totalW: null, mode: "limits" })).toBeUndefined();
  expect(fieldsOf({ delaySeconds: 4, mode: "some" })).toEqual(["mode", "delaySeconds"]);
  expect(fieldsOf({}, { id: 2 })).toEqual(["phases.2.id"]);
  expect(fieldsOf({}, { id: 4 })).toEqual(["phases.2.id"]);
  expect(fieldsOf({}, { priority: 2 })).toEqual(["phases.2.priority"]);
  expect(fieldsOf({}, { restoreSoc: 40 })).toEqual(["phases.2.restoreSoc"]);
  expect(fieldsOf({}, { restoreSoc: null })).toEqual(["phases.2.restoreSoc"]);
  expect(fieldsOf({}, { limitW: 0, priority: 10 })).toEqual(["phases.2.priority", "phases.2.limitW"]);
});

const numbers = [1, 2, 3] as const;
const anInstant = fc.record({
  afterMs: fc.constantFrom(1_000, 10_000, 10_000, 30_000, 90_000, 400_000, -50_000),
  socPercent: fc.constantFrom(undefined, 5, 19, 25, 39, 45, 55, 80),
  batteryW: fc.constantFrom(undefined, -500, 0, 500),
  powers: fc.tuple(...numbers.map(() => fc.constantFrom(undefined, 0, 1_000, 2_500, 3_500, 6_500))),
  on: fc.subarray([...numbers]),
  unread: fc.subarray([...numbers], { maxLength: 1 }),
  isRestarted: fc.boolean(),
  mode: fc.constantFrom("priorities", "priorities", "limits", "off" as const),
});

test("over any readings, gaps, clocks, settings and restarts: one step at a time, never on by a limit, never without a reason", () => {
  fc.assert(
    fc.property(fc.array(anInstant, { maxLength: 50, size: "max" }), (instants) => {
      let state = noPhaseKept;
      let nowMs = 10_000_000;
      for (const { afterMs, powers, on, unread, isRestarted, mode, socPercent, batteryW } of instants) {
        nowMs += afterMs;
        const given = PhaseControl.parse({ ...settings, mode });
        const isOn = (id: PhaseNumber) => (unread.includes(id) ? undefined : on.includes(id));
        const reading = { socPercent, batteryW, powerW: (id: PhaseNumber) => powers[id - 1], isOn, everyMs };
        const before = isRestarted ? PhaseControlState.parse(JSON.parse(JSON.stringify(state))) : state;
        const after = controlPhases(given, before, reading, nowMs);
        expect(after).toEqual(controlPhases(given, state, reading, nowMs));
        const wereKept = new Map(before.kept.map((phase) => [phase.id, phase]));
        const added = after.kept.filter(({ id, of, wasOn }) => wasOn && wereKept.get(id)?.of !== of);
        const gone = before.kept.filter(({ id, wasOn }) => wasOn && !after.kept.some((phase) => phase.id === id));
        expect(added.filter(({ id }) => on.includes(id) || unread.includes(id)).length + gone.length).toBeLessThan(2);
        // The most important phase has no limits here, and the total never takes it.
        expect(after.kept.map(({ id }) => id)).not.toContain(1);
        if (mode !== "priorities") expect(added.filter(({ of }) => of === "total")).toEqual([]);
        if (mode === "off") expect(added).toEqual([]);
        const [limits, requests] = [phaseLimits(given, after), phaseRequests(given, after)];
        for (const id of numbers) {
          const [limit, request] = [limits.get(phaseTarget(id)), requests.get(phaseTarget(id))];
          expect(limit && request).toBeUndefined();
          const lock = { kind: "lock", effect: "keep", by: "controller", reason: { code: "lock" } } as const;
          const value = on.includes(id);
          const asLeft = { kind: "default", order: 0, by: "a", reason: { code: "as_left" }, value: true } as const;
          const output = { value, changedAtMs: 0, minOnMs: 0, minOffMs: 0 };
          const asked = request ? [request, asLeft] : [asLeft];
          const decision = arbitrate(output, limit ? [lock, limit] : [lock], asked, nowMs);
          if (decision.value) expect([value, limit]).toEqual([true, undefined]);
          const free = arbitrate(output, limit ? [limit] : [], asked, nowMs);
          expect(free.value).toBe(!limit && !request);
          expect(free.by && free.reason.code && decision.by).toBeTruthy();
        }
        state = after;
      }
    }),
    { numRuns: 300 },
  );
});
