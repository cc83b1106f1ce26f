import { expect, test } from "vitest";

import { socPercent } from "../plant/battery.ts";
import type { PlantDesign } from "../plant/plant.design.ts";
import { hasPhases } from "../plant/phases.ts";
import { plantMetrics } from "../plant/plant.metrics.ts";
import { longestStepMs, stepPlant } from "../plant/plant.ts";
import { type PlantState, newPlantState } from "../plant/plant.state.ts";
import { fleet } from "./fleet.ts";
import { memberPlant } from "./fleet.member.ts";

/** Whatever the hour at which the demo is first started, each state of energy is there to see. */

const hourMs = 3_600_000;
const day = Date.UTC(2026, 10, 23);
const starts = Array.from({ length: 24 }, (_, hour) => day + (hour + 0.4) * hourMs);
/** Loads are cut at about this charge. */
const cutPercent = 13;
/** Below this charge the plant drops its first loads, and is cut in part. */
const shedPercent = 22;
/** Those whose nights end in a cut, half a world apart. */
const smallBatteries = ["barcelos", "gosaba"];

function runTo(design: PlantDesign, start: PlantState, toMs: number, look: (charge: number) => void = () => {}) {
  let state = start;
  let reading;
  while (state.atMs < toMs) {
    ({ state, reading } = stepPlant(design, state, Math.min(toMs, state.atMs + longestStepMs)));
    look(socPercent(design.battery, state.storedWh));
  }
  return { state, reading };
}

const settled = (design: PlantDesign, atMs: number) => runTo(design, newPlantState(design, atMs - 192 * hourMs), atMs);

function plantOf(id: string, atMs: number): PlantDesign {
  return memberPlant(
    fleet.find(({ containerId }) => containerId === id)!,
    atMs,
  );
}

/** The lowest charge of the next 24 hours, percent. */
function lowestAhead(design: PlantDesign, from: PlantState): number {
  let lowest = 100;
  runTo(design, from, from.atMs + 24 * hourMs, (charge) => (lowest = Math.min(lowest, charge)));
  return lowest;
}

test.each(starts.map((atMs) => [new Date(atMs).toISOString().slice(11, 16), atMs] as const))(
  "first started at %s UTC, all loads of one container have power, and will be cut",
  (_, atMs) => {
    const ahead = fleet.filter((member) => {
      if (!smallBatteries.includes(member.containerId)) return false;
      const { state } = settled(memberPlant(member, atMs), atMs);
      const charge = socPercent(memberPlant(member).battery, state.storedWh);
      return (
        charge > shedPercent && state.shed.length === 0 && lowestAhead(memberPlant(member, atMs), state) < cutPercent
      );
    });
    expect(ahead.map(({ containerId }) => containerId)).not.toEqual([]);
  },
);

test.each(
  starts.filter((_, hour) => hour % 4 === 0).map((atMs) => [new Date(atMs).toISOString().slice(11, 16), atMs] as const),
)("first started at %s UTC, loads of another are cut", (_, atMs) => {
  const tamale = memberPlant(
    fleet.find(({ containerId }) => containerId === "tamale")!,
    atMs,
  );
  const { state, reading } = settled(tamale, atMs);
  const { names, values } = plantMetrics(tamale);
  expect(values(state, reading!)[names.indexOf("inverter.state")]).toBe(0);
});

/** In the dark season and in the bright one, a run of days each: some are sunny and some are not. */
const anyDay = [day, Date.UTC(2026, 5, 21)].flatMap((first) =>
  Array.from({ length: 8 }, (_, index) => first + index * (24 + 3) * hourMs),
);

test.each(anyDay.map((atMs) => [new Date(atMs).toISOString().slice(0, 16), atMs] as const))(
  "first started at %s UTC, the generator of one container runs, or its loads would be cut within a day without it",
  (_, atMs) => {
    const fogo = plantOf("fogo", atMs);
    const { state } = settled(fogo, atMs);
    // The reserve, at which the portal expects the cut.
    if (!state.generatorOn) expect(lowestAhead({ ...fogo, generatorSet: undefined }, state)).toBeLessThan(20);
  },
);

test.each(starts.map((atMs) => [new Date(atMs).toISOString().slice(11, 16), atMs] as const))(
  "first started at %s UTC, load protection of one container has loads to cut, and its battery is drained",
  (_, atMs) => {
    const member = fleet.find(({ loadProtection }) => loadProtection?.enabled);
    if (!member?.loadProtection) throw new Error("No member protects its loads.");
    const design = memberPlant(member, atMs);
    const { state, reading } = settled(design, atMs);
    const charge = socPercent(design.battery, state.storedWh);
    expect(charge).toBeLessThan(member.loadProtection.cutSoc);
    expect(charge).toBeGreaterThan(cutPercent + 10);
    const { names, values } = plantMetrics(design);
    expect(values(state, reading!)[names.indexOf("battery.power")]).toBeLessThan(0);
  },
);

test.each(anyDay.map((atMs) => [new Date(atMs).toISOString().slice(0, 16), atMs] as const))(
  "in the day after %s UTC the river station is without all of its loads for hours, so that no forecast has to doubt its cut",
  (_, atMs) => {
    const design = plantOf("barcelos", atMs);
    let { state } = settled(design, atMs);
    let cutMs = 0;
    const endMs = atMs + 24 * hourMs;
    while (state.atMs < endMs) {
      const next = stepPlant(design, state, Math.min(endMs, state.atMs + longestStepMs)).state;
      if (!hasPhases(next)) cutMs += next.atMs - state.atMs;
      state = next;
    }
    expect(cutMs / hourMs).toBeGreaterThan(2);
  },
);
