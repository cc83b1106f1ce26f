import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { LoadProtection, ProtectionState } from "./load-protection.schema.ts";
import { noProtection, protectionLimits, type ProtectionNews, protectLoads } from "./protect-loads.ts";

const delayMs = 10_000;
const everyMs = 10_000;
const settings: LoadProtection = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: delayMs / 1000,
  loads: [
    { target: "relay.3", neverCut: false },
    { target: "relay.4", neverCut: true },
    { target: "relay.1", neverCut: false },
    { target: "relay.2", neverCut: false },
  ],
};
/** The order without what is never cut. */
const order = ["relay.3", "relay.1", "relay.2"];

/** A container whose relays follow, with 100 W behind each. */
class Plant {
  state = noProtection;
  atMs = 1_000_000;
  socPercent: number | undefined = 50;
  voltageV: number | undefined;
  batteryW: number | undefined = -300;
  /** Cutting changes what the loads draw. */
  helps = true;
  readonly left = new Set(["relay.1", "relay.2", "relay.3", "relay.4"]);
  readonly news: string[] = [];

  isOn = (target: string) => this.left.has(target) && !this.state.cuts.some((cut) => cut.target === target);

  look(given = settings): readonly ProtectionNews[] {
    this.atMs += everyMs;
    const { socPercent, voltageV, batteryW, isOn } = this;
    const loadW = this.helps ? 100 * [...this.left].filter(isOn).length : 400;
    const { state, news } = protectLoads(
      given,
      this.state,
      { socPercent, voltageV, batteryW, loadW, isOn, everyMs },
      this.atMs,
    );
    this.state = state;
    this.news.push(...news.map((one) => ("target" in one ? `${one.code} ${one.target}` : one.code)));
    return news;
  }

  looks(count: number, given = settings): this {
    for (let look = 0; look < count; look++) this.look(given);
    return this;
  }
}

const at = (socPercent: number | undefined, plant = new Plant()) => Object.assign(plant, { socPercent });

describe("load protection", () => {
  test("cuts one load after another in their order, spares those that are never cut, and gives back in reverse order", () => {
    const plant = at(19).looks(10);
    expect(plant.news).toEqual(order.map((target) => `cut ${target}`));
    at(29, plant).looks(10);
    expect(plant.news).toHaveLength(3);
    at(30, plant).looks(10);
    expect(plant.news.slice(3)).toEqual(order.toReversed().map((target) => `restored ${target}`));
    expect(plant.state.cuts).toEqual([]);
  });

  test("waits before the first cut and between two, and a short dip is none", () => {
    const plant = at(19).looks(1);
    expect(plant.news).toEqual([]);
    at(21, plant).looks(1);
    at(19, plant).looks(1);
    expect(plant.news).toEqual([]);
    plant.looks(1);
    expect(plant.news).toEqual(["cut relay.3"]);
  });

  test("cuts below a voltage too, and gives back only when both are high enough", () => {
    const both = { ...settings, cutVoltage: 47, restoreVoltage: 50 };
    const plant = Object.assign(at(50), { voltageV: 46 }).looks(3, both);
    expect(plant.news).toContain("cut relay.3");
    Object.assign(plant, { voltageV: 49 }).looks(5, both);
    expect(plant.news).not.toContain("restored relay.3");
    Object.assign(plant, { voltageV: 50 }).looks(9, both);
    expect(plant.news).toContain("restored relay.3");
  });

  test("cuts nothing while the battery is charged, or nobody knows its charge", () => {
    expect(Object.assign(at(10), { batteryW: 50 }).looks(9).news).toEqual([]);
    const plant = at(undefined).looks(9);
    expect(plant.news).toEqual([]);
    // What is cut stays cut meanwhile.
    at(10, plant).looks(2);
    at(undefined, plant).looks(20);
    expect(plant.news).toEqual(["cut relay.3"]);
  });

  test("stops after two cuts that have changed nothing, says so once, and begins afresh when all loads are back", () => {
    const plant = Object.assign(at(10), { helps: false }).looks(20);
    expect(plant.news).toEqual(["cut relay.3", "cut relay.1", "stopped"]);
    at(90, plant).looks(10);
    Object.assign(at(10, plant), { helps: true }).looks(9);
    expect(plant.news.slice(5)).toEqual(order.map((target) => `cut ${target}`));
  });

  test("what is off already is not counted as a cut, and is kept off", () => {
    const plant = at(10);
    plant.left.delete("relay.3");
    plant.looks(2);
    expect(plant.news).toEqual(["cut relay.1"]);
    const limits = protectionLimits(settings, plant.state);
    expect([...limits.keys()]).toEqual(["relay.3", "relay.1"]);
    expect(limits.get("relay.3")?.reason).toMatchObject({ low: "charge", limit: settings.cutSoc });
  });

  test("a load that must no longer be cut comes back at once, and all do one by one when protection is switched off", () => {
    const plant = at(10).looks(9);
    const spared = { ...settings, loads: settings.loads.map((load, place) => ({ ...load, neverCut: place < 2 })) };
    plant.look(spared);
    expect(plant.news.at(-1)).toBe("restored relay.3");
    plant.looks(1, { ...spared, enabled: false });
    expect(plant.state.cuts.length).toBe(1);
    plant.looks(1, { ...spared, enabled: false });
    expect(plant.state.cuts).toEqual([]);
  });

  test("frames that come seldom are looks like any others", () => {
    let state = noProtection;
    for (let quarter = 1; quarter <= 3; quarter++) {
      const reading = { socPercent: 10, isOn: () => true, everyMs: 900_000 };
      ({ state } = protectLoads(settings, state, reading, quarter * 900_000));
    }
    expect(state.cuts.map(({ target }) => target)).toEqual(["relay.3", "relay.1"]);
  });
});

