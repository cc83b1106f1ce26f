import { expect, test } from "vitest";

import { lowCharge, ruleOf, type Values, WarningBench } from "./warning-bench.ts";

const kinds = (bench: WarningBench) => bench.emits.map(({ kind }) => kind);

test("a rule is raised once it has been so for its duration, as of that instant, and clears beyond its clear level", () => {
  const bench = new WarningBench(ruleOf([{ duration: 25, clearAt: 25, keepFor: 20 }]));
  bench.charges(0, [30, 19, 18, 17, 16, 22, 24, 25, 26, 26, 27]);
  // Below 20 % from 10 s on; back at 25 % from 70 s on, and believed 20 s later.
  expect(bench.episodes).toEqual([{ raisedS: 35, clearedS: 70, severity: "warning" }]);
});

test("a dip that is shorter than the duration raises nothing, and one back into the warning says nothing again", () => {
  const bench = new WarningBench(ruleOf([{ duration: 20, keepFor: 30 }]));
  bench.charges(0, [30, 19, 30, 19, 19, 19, 30, 19, 30, 30, 30, 30]);
  expect(bench.episodes).toEqual([{ raisedS: 50, clearedS: 80, severity: "warning" }]);
  expect(kinds(bench)).toEqual(["raised", "cleared"]);
});

test("a duration needs samples: a hole begins it again", () => {
  const bench = new WarningBench(ruleOf([{ duration: 100 }]));
  bench.charges(0, [19, 19]);
  const endS = bench.charges(500, [19, 19]);
  expect(bench.episodes).toEqual([]);
  bench.charges(endS, [19, 19, 19, 19, 19, 19, 19, 19, 19]);
  expect(bench.episodes).toEqual([{ raisedS: 600, clearedS: null, severity: "warning" }]);
});

test("beyond the critical level it becomes critical, which notifies, and back again, which does not", () => {
  const bench = new WarningBench(ruleOf([{ critical: { threshold: 10, clearAt: 15, duration: 20 } }]));
  bench.charges(0, [19, 9, 9, 9, 12, 15, 19]);
  expect(bench.emits).toMatchObject([
    { kind: "raised", severity: "warning", condition: 0, attribute: "battery.soc", value: 19 },
    { kind: "severity", atMs: 30_000, severity: "critical", isUp: true },
    { kind: "severity", atMs: 50_000, severity: "warning", isUp: false },
  ]);
});

test("without data a raised warning stays, and says since when it is blind", () => {
  const bench = new WarningBench(ruleOf([{}]));
  bench.charges(0, [19, 19]);
  bench.tick(120);
  expect(kinds(bench)).toEqual(["raised"]);
  bench.tick(400);
  bench.tick(415);
  bench.tick(40_000);
  expect(bench.emits.slice(1)).toEqual([{ kind: "blind", sinceMs: 10_000 }]);
  bench.frame(40_010, { "battery.soc": 18 });
  expect(bench.emits.slice(2)).toEqual([{ kind: "blind", sinceMs: null }]);
  expect(bench.episodes).toEqual([{ raisedS: 0, clearedS: null, severity: "warning" }]);
});

test("without data a rule may clear or raise instead, as of when it had none for too long", () => {
  const clearing = new WarningBench(ruleOf([{ noData: "clear" }]));
  clearing.charges(0, [19, 19]);
  clearing.tick(400);
  expect(clearing.episodes).toEqual([{ raisedS: 0, clearedS: 190, severity: "warning" }]);
  const raising = new WarningBench(ruleOf([{ noData: "raise" }]));
  raising.charges(0, [50, 50]);
  raising.tick(400);
  raising.frame(410, { "battery.soc": 50 });
  expect(raising.episodes).toEqual([{ raisedS: 190, clearedS: 410, severity: "warning" }]);
});

test("a late frame moves nothing", () => {
  const bench = new WarningBench(ruleOf([{}]));
  bench.charges(0, [50, 50, 50]);
  const before = bench.state;
  bench.frame(15, { "battery.soc": 5 });
  expect(bench.state).toBe(before);
});

