import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Condition, MetricCondition } from "./automations.schema.ts";
import { evaluate, type Facts, type Timers, type Truth } from "./conditions.ts";

const everyMs = 10_000;
const startMs = Date.UTC(2026, 5, 1, 12);

/** A container at which time goes by in looks. */
class Plant {
  atMs = startMs;
  values: Record<string, number | undefined> = {};
  outputs: Record<string, boolean | undefined> = {};
  /** How long ago values were measured. */
  ageMs = 0;
  isClockRight = true;
  timers: Timers = {};

  get facts(): Facts {
    return {
      readingOf: (metric) => {
        const value = this.values[metric];
        return value === undefined ? undefined : { value, atMs: this.atMs - this.ageMs };
      },
      isOn: (output) => this.outputs[output],
      place: { zoneName: "Africa/Nairobi", latitudeDeg: -1.29, longitudeDeg: 36.82 },
      isClockRight: this.isClockRight,
      everyMs,
    };
  }

  look(condition: Condition, afterMs = everyMs): Truth {
    this.atMs += afterMs;
    const { is, timers } = evaluate("if", condition, this.facts, this.timers, this.atMs);
    this.timers = timers;
    return is;
  }
}

const soc = (more: Partial<MetricCondition> = {}): MetricCondition => ({
  kind: "metric",
  metric: "battery.soc",
  is: "below",
  value: 40,
  ...more,
});
const at = (socPercent: number | undefined, plant = new Plant()) =>
  Object.assign(plant, { values: { "battery.soc": socPercent } });

describe("a metric", () => {
  test("that is not measured, or was measured too long ago, is not known: neither below nor above", () => {
    for (const is of ["above", "below", "equal"] as const) expect(at(undefined).look(soc({ is }))).toBeUndefined();
    expect(Object.assign(at(10), { ageMs: 4 * everyMs }).look(soc())).toBeUndefined();
    expect(Object.assign(at(10), { ageMs: 3 * everyMs }).look(soc())).toBe(true);
  });

  test("counts from its value on the way there, and from another on the way back", () => {
    const plant = at(41);
    const charges = [41, 40, 39, 41, 44, 45, 44, 39];
    const are = charges.map((charge) => at(charge, plant).look(soc({ until: 45 })));
    expect(are).toEqual([false, false, true, true, true, false, false, true]);
  });

  test("has to be so for its time, a missing frame in between does not count, and a long hole begins again", () => {
    const plant = at(30);
    const lasting = soc({ forSeconds: 30 });
    expect([1, 2, 3, 4].map(() => plant.look(lasting))).toEqual([false, false, false, true]);
    expect(at(undefined, plant).look(lasting)).toBeUndefined();
    expect(at(30, plant).look(lasting)).toBe(true);
    expect(plant.look(lasting, 10 * 60_000)).toBe(false);
    at(50, plant).look(lasting);
    expect(at(30, plant).look(lasting)).toBe(false);
  });

  test("lasts through a restart: what is remembered is plain data", () => {
    const plant = at(30);
    const lasting = soc({ forSeconds: 30 });
    plant.look(lasting);
    plant.timers = JSON.parse(JSON.stringify(plant.timers)) as Timers;
    expect(plant.look(lasting, 30_000)).toBe(true);
  });

  test("a clock that is set back does not end what lasts, nor make it longer", () => {
    const plant = at(30);
    plant.look(soc({ forSeconds: 30 }));
    expect(plant.look(soc({ forSeconds: 30 }), -86_400_000)).toBe(false);
    expect(plant.look(soc({ forSeconds: 30 }), 30_000)).toBe(true);
  });

  test("is read without a rule's own load, so that a surplus does not end because it is used", () => {
    const surplus: Condition = {
      kind: "metric",
      metric: "battery.power",
      is: "above",
      value: 500,
      without: { output: "relay.3", powerW: 400 },
    };
    const plant = new Plant();
    plant.values = { "battery.power": 600 };
    plant.outputs = { "relay.3": false };
    expect(plant.look(surplus)).toBe(true);
    plant.values = { "battery.power": 200 };
    plant.outputs = { "relay.3": true };
    expect(plant.look(surplus)).toBe(true);
    plant.outputs = { "relay.3": false };
    expect(plant.look(surplus)).toBe(false);
    plant.outputs = {};
    expect(plant.look(surplus)).toBeUndefined();
  });
});

test("times and sun are those of the place, and not known while the clock may be wrong", () => {
  const plant = new Plant();
  // 3 pm in Nairobi.
  expect(plant.look({ kind: "time", from: { time: "15:00" }, to: { time: "16:00" } })).toBe(true);
  expect(plant.look({ kind: "sun", is: "up" })).toBe(true);
  plant.isClockRight = false;
  expect(plant.look({ kind: "sun", is: "up" })).toBeUndefined();
});

/** Every condition over three outputs. */
const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant("output" as const),
      output: fc.constantFrom("relay.1", "relay.2", "relay.3"),
      isOn: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant("group" as const),
      match: fc.constantFrom("all" as const, "any" as const, "none" as const),
      of: fc.array(tie("any"), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).any;
const truths = fc.record({
  "relay.1": fc.option(fc.boolean(), { nil: undefined }),
  "relay.2": fc.option(fc.boolean(), { nil: undefined }),
  "relay.3": fc.option(fc.boolean(), { nil: undefined }),
});
const lookAt = (one: Condition, outputs: Plant["outputs"]) => Object.assign(new Plant(), { outputs }).look(one);

test("what is known stays so, whatever the unknown turns out to be", () => {
  fc.assert(
    fc.property(condition, truths, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (one, outputs, later) => {
      const is = lookAt(one, outputs);
      if (is === undefined) return;
      const learned = Object.fromEntries(
        Object.entries(outputs).map(([name, known], place) => [name, known ?? later[place]]),
      );
      expect(lookAt(one, learned)).toBe(is);
    }),
    { numRuns: 2_000 },
  );
});

test("where everything is known, so is every condition", () => {
  fc.assert(
    fc.property(condition, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (one, [a, b, c]) => {
      expect(lookAt(one, { "relay.1": a, "relay.2": b, "relay.3": c })).toBeDefined();
    }),
  );
});
