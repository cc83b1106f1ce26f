import { expect, test } from "vitest";

import { Now } from "../../core/now.ts";
import { healthy, inHours, nowMs, since, stateOf } from "./energy-state.fixture.ts";
import { type EnergyInputs, energyStateOf } from "./energy-state.ts";

const levelOf = (inputs: Partial<EnergyInputs>) => stateOf(inputs).level;

test("what the charge says, from the worst to the best", () => {
  expect(levelOf({ soc: 19.9 })).toBe("below_reserve");
  expect(levelOf({})).toBe("normal");
  expect(levelOf({ batteryPower: 400 })).toBe("charging");
  expect(levelOf({ batteryPower: 400, soc: 99.2 })).toBe("full");
});

test("a battery that gives power is not called full, whatever its charge is rounded to", () => {
  expect(levelOf({ batteryPower: -1_030, soc: 100 })).toBe("normal");
  expect(levelOf({ batteryPower: -9, soc: 99 })).toBe("full");
  expect(levelOf({ batteryPower: null, soc: 99 })).toBe("full");
});

test("a cut that is ahead is worse than what the charge says now, and one that has come is the worst", () => {
  const ahead = { soc: 15, blackoutState: "blackout", blackoutAt: inHours(7), backAt: inHours(20) } as const;
  expect(stateOf(ahead)).toMatchObject({
    level: "cut_ahead",
    cutAt: inHours(7).toISOString(),
    backAt: inHours(20).toISOString(),
  });
  expect(stateOf({ ...ahead, cutSince: inHours(-11.5), cutAt: inHours(0) })).toEqual({
    level: "cut",
    since: inHours(-11.5).toISOString(),
    cutAt: null,
    backAt: inHours(20).toISOString(),
    at: inHours(0).toISOString(),
  });
});

test("before its first forecast a container is not said to be well: what is ahead is being computed", () => {
  expect(levelOf({ blackoutState: null })).toBe("computing");
  expect(levelOf({ blackoutState: null, soc: 15 })).toBe("below_reserve");
  expect(levelOf({ blackoutState: "learning" })).toBe("normal");
});

test("where no cut is expected, what is left at the present power is counted to the cut-off, be it merely assumed", () => {
  const known = { blackoutState: "learning", capacityWh: 10_000, cutSoc: 12 } as const;
  expect(stateOf(known).battery).toEqual({ capacityWh: 10_000, cutOff: { soc: 12, from: "learned" } });
  expect(stateOf({ ...known, cutSoc: null }).battery?.cutOff).toEqual({ soc: 20, from: "assumed" });
  expect(stateOf({ ...known, cutSoc: null, setReserveSoc: 25 }).battery?.cutOff.soc).toBe(25);
  expect(stateOf({ ...known, blackoutState: "blackout", blackoutAt: inHours(7) })).not.toHaveProperty("battery");
  expect(stateOf({ ...known, capacityWh: null })).not.toHaveProperty("battery");
});

test("a part of the loads that protection has cut is worse than the cut of the rest that is ahead", () => {
  const ms = nowMs - 60_000;
  const part = {
    cutOutputs: { "relay.2": since(-2), "relay.3": since(-1) },
    switches: { "relay.1.on": [1, ms], "relay.2.on": [0, ms], "relay.3.on": [0, ms] },
  } as const;
  const ahead = { soc: 15, blackoutState: "blackout", blackoutAt: inHours(7) } as const;
  expect(stateOf({ ...part, ...ahead })).toMatchObject({
    level: "cut_partly",
    since: inHours(-2).toISOString(),
    cutAt: inHours(7).toISOString(),
  });
  const partBackAt = inHours(2);
  expect(stateOf({ ...part, partBackAt })).toMatchObject({ cutAt: null, partBackAt: partBackAt.toISOString() });
  expect(stateOf({ ...part, partBackAt: inHours(-1) })).not.toHaveProperty("partBackAt");
  expect(stateOf({ partBackAt })).not.toHaveProperty("partBackAt");
  const { switches } = part;
  // It was closed since, or stopped reporting, or somebody else had opened it.
  expect(levelOf({ ...part, switches: { ...switches, "relay.2.on": [1, ms], "relay.3.on": [1, ms] } })).toBe("normal");
  const longAgo = inHours(-1).getTime();
  expect(levelOf({ ...part, switches: { "relay.2.on": [0, longAgo], "relay.3.on": [0, longAgo] } })).toBe("normal");
  expect(levelOf({ switches })).toBe("normal");
  // A container that has gone silent goes on being partly cut, as far as anybody knows.
  const silent = { ...part, newestAt: inHours(-3), socAt: inHours(-3), cutSince: null };
  expect(
    levelOf({ ...silent, switches: { "relay.2.on": [0, inHours(-3).getTime()], "relay.1.on": [1, longAgo] } }),
  ).toBe("cut_partly");
});