test("all conditions have to be met at once, or any of them", () => {
  const two = [{}, { name: "Hot", type: "above" as const, attributes: ["inside.temperature"], threshold: 40 }];
  const values = (soc: number, temperature: number): Values => ({
    "battery.soc": soc,
    "inside.temperature": temperature,
  });
  const all = new WarningBench(ruleOf(two));
  const any = new WarningBench(ruleOf(two, { match: "any" }));
  const frames = [values(50, 30), values(19, 30), values(19, 45), values(50, 45), values(50, 30)];
  for (const bench of [all, any]) frames.forEach((frame, index) => bench.frame(index * 10, frame));
  expect(all.episodes).toEqual([{ raisedS: 20, clearedS: 30, severity: "warning" }]);
  expect(any.episodes).toEqual([{ raisedS: 10, clearedS: 40, severity: "warning" }]);
});

test("a guard that is not met keeps a rule quiet and ends it", () => {
  const when = [{ type: "above" as const, attributes: ["battery.current"], threshold: 1 }];
  const bench = new WarningBench(ruleOf([{ attributes: ["battery.temperature"], threshold: 5, when }]));
  const frame = (atS: number, temperature: number, current: number | undefined) =>
    bench.frame(atS, { "battery.temperature": temperature, "battery.current": current });
  frame(0, 2, 0);
  frame(10, 2, undefined);
  expect(bench.episodes).toEqual([]);
  frame(20, 2, 3);
  frame(30, 2, 0);
  expect(bench.episodes).toEqual([{ raisedS: 20, clearedS: 30, severity: "warning" }]);
});

test("of a rule that changes all the time it is said once, and it has to be calm for longer", () => {
  const bench = new WarningBench(ruleOf([{ keepFor: 5 }]));
  let atS = bench.charges(0, [19, 50, 50, 19, 50, 50, 19, 50, 50, 19]);
  expect(kinds(bench).filter((kind) => kind === "flapping")).toHaveLength(1);
  expect(kinds(bench).filter((kind) => kind === "raised")).toHaveLength(3);
  atS = bench.charges(atS, Array<number>(179).fill(50));
  expect(bench.episodes.at(-1)?.clearedS).toBeNull();
  bench.charges(atS, Array<number>(200).fill(50));
  expect(bench.episodes.at(-1)?.clearedS).not.toBeNull();
  expect(bench.emits.at(-1)).toEqual({ kind: "flapping", isFlapping: false });
});

test("that it flaps is said after what was raised by the same value, and of what is raised later with it", () => {
  const bench = new WarningBench(ruleOf([{}]));
  const endS = bench.charges(0, [19, 50, 19, 50, 19]);
  expect(bench.emits.slice(-2)).toMatchObject([
    { kind: "raised", isFlapping: false },
    { kind: "flapping", isFlapping: true },
  ]);
  bench.charges(endS, [...Array<number>(190).fill(50), 19]);
  expect(bench.emits.slice(-2)).toMatchObject([{ kind: "cleared" }, { kind: "raised", isFlapping: true }]);
});

const hot = { ...lowCharge, attributes: ["cell.1", "cell.2"] };

