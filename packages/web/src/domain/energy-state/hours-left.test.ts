import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import type { BlackoutState } from "@offgrid/contract/forecast/forecast.schema";
import { expect, test } from "vitest";

import { type BatteryNow, chanceText, hoursLeft, hoursLeftOrder, hoursLeftText } from "./hours-left.ts";

const now = Date.UTC(2026, 10, 22, 6);
const energy = (change: Partial<EnergyState>): EnergyState => ({
  level: "normal",
  since: null,
  cutAt: null,
  backAt: null,
  at: new Date(now).toISOString(),
  ...change,
});
const unknown = { soc: undefined, powerW: undefined };
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const forecast = (state: BlackoutState) => ({ state, likely: null, hours: null });

test("loads that are cut have no hours left, whatever was forecast", () => {
  const cut = energy({ level: "cut", since: inHours(-11.5) });
  expect(hoursLeft(cut, forecast("safe"), unknown, now)).toEqual({ kind: "cut" });
});

test("hours count down to the instant at which loads are expected to be cut", () => {
  expect(hoursLeft(energy({ level: "cut_ahead", cutAt: inHours(7.5) }), null, unknown, now)).toEqual({
    kind: "hours",
    hours: 7.5,
  });
  // Beyond a day the level does not warn yet, but the hours are told.
  expect(hoursLeft(energy({ level: "normal", cutAt: inHours(30) }), forecast("blackout"), unknown, now)).toEqual({
    kind: "hours",
    hours: 30,
  });
  expect(hoursLeft(energy({ level: "cut_ahead", cutAt: inHours(-0.9) }), null, unknown, now)).toEqual({
    kind: "hours",
    hours: 0,
  });
});

test("hours until a cut of which no word warns yet say how likely it is, as far as that is not almost certain", () => {
  const left = (change: Partial<EnergyState>) =>
    hoursLeft(energy({ level: "full", cutAt: inHours(36), cutChance: 0.7, ...change }), null, unknown, now);
  expect(left({})).toEqual({ kind: "hours", hours: 36, cutChance: 0.7 });
  expect(left({ level: "cut_ahead" })).toEqual({ kind: "hours", hours: 36 });
  expect(left({ level: "cut_ahead", cutEarlyAt: inHours(13) })).toEqual({ kind: "hours", hours: 36, earlyHours: 13 });
  expect(left({ cutChance: 0.995 })).toEqual({ kind: "hours", hours: 36 });
  expect(left({ countsOff: true })).toEqual({ kind: "hours", hours: 36, isLeast: true });
  const words = { t: (key: string, values: object) => JSON.stringify([key, values]), locale: "en" } as never;
  expect(hoursLeftText(left({}), words).note).toMatch(/likely.*70.%/);
});

test("hours that count what is off are the least, and say so", () => {
  const left = hoursLeft(
    energy({ level: "cut_partly", cutAt: inHours(2.5), countsOff: true }),
    forecast("blackout"),
    unknown,
    now,
  );
  expect(left).toEqual({ kind: "hours", hours: 2.5, isLeast: true });
  const words = { t: ((key: string) => key) as never, locale: "en", isLastKnown: false } as const;
  expect(hoursLeftText(left, words)).toMatchObject({ note: "hoursLeft.atLeast" });
});

test("a container that went silent before a cut has hours left until then, and later nobody knows", () => {
  const silent = { level: "cut_ahead", at: inHours(-3) } as const;
  expect(hoursLeft(energy({ ...silent, cutAt: inHours(2) }), forecast("blind"), unknown, now)).toEqual({
    kind: "hours",
    hours: 2,
  });
  const passed = { kind: "unknown", why: "blind" };
  expect(hoursLeft(energy({ ...silent, cutAt: inHours(-2) }), forecast("blind"), unknown, now)).toEqual(passed);
  expect(hoursLeft(energy({ ...silent, cutAt: inHours(-2) }), forecast("blackout"), unknown, now)).toEqual(passed);
});