test("where no switch of the loads is on and protection opened some, all of them are cut since the last of those", () => {
  const switches = { "relay.1.on": [0, nowMs], "relay.2.on": [0, nowMs], "phase.1.on": [0, nowMs] } as const;
  const cutOutputs = { "relay.1": since(-3), "relay.2": since(-2) };
  expect(stateOf({ cutOutputs, switches })).toMatchObject({
    level: "cut",
    since: inHours(-2).toISOString(),
    cutAt: null,
    backAt: null,
    noReturn: "protection",
  });
  // What is expected of that part is then expected of all.
  expect(stateOf({ cutOutputs, switches, partBackAt: inHours(3) })).toMatchObject({
    level: "cut",
    backAt: inHours(3).toISOString(),
  });
});

test("the return of power has its range for as long as it is expected", () => {
  const back = { earliest: inHours(18).toISOString(), latest: null };
  const cut = { soc: 5, cutSince: inHours(-1), cutAt: inHours(0), back } as const;
  expect(stateOf({ ...cut, backAt: inHours(20) }).back).toEqual(back);
  expect(stateOf({ ...cut, backAt: inHours(-0.1) })).not.toHaveProperty("back");
  const ahead = { blackoutState: "blackout", blackoutAt: inHours(7), backAt: inHours(20), back } as const;
  expect(stateOf(ahead).back).toEqual(back);
  // Why none is promised is known also where none is expected.
  const inDoubt = { backAt: null, back: { ...back, isDoubtful: true } };
  for (const one of [cut, ahead]) {
    expect(stateOf({ ...one, backAt: null })).not.toHaveProperty("back");
    expect(stateOf({ ...one, ...inDoubt })).toMatchObject(inDoubt);
  }
});

test("what runs although loads are cut is named where it explains what is drawn, and is not old", () => {
  const cut = { cutSince: inHours(-1), cutAt: inHours(0) };
  const drawn = (load: number, ac: number, dc: number, atMs = nowMs) =>
    stateOf({ ...cut, stillOn: { load: [load, atMs], air_conditioning: [ac, atMs], dc_loads: [dc, atMs] } }).stillOn;
  expect(drawn(117, 90, 27)).toEqual(["air_conditioning", "dc_loads"]);
  expect(drawn(27, 0, 27)).toEqual(["dc_loads"]);
  expect(drawn(117, 0, 27)).toBeUndefined();
  expect(drawn(117, 90, 27, nowMs - 10 * 60_000)).toBeUndefined();
  expect(stateOf(cut).stillOn).toBeUndefined();
});

test("a cut in two days is no reason to hurry, but is said", () => {
  expect(stateOf({ blackoutState: "dip", blackoutAt: inHours(30) })).toMatchObject({
    level: "normal",
    cutAt: inHours(30).toISOString(),
  });
});

test("how likely a cut is stands beside its time, and nowhere where none is ahead", () => {
  const ahead = { blackoutState: "blackout", blackoutAt: inHours(7), cutChance: 0.79 } as const;
  expect(stateOf(ahead)).toMatchObject({ cutAt: inHours(7).toISOString(), cutChance: 0.79 });
  expect(stateOf({ ...ahead, cutChance: null })).not.toHaveProperty("cutChance");
  expect(stateOf({ blackoutState: "safe", cutChance: 0.3 })).not.toHaveProperty("cutChance");
  expect(stateOf({ ...ahead, cutSince: inHours(-1), cutAt: inHours(0) })).not.toHaveProperty("cutChance");
});

test("a cut that counts what is off is told as one in doubt, and is no alarm, while the battery charges or not", () => {
  const doubt = { blackoutState: "blackout", blackoutAt: inHours(2.2), cutChance: 0.7, countsOff: true } as const;
  expect(stateOf({ ...doubt, batteryPower: 92 })).toMatchObject({
    level: "charging",
    cutAt: inHours(2.2).toISOString(),
    countsOff: true,
  });
  expect(levelOf({ ...doubt, batteryPower: -150 })).toBe("normal");
  expect(levelOf({ ...doubt, hasGenerator: true })).toBe("normal");
  const part = {
    cutOutputs: { "relay.2": since(-0.1) },
    switches: { "relay.2.on": [0, nowMs], "relay.1.on": [1, nowMs] },
  };
  expect(stateOf({ ...doubt, ...part } as never)).toMatchObject({ level: "cut_partly", countsOff: true });
  expect(levelOf({ ...doubt, countsOff: false })).toBe("cut_ahead");
  expect(stateOf({ ...doubt, blackoutState: "safe", blackoutAt: null })).not.toHaveProperty("countsOff");
});