test.each<[string, Parameters<typeof ruleOf>[0][number], Values[], number[]]>([
  ["above, of any", { ...hot, type: "above", threshold: 3.5 }, [{ "cell.1": 3.4, "cell.2": 3.6 }], [3.6]],
  ["outside", { ...hot, type: "outside", threshold: [2.9, 3.5] }, [{ "cell.1": 2.8 }], [2.8]],
  ["inside", { ...hot, type: "inside", threshold: [10, 20] }, [{ "cell.1": 5 }, { "cell.1": 15 }], [15]],
  ["state", { ...hot, type: "state", threshold: [4, 9] }, [{ "cell.1": 3 }, { "cell.1": 9 }], [9]],
  ["not state", { ...hot, type: "state", threshold: 3, not: true }, [{ "cell.1": 3 }, { "cell.1": 9 }], [9]],
  ["spread", { ...hot, type: "spread", threshold: 0.5 }, [{ "cell.1": 3 }, { "cell.1": 3, "cell.2": 4 }], [1]],
  ["compare", { ...hot, type: "compare", threshold: 5 }, [{ "cell.1": 9, "cell.2": 3 }], [6]],
  ["compare below", { ...hot, type: "compare", threshold: -5 }, [{ "cell.1": 3, "cell.2": 9 }], [-6]],
])("the type %s", (_, condition, frames, raised) => {
  const bench = new WarningBench(ruleOf([condition]));
  frames.forEach((values, index) => bench.frame(index * 10, values));
  const found = bench.emits.flatMap((emit) => (emit.kind === "raised" ? [emit.value] : []));
  expect(found).toEqual(raised);
  expect(bench.state.raisedMs).toBe((frames.length - 1) * 10_000);
});

test("change compares with the value at the beginning of the window, and does not know it before", () => {
  const bench = new WarningBench(ruleOf([{ type: "change", threshold: -10, window: 600 }]));
  const falling = Array.from({ length: 61 }, (_, index) => 80 - index * 0.2);
  const endS = bench.charges(0, falling.slice(0, 60));
  expect(bench.episodes).toEqual([]);
  bench.charges(endS, falling.slice(60));
  expect(bench.episodes).toHaveLength(1);
  const steady = new WarningBench(ruleOf([{ type: "change", threshold: -10, window: 600 }]));
  steady.charges(0, Array<number>(200).fill(50));
  expect(steady.episodes).toEqual([]);
});

test("a sensor is stuck when it does not move although its companion does, and not at night", () => {
  const rule = ruleOf([{ type: "stuck", attributes: ["solar.power", "battery.current"], threshold: 0, duration: 60 }]);
  const [day, night] = [new WarningBench(rule), new WarningBench(rule)];
  for (let place = 0; place < 10; place++) {
    day.frame(place * 10, { "solar.power": 700, "battery.current": place });
    night.frame(place * 10, { "solar.power": 0, "battery.current": -3 });
  }
  expect(day.episodes).toEqual([{ raisedS: 60, clearedS: null, severity: "warning" }]);
  day.frame(100, { "solar.power": 710, "battery.current": 3 });
  expect(day.episodes[0]?.clearedS).toBe(100);
  expect(night.episodes).toEqual([]);
});

test("a container is silent since its last frame, for longer it is critical, and the next frame ends it", () => {
  const rule = ruleOf([
    { type: "silent", attributes: [], threshold: undefined, duration: 900, critical: { duration: 3_600 } },
  ]);
  const bench = new WarningBench(rule);
  bench.frame(100, {});
  bench.tick(990, { lastFrameS: 100 });
  expect(bench.episodes).toEqual([]);
  bench.tick(1_005, { lastFrameS: 100 });
  bench.tick(3_710, { lastFrameS: 100 });
  expect(bench.episodes).toEqual([{ raisedS: 1_000, clearedS: null, severity: "critical" }]);
  bench.frame(5_000, {});
  expect(bench.episodes).toEqual([{ raisedS: 1_000, clearedS: 5_000, severity: "critical" }]);
});

test("a metric is silent while others come, and not while nothing comes", () => {
  const rule = ruleOf([{ type: "silent", attributes: ["battery.soc"], threshold: undefined, duration: 100 }]);
  const bench = new WarningBench(rule);
  bench.charges(0, [50, 50, undefined, undefined]);
  bench.tick(900, { lastFrameS: 30 });
  expect(bench.episodes).toEqual([]);
  bench.charges(120, [undefined, 50]);
  expect(bench.episodes).toEqual([{ raisedS: 110, clearedS: 130, severity: "warning" }]);
});