test("a battery lasts only where the forecast says so; without one nothing is known, and why is said", () => {
  expect(hoursLeft(energy({}), forecast("charging"), unknown, now)).toEqual({ kind: "lasting" });
  expect(hoursLeft(energy({}), null, unknown, now)).toEqual({ kind: "unknown", why: "coming" });
  expect(hoursLeft(energy({}), forecast("learning"), unknown, now)).toEqual({ kind: "unknown", why: "learning" });
  expect(hoursLeft(energy({}), forecast("blackout"), unknown, now)).toEqual({ kind: "unknown", why: "coming" });
  expect(hoursLeft(energy({}), forecast("blind"), unknown, now)).toEqual({ kind: "unknown", why: "blind" });
  expect(hoursLeft(energy({ level: "unknown" }), forecast("safe"), unknown, now)).toEqual({
    kind: "unknown",
    why: "blind",
  });
  expect(hoursLeft(energy({ level: "unknown" }), forecast("none"), unknown, now)).toEqual({
    kind: "unknown",
    why: "blind",
  });
});

test("a running generator has no end that anyone knows, but the battery of a safe forecast lasts", () => {
  const running = energy({ level: "generator_running" });
  expect(hoursLeft(running, forecast("blackout"), unknown, now)).toEqual({ kind: "generator" });
  expect(hoursLeft(running, null, unknown, now)).toEqual({ kind: "generator" });
  expect(hoursLeft(running, forecast("safe"), unknown, now)).toEqual({ kind: "lasting" });
  // Without the generator, which starts by itself, they would not be there.
  const starts = energy({ generatorStart: { soc: 25 } });
  expect(hoursLeft(starts, forecast("safe"), unknown, now)).toEqual({ kind: "lasting", byGenerator: true });
});

test("what is cut comes before what will be, and that before what lasts", () => {
  expect(hoursLeftOrder({ kind: "cut" })).toBeLessThan(hoursLeftOrder({ kind: "hours", hours: 0 }) ?? -1);
  expect(hoursLeftOrder({ kind: "hours", hours: 48 })).toBeLessThan(hoursLeftOrder({ kind: "generator" }) ?? -1);
  expect(hoursLeftOrder({ kind: "generator" })).toBeLessThan(hoursLeftOrder({ kind: "lasting" }) ?? -1);
  expect(hoursLeftOrder({ kind: "unknown", why: "blind" })).toBeUndefined();
});

test("where no forecast says it, the hours are those of the battery at its present power, as on its card", () => {
  const known = energy({ battery: { capacityWh: 10_000, cutOff: { soc: 20, from: "learned" } } });
  const left = (change: Partial<BatteryNow>, of = known) =>
    hoursLeft(of, forecast("learning"), { soc: 50, powerW: -1_000, ...change }, now);
  expect(left({})).toEqual({ kind: "at_power", hours: 3 });
  expect(hoursLeftOrder(left({}))).toBe(3);
  expect(left({}, energy({ battery: { capacityWh: 10_000, cutOff: { soc: 10, from: "assumed" } } }))).toEqual({
    kind: "at_power",
    hours: 4,
  });
  // It charges, or nobody knows what it does.
  expect(left({ powerW: 1_000 })).toEqual({ kind: "unknown", why: "learning" });
  expect(left({ soc: undefined })).toEqual({ kind: "unknown", why: "learning" });
  expect(left({}, energy({}))).toEqual({ kind: "unknown", why: "learning" });
});

test("power that lasts only probably says how likely it does, and comes before power that is sure to", () => {
  const left = (chance: number) => hoursLeft(energy({}), { ...forecast("safe"), chance }, unknown, now);
  expect(left(0.05)).toEqual({ kind: "lasting" });
  // The chance itself, not what is left of one: two roundings of it would say two numbers on one screen.
  const chance = 0.374_999_999_999_999_94;
  expect(left(chance)).toEqual({ kind: "lasting", cutChance: chance });
  expect(hoursLeftOrder(left(0.3))).toBeLessThan(hoursLeftOrder(left(0.05))!);
  const words = { t: (key: string, values: object) => JSON.stringify([key, values]), locale: "en" } as never;
  expect(hoursLeftText(left(0.05), words)).not.toHaveProperty("note");
  expect(hoursLeftText(left(0.3), words)).toEqual({
    figure: hoursLeftText(left(0.05), words).figure,
    note: expect.stringMatching(/cutChance.*30.%/),
  });
  expect(hoursLeftText(left(chance), words).note).toContain(chanceText(chance, "en"));
});