test("a cut that was expected and has not come is no longer expected, and what is ahead is not known yet", () => {
  const expected = { blackoutState: "blackout", blackoutAt: inHours(-2) } as const;
  expect(stateOf(expected)).toMatchObject({ level: "computing", cutAt: null });
  expect(levelOf({ ...expected, batteryPower: 400 })).toBe("charging");
});

test("a cut that has come and gone, or whose time has passed while the battery charges, is not ahead", () => {
  const passed = { soc: 15, blackoutState: "dip", blackoutAt: inHours(-0.5), backAt: inHours(1) } as const;
  const run = (kind: "cut" | "supplied", from: number, to: number) =>
    ({ kind, fromMs: inHours(from).getTime(), toMs: inHours(to).getTime(), soc: null }) as const;
  expect(levelOf(passed)).toBe("cut_ahead");
  const over = { level: "below_reserve", cutAt: null, backAt: null };
  expect(stateOf({ ...passed, loadRuns: [run("cut", -0.6, -0.2), run("supplied", -0.19, 0)] })).toMatchObject(over);
  expect(stateOf({ ...passed, batteryPower: 400 })).toMatchObject(over);
  expect(levelOf({ ...passed, soc: 35, loadRuns: [run("cut", -0.6, -0.2), run("supplied", -0.19, 0)] })).toBe(
    "computing",
  );
  // An earlier one is another one.
  expect(levelOf({ ...passed, loadRuns: [run("cut", -9, -8), run("supplied", -7.9, 0)] })).toBe("cut_ahead");
  const ahead = { ...passed, blackoutAt: inHours(0.5) };
  expect(levelOf({ ...ahead, batteryPower: 400 })).toBe("cut_ahead");
  const now = new Now(nowMs);
  energyStateOf({ ...healthy, ...ahead, batteryPower: 400 }, now);
  expect(now.untilMs).toBeLessThanOrEqual(inHours(0.5).getTime());
});

test("what was forecast while the loads were cut says nothing of the next cut once they have power, however short it was", () => {
  const over = { blackoutState: "blackout", blackoutAt: inHours(-0.01), backAt: inHours(5), wasCut: true } as const;
  expect(stateOf(over)).toMatchObject({ level: "computing", cutAt: null, backAt: null });
  expect(levelOf({ ...over, soc: 12 })).toBe("below_reserve");
  expect(stateOf({ ...over, cutSince: inHours(-1) })).toMatchObject({ level: "cut", backAt: inHours(5).toISOString() });
});

test("where a generator may start, loads are not said to be cut", () => {
  expect(levelOf({ blackoutState: "blackout", blackoutAt: inHours(7), hasGenerator: true })).toBe("generator_ahead");
});

test("a generator that runs and covers the loads is said in the place of a cut that the forecast expects without it", () => {
  const on = (value: number, powerW: number, atMs = nowMs) =>
    ({ on: [value, atMs], power: [powerW, atMs] }) as const satisfies EnergyInputs["generator"];
  const ahead = { soc: 15, blackoutState: "blackout", blackoutAt: inHours(7), hasGenerator: true } as const;
  const charging = { ...ahead, batteryPower: 9_700, generator: on(1, 11_900.4) };
  expect(stateOf(charging)).toMatchObject({
    level: "generator_running",
    cutAt: null,
    generator: { powerW: 11_900, work: "charging" },
  });
  expect(stateOf({ ...charging, batteryPower: -80 })).toMatchObject({
    level: "generator_running",
    generator: { work: "supplying" },
  });
  // Nobody knows whether the battery must help: it is no reason to forget the cut.
  expect(stateOf({ ...charging, batteryPower: null })).toMatchObject({
    level: "cut_ahead",
    cutAt: inHours(7).toISOString(),
    generator: { work: null },
  });
  expect(stateOf({ ...charging, blackoutState: "none", blackoutAt: null, batteryPower: null })).toMatchObject({
    level: "generator_running",
    generator: { work: null },
  });
  // Too weak: what the forecast says counts again, and nobody waits for it to start.
  expect(stateOf({ ...charging, batteryPower: -2_000 })).toMatchObject({
    level: "cut_ahead",
    cutAt: inHours(7).toISOString(),
    generator: { powerW: 11_900, work: "short" },
  });
});