const anInstant = fc.record({
  afterMs: fc.constantFrom(1_000, 10_000, 10_000, 30_000, 90_000, -50_000),
  socPercent: fc.constantFrom(undefined, 5, 19, 20, 25, 30, 80),
  voltageV: fc.constantFrom(undefined, 46, 48, 51),
  batteryW: fc.constantFrom(undefined, -500, 0, 500),
  loadW: fc.constantFrom(undefined, 0, 200, 400),
  on: fc.subarray(["relay.1", "relay.2", "relay.3", "relay.4"]),
  isRestarted: fc.boolean(),
});

test("over any readings, gaps, clocks and restarts: never what is never cut, one move at a time, in order, never while nothing is known", () => {
  const voltages = fc.constantFrom<Partial<LoadProtection>>({}, { cutVoltage: 47, restoreVoltage: 50 });
  fc.assert(
    fc.property(fc.array(anInstant, { maxLength: 60, size: "max" }), voltages, (instants, given) => {
      const wanted = LoadProtection.parse({ ...settings, ...given });
      let state = noProtection;
      let nowMs = 10_000_000;
      for (const { afterMs, on, isRestarted, ...reading } of instants) {
        nowMs += afterMs;
        const before = isRestarted ? ProtectionState.parse(JSON.parse(JSON.stringify(state))) : state;
        const { state: after, news } = protectLoads(
          wanted,
          before,
          { ...reading, everyMs, isOn: (target) => on.includes(target) },
          nowMs,
        );
        const moves = news.filter(({ code }) => code !== "stopped");
        const cut = after.cuts.map(({ target }) => target);
        expect(cut).toEqual(order.slice(0, cut.length));
        expect(moves.length).toBeLessThanOrEqual(1);
        const [move] = moves;
        if (move?.code === "cut") {
          expect(before.isStopped).toBe(false);
          expect(reading.socPercent !== undefined || reading.voltageV !== undefined).toBe(true);
          expect(reading.batteryW ?? -1).toBeLessThan(0);
        }
        if (after.cuts.length < before.cuts.length) expect(after.since?.is).toBe("recovered");
        if (moves.length > 0 && before.movedAtMs !== null && afterMs > 0)
          expect(nowMs - before.movedAtMs).toBeGreaterThanOrEqual(delayMs);
        for (const { effect } of protectionLimits(wanted, after).values()) expect(effect).toBe("off");
        state = after;
      }
    }),
    { numRuns: 300 },
  );
});