test("events and commands are counted within their window", () => {
  const bench = new WarningBench(ruleOf([{ type: "event", attributes: ["door.opened"], threshold: 2, window: 600 }]));
  bench.tick(100, { instantsS: [50] });
  expect(bench.episodes).toEqual([]);
  bench.tick(200, { instantsS: [50, 190] });
  bench.tick(215, { instantsS: [50, 190] });
  bench.tick(660, { instantsS: [190] });
  expect(bench.episodes).toEqual([{ raisedS: 190, clearedS: 660, severity: "warning" }]);
});

test("a forecast raises below its hours, clears above its clear level, and holds while it is not known", () => {
  const rule = ruleOf([{ type: "forecast", attributes: ["hours_to_reserve"], threshold: 12, clearAt: 18 }]);
  const bench = new WarningBench(rule);
  bench.tick(0, { hours: 20 });
  bench.tick(900, { hours: 11 });
  bench.tick(1_800, { hours: 15 });
  bench.tick(2_700);
  expect(bench.episodes).toEqual([{ raisedS: 900, clearedS: null, severity: "warning" }]);
  bench.tick(3_600, { hours: null });
  expect(bench.episodes[0]?.clearedS).toBe(3_600);
});

test("active hours keep a rule quiet outside of them", () => {
  const activeHours = { from: { time: "00:10" }, to: { time: "00:20" } };
  const rule = ruleOf([{ type: "event", attributes: ["door.opened"], threshold: 1, window: 3_600 }], { activeHours });
  const bench = new WarningBench(rule);
  bench.tick(500, { instantsS: [400] });
  expect(bench.episodes).toEqual([]);
  bench.tick(700, { instantsS: [650] });
  bench.tick(1_300, { instantsS: [650] });
  expect(bench.episodes).toEqual([{ raisedS: 650, clearedS: 1_300, severity: "warning" }]);
});

test("of a value that swings around its critical level it is said a few times, and not at each swing", () => {
  const bench = new WarningBench(ruleOf([{ critical: { threshold: 10 } }]));
  const swinging = Array.from({ length: 1_080 }, (_, index) => (index % 2 === 0 ? 10.1 : 9.9));
  const endS = bench.charges(0, swinging);
  const ups = () => bench.emits.filter((emit) => emit.kind === "severity" && emit.isUp);
  expect(ups()).toHaveLength(4);
  expect(bench.emits.filter(({ kind }) => kind === "flapping")).toEqual([{ kind: "flapping", isFlapping: true }]);
  bench.charges(endS, Array<number>(181).fill(15));
  expect(bench.episodes).toEqual([{ raisedS: 0, clearedS: null, severity: "warning" }]);
  expect(ups()).toHaveLength(4);
});

test("it stays critical for as long as it would stay raised", () => {
  const bench = new WarningBench(ruleOf([{ critical: { threshold: 10 }, keepFor: 60 }]));
  const endS = bench.charges(0, [9, 12, 12, 9, 12, 12, 12, 12, 12, 12]);
  expect(kinds(bench)).toEqual(["raised"]);
  bench.frame(endS, { "battery.soc": 12 });
  expect(bench.emits.at(-1)).toEqual({ kind: "severity", atMs: 100_000, severity: "warning", isUp: false });
});

test("what is remembered of a rule that changes all the time does not grow", () => {
  const conditions = Array.from({ length: 8 }, () => ({ keepFor: 86_400 }));
  const bench = new WarningBench(ruleOf(conditions, { match: "any" }));
  const endS = bench.charges(
    0,
    Array.from({ length: 360 }, (_, index) => (index % 2 === 0 ? 19 : 21)),
  );
  expect(bench.state.flaps).toHaveLength(5);
  expect(bench.state.flaps.every((atMs) => atMs === (endS - 10) * 1_000)).toBe(true);
});

test("what is so at the first frame is found, also where a clock was looked at before any frame came", () => {
  const bench = new WarningBench(ruleOf([{}]));
  bench.tick(120);
  // The portal goes on with what was judged of the container before the rule.
  bench.resume(130);
  bench.charges(140, [19, 19]);
  expect(bench.emits).toMatchObject([{ kind: "raised", isFound: true }]);
});