test("a generator that stands, or of which nothing is known now, does not run", () => {
  const ahead = { blackoutState: "blackout", blackoutAt: inHours(7), hasGenerator: true, batteryPower: -300 } as const;
  const oldMs = nowMs - 10 * 60_000;
  for (const generator of [
    { on: [0, nowMs], power: [12_000, nowMs] },
    { on: [1, oldMs], power: [12_000, oldMs] },
    { power: [12, nowMs] },
    { on: null, power: null },
  ] as const) {
    const state = stateOf({ ...ahead, generator });
    expect(state.level, JSON.stringify(generator)).toBe("generator_ahead");
    expect(state.generator).toBeUndefined();
  }
  expect(stateOf({ ...ahead, batteryPower: 300, generator: { power: [1_500, nowMs] } }).level).toBe(
    "generator_running",
  );
  const now = new Now(nowMs);
  energyStateOf({ ...healthy, generator: { on: [1, nowMs] } }, now);
  expect(now.untilMs).toBeLessThanOrEqual(nowMs + 180_001);
});

test("beside loads that are cut, a running generator is named too", () => {
  const cut = { cutSince: inHours(-1), cutAt: inHours(0), batteryPower: 3_000 };
  expect(stateOf({ ...cut, generator: { on: [1, nowMs] } })).toMatchObject({
    level: "cut",
    generator: { powerW: null, work: "charging" },
  });
});

test("a link that drops for a few minutes leaves the last charge known; by the rule of forecasts it is then too old", () => {
  const minutes = (count: number) => inHours(-count / 60);
  const dropped = { socAt: minutes(14), newestAt: minutes(14) };
  expect(stateOf(dropped)).toMatchObject({ level: "normal", at: minutes(14).toISOString() });
  expect(levelOf({ ...dropped, soc: 12 })).toBe("below_reserve");
  expect(levelOf({ socAt: minutes(16) })).toBe("unknown");
  // Readings that come every ten minutes are known for three of these intervals.
  expect(levelOf({ socAt: minutes(29), everyS: 600 })).toBe("normal");
  expect(levelOf({ socAt: minutes(31), everyS: 600 })).toBe("unknown");
  const now = new Now(nowMs);
  energyStateOf({ ...healthy, ...dropped }, now);
  expect(now.untilMs).toBe(minutes(-1).getTime() + 1);
});

test("an old charge says nothing; loads that were cut stay the last that is known", () => {
  expect(stateOf({ socAt: inHours(-1) })).toMatchObject({ level: "unknown", cutAt: null });
  expect(levelOf({ soc: null, socAt: null })).toBe("unknown");
  const wasCut = { socAt: inHours(-1), cutSince: inHours(-3), cutAt: inHours(-1) };
  expect(stateOf(wasCut)).toMatchObject({ level: "cut", at: inHours(-1).toISOString() });
});

test("a container that falls silent keeps the warning of its last readings until a day after the cut it was about to have", () => {
  const silent = { soc: 12, socAt: inHours(-1), batteryPower: -300, blackoutState: "blackout" } as const;
  const warned = stateOf({ ...silent, blackoutAt: inHours(2) });
  expect(warned).toMatchObject({ level: "cut_ahead", cutAt: inHours(2).toISOString(), at: inHours(-1).toISOString() });
  // The next forecast finds no charge to start from.
  expect(stateOf({ ...silent, blackoutState: "blind", blackoutAt: inHours(2) })).toEqual(warned);
  expect(levelOf({ ...silent, blackoutAt: inHours(2), hasGenerator: true })).toBe("generator_ahead");
  const dayAgo = { ...silent, socAt: inHours(-26), blackoutState: "blind" } as const;
  expect(levelOf({ ...dayAgo, blackoutAt: inHours(-23.9) })).toBe("cut_ahead");
  expect(levelOf({ ...dayAgo, blackoutAt: inHours(-24) })).toBe("unknown");
});

test("silence alone is no warning, and neither is a forecast that a container has spoken since", () => {
  const silent = { soc: 12, socAt: inHours(-1), blackoutState: "blackout", blackoutAt: inHours(2) } as const;
  expect(levelOf({ ...silent, blackoutAt: inHours(30) })).toBe("unknown");
  expect(levelOf({ ...silent, blackoutState: "safe", blackoutAt: null })).toBe("unknown");
  // Its generator ran when it was last heard of.
  const ran = { on: [1, inHours(-1).getTime()] } as const;
  expect(levelOf({ ...silent, batteryPower: 900, hasGenerator: true, generator: ran })).toBe("unknown");
  expect(levelOf({ ...silent, socAt: inHours(0), blackoutState: "blind" })).toBe("below_reserve");
});

