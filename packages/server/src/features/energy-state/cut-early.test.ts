import { expect, test } from "vitest";

import { Now } from "../../core/now.ts";
import { healthy, inHours, nowMs, stateOf } from "./energy-state.fixture.ts";
import { type EnergyInputs, energyStateOf } from "./energy-state.ts";

const levelOf = (inputs: Partial<EnergyInputs>) => stateOf(inputs).level;

test("a cut that may well come within a day is ahead, though the likely one is in the night after", () => {
  const later = { soc: 99, blackoutState: "blackout", blackoutAt: inHours(36), cutChance: 0.7 } as const;
  const early = { ...later, cutEarlyAt: inHours(12) };
  expect(stateOf(early)).toMatchObject({ level: "cut_ahead", cutAt: inHours(36).toISOString(), cutChance: 0.7 });
  expect(levelOf({ ...early, hasGenerator: true })).toBe("generator_ahead");
  expect(levelOf({ ...later, cutEarlyAt: inHours(25) })).toBe("full");
  expect(levelOf(later)).toBe("full");
  // Where no cut is expected within the two days, and where what is off is counted, it is no alarm.
  expect(levelOf({ ...early, blackoutState: "safe", blackoutAt: null })).toBe("full");
  expect(levelOf({ ...early, countsOff: true })).toBe("full");
  const now = new Now(nowMs);
  energyStateOf({ ...healthy, ...later, cutEarlyAt: inHours(25) }, now);
  expect(now.untilMs).toBeLessThanOrEqual(inHours(1).getTime());
});

test("a cut that was ahead stays so until it is clearly less likely, and says from when on it may come", () => {
  const hovering = {
    soc: 99,
    blackoutState: "blackout",
    blackoutAt: inHours(36),
    cutEarlyAt: inHours(25),
    cutEarliestAt: inHours(13),
  } as const;
  expect(stateOf(hovering)).not.toHaveProperty("cutEarlyAt");
  const held = { ...hovering, staysAhead: true };
  expect(stateOf(held)).toMatchObject({ level: "cut_ahead", cutEarlyAt: inHours(13).toISOString() });
  expect(stateOf({ ...held, hasGenerator: true })).toMatchObject({ level: "generator_ahead" });
  // One within the day needs no other instant, and what nobody expects is not ahead.
  expect(stateOf({ ...held, blackoutAt: inHours(20) })).not.toHaveProperty("cutEarlyAt");
  expect(levelOf({ ...held, blackoutState: "safe", blackoutAt: null })).toBe("full");
});