test("cuts that have ended are shown for a day, as one span with their sum, also beside one that lasts", () => {
  const at = (hours: number) => nowMs + hours * 3_600_000;
  const run = (kind: "cut" | "supplied", from: number, to: number) =>
    ({ kind, fromMs: at(from), toMs: at(to), soc: null }) as const;
  const loadRuns = [
    run("supplied", -30, -25),
    run("cut", -25, -24.5),
    run("supplied", -24.4, -13),
    run("cut", -12.9, -12.6),
    run("supplied", -12.5, -3),
    run("cut", -2.9, -2.6),
    run("supplied", -2.5, 0),
  ];
  const ended = { from: inHours(-12.9).toISOString(), to: inHours(-2.5).toISOString(), count: 2, seconds: 2_880 };
  expect(stateOf({ loadRuns }).ended).toEqual(ended);
  const again = [...loadRuns.slice(0, -1), run("supplied", -2.5, -1.1), run("cut", -1, 0)];
  expect(stateOf({ loadRuns: again, cutSince: inHours(-1) })).toMatchObject({ level: "cut", ended });
  expect(stateOf({ loadRuns: loadRuns.slice(0, 3) }).ended).toBeUndefined();
  const now = new Now(nowMs);
  energyStateOf({ ...healthy, loadRuns }, now);
  expect(now.untilMs).toBeLessThanOrEqual(at(24 - 12.5));
});

test("an expected return that has passed without coming is not repeated", () => {
  const cut = { cutSince: inHours(-8), blackoutState: "blackout", wasCut: true } as const;
  expect(stateOf({ ...cut, backAt: inHours(-1) })).toMatchObject({ backAt: null, noReturn: "passed" });
});

test("of a cut that is ahead it is said why no return is expected, as far as the forecast reaches far enough to tell", () => {
  const ahead = { soc: 15, blackoutState: "blackout", blackoutAt: inHours(7) } as const;
  const whyNot = (inputs: Parameters<typeof stateOf>[0]) => stateOf({ ...ahead, ...inputs }).noReturn;
  expect(whyNot({})).toBe("horizon");
  expect(whyNot({ lacks: "charge_limit" })).toBe("charge_limit");
  expect(whyNot({ lacks: "sun" })).toBe("sun");
  expect(whyNot({ backAt: inHours(20) })).toBeUndefined();
  expect(whyNot({ back: { earliest: inHours(20).toISOString(), latest: null, isDoubtful: true } })).toBeUndefined();
  // Its morning after is beyond the forecast.
  expect(whyNot({ blackoutAt: inHours(40) })).toBeUndefined();
  expect(whyNot({ blackoutAt: inHours(40), lacks: "charge_limit" })).toBe("charge_limit");
  const now = new Now(nowMs);
  energyStateOf({ ...healthy, ...ahead, blackoutAt: inHours(40) }, now);
  expect(now.untilMs).toBeLessThanOrEqual(inHours(16).getTime());
  // Of one that has gone silent the last warning is all that is known.
  expect(whyNot({ socAt: inHours(-3), blackoutState: "blind" })).toBeUndefined();
});

test("of loads that are cut and not expected back it is said what that lacks", () => {
  const cut = { cutSince: inHours(-8), blackoutState: "blackout", wasCut: true } as const;
  const whyNot = (inputs: Parameters<typeof stateOf>[0]) => stateOf({ ...cut, ...inputs }).noReturn;
  expect(whyNot({ backAt: inHours(3) })).toBeUndefined();
  expect(whyNot({ back: { earliest: inHours(1).toISOString(), latest: null, isDoubtful: true } })).toBeUndefined();
  expect(stateOf({})).not.toHaveProperty("noReturn");
  expect(whyNot({})).toBe("horizon");
  expect(whyNot({ lacks: "sun" })).toBe("sun");
  expect(whyNot({ blackoutState: "learning", lacks: "history" })).toBe("history");
  expect(whyNot({ blackoutState: "learning", lacks: "capacity" })).toBe("capacity");
  expect(whyNot({ blackoutState: "blind", backAt: inHours(-1) })).toBe("charge");
  expect(whyNot({ blackoutState: null, soc: null })).toBe("charge");
  // What was forecast before the cut says nothing of its end.
  expect(whyNot({ blackoutState: "safe", wasCut: false })).toBe("computing");
  expect(whyNot({ blackoutState: null })).toBe("computing");
});
