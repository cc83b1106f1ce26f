import { describe, expect, test } from "vitest";

import { AutomationBench, everyMs, keeping, noonMs, running } from "./automation-bench.ts";
import type { RunAutomation } from "./automations.schema.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const door = (open: number | undefined) => ({ "door.open": open });
const charge = (percent: number | undefined) => ({ "battery.soc": percent });

describe("an automation that keeps an output", () => {
  test("asks for its value while its condition is met, and for nothing after it", () => {
    const bench = new AutomationBench({ a: keeping() });
    expect([50, 39, 38, 41].map((percent) => bench.look(charge(percent)))).toEqual([
      [],
      ["relay.3 off"],
      ["relay.3 off"],
      [],
    ]);
    expect(bench.outcomes).toEqual(["began", "ended"]);
    expect(bench.runs[0]?.verdicts).toEqual([{ path: "while", is: true, value: 39 }]);
  });

  test("needs no memory: a controller that has lost everything asks for the same", () => {
    const bench = new AutomationBench({ a: keeping() });
    bench.look(charge(39));
    bench.state = { clockMs: null, automations: {} };
    expect(bench.look()).toEqual(["relay.3 off"]);
  });

  test.each([
    ["as_before", ["relay.3 off"], []],
    ["assume_true", ["relay.3 off"], ["relay.3 off"]],
    ["assume_false", [], []],
  ] as const)("without a reading does what people chose: %s", (unknown, afterMet, atFirst) => {
    const bench = new AutomationBench({ a: keeping({ unknown }) });
    expect(bench.look()).toEqual(atFirst);
    bench.look(charge(39));
    expect(bench.look(charge(undefined))).toEqual(afterMet);
  });

  test("on times stays as it was while the clock may be wrong, whatever people chose", () => {
    const evening = keeping({
      while: { kind: "time", from: { time: "12:00" }, to: { time: "13:00" } },
      unknown: "assume_false",
    });
    const bench = new AutomationBench({ a: evening });
    expect(bench.look()).toEqual(["relay.3 off"]);
    bench.isClockRight = false;
    expect(bench.look({}, 5 * hourMs)).toEqual(["relay.3 off"]);
    bench.isClockRight = true;
    expect(bench.look()).toEqual([]);
  });

  test("that is switched off asks for nothing, and a name that is changed ends nothing", () => {
    const bench = new AutomationBench({ a: keeping() });
    bench.look(charge(39));
    bench.automations = { a: keeping({ name: "Another name", priority: 1 }) };
    expect(bench.look()).toEqual(["relay.3 off"]);
    expect(bench.outcomes).toEqual(["began"]);
    bench.automations = { a: keeping({ enabled: false }) };
    expect(bench.look()).toEqual([]);
  });
});

describe("a run", () => {
  test("is set off when something becomes so, not because it is so when the rule is made or the program starts", () => {
    const bench = new AutomationBench({ a: running() });
    expect(bench.look(door(1))).toEqual([]);
    bench.look(door(0));
    expect(bench.look(door(1))).toEqual(["relay.4 on"]);
    bench.restart();
    bench.look();
    expect(bench.outcomes).toEqual(["finished"]);
  });

  test("is set off once by what was seen before and after a gap in what is measured", () => {
    const bench = new AutomationBench({ a: running() });
    for (const open of [0, undefined, 1, undefined, 1]) bench.look(door(open));
    expect(bench.outcomes).toEqual(["finished"]);
  });

  test("holds an output for its time, through a restart, and then asks for nothing", () => {
    const bench = new AutomationBench({ a: running() });
    bench.look(door(0));
    bench.look(door(1));
    bench.restart();
    expect(bench.look({}, 50_000)).toEqual(["relay.4 on"]);
    expect(bench.look({}, 10_000)).toEqual([]);
  });

  test("does one thing after another, waits in between, also over a restart, and decides on the way", () => {
    const steps: RunAutomation["do"] = [
      { kind: "notify", text: "The door is open.", level: "info" },
      { kind: "wait", seconds: 120 },
      {
        kind: "if",
        condition: { kind: "metric", metric: "battery.soc", is: "above", value: 50 },
        do: [{ kind: "set", output: "relay.1", to: true, until: { time: "13:00" } }],
        otherwise: [{ kind: "notify", text: "The battery is low.", level: "warning" }],
      },
    ];
    const bench = new AutomationBench({ a: running({ do: steps }) });
    bench.look({ ...door(0), ...charge(60) });
    expect(bench.look(door(1))).toEqual([]);
    bench.restart();
    expect(bench.look({}, 119_000)).toEqual([]);
    expect(bench.look({}, 1_000)).toEqual(["relay.1 on"]);
    expect(bench.runs.at(-1)).toMatchObject({ outcome: "finished", steps: ["do.0", "do.1", "do.2", "do.2.do.0"] });
    expect(bench.look({}, noonMs + hourMs - bench.atMs - 1)).toEqual(["relay.1 on"]);
    expect(bench.look({}, 1)).toEqual([]);
    bench.look({ ...door(0), ...charge(40) });
    bench.look(door(1));
    bench.look({}, 120_000);
    expect(bench.notices).toEqual(["The door is open.", "The door is open.", "The battery is low."]);
  });

  test("that waited while there was no power is over, where that was too long", () => {
    const bench = new AutomationBench({
      a: running({ do: [{ kind: "wait", seconds: 60 }, ...running().do] }),
    });
    bench.look(door(0));
    bench.look(door(1));
    bench.restart();
    expect(bench.look({}, hourMs)).toEqual([]);
    expect(bench.runs).toMatchObject([{ outcome: "missed", at: "do.0" }]);
  });

  test("is stopped by a condition that is not met, or not known, and says with what it was measured", () => {
    const bench = new AutomationBench({ a: running({ if: keeping().while }) });
    for (const open of [0, 1, 0]) bench.look({ ...door(open), ...charge(50) });
    bench.look({ ...door(1), ...charge(undefined) });
    expect(bench.runs).toMatchObject([
      { outcome: "stopped", at: "if", verdicts: [{ is: false, value: 50 }] },
      { outcome: "stopped", at: "if", verdicts: [{ is: null }] },
    ]);
  });

  test.each([
    ["single", ["finished"], 1],
    ["restart", ["superseded", "finished"], 2],
  ] as const)("that is set off again during a run: %s", (mode, outcomes, starts) => {
    const steps: RunAutomation["do"] = [
      { kind: "notify", text: "It begins.", level: "info" },
      { kind: "wait", seconds: 60 },
    ];
    const bench = new AutomationBench({ a: running({ mode, do: steps }) });
    for (const open of [0, 1, 0, 1]) bench.look(door(open));
    bench.look({}, minuteMs);
    expect(bench.outcomes).toEqual(outcomes);
    expect(bench.notices).toHaveLength(starts);
  });

  test("is quiet for its time, and runs so often in a day of the place and no more", () => {
    const bench = new AutomationBench({ a: running({ quietSeconds: 60, maxRunsPerDay: 2 }) });
    const opens = (afterMs: number) => {
      bench.look(door(0), afterMs - everyMs);
      bench.look(door(1));
    };
    bench.look(door(0));
    bench.look(door(1));
    for (const afterMs of [30_000, 90_000, 90_000]) opens(afterMs);
    expect(bench.outcomes).toEqual(["finished", "limited", "finished", "limited"]);
    // Midnight in Nairobi.
    opens(noonMs + 12 * hourMs - bench.atMs);
    expect(bench.outcomes.at(-1)).toBe("finished");
  });

  test("whose end nobody can tell is not begun", () => {
    const steps: RunAutomation["do"] = [{ kind: "set", output: "relay.1", to: true, until: { sun: "sunrise" } }];
    const bench = new AutomationBench({ a: running({ do: steps }) });
    bench.place = { zoneName: "Africa/Nairobi" };
    bench.look(door(0));
    expect(bench.look(door(1))).toEqual([]);
    expect(bench.runs).toMatchObject([{ outcome: "failed", at: "do.0" }]);
  });
});

describe("a time", () => {
  const atOne = (more: Partial<RunAutomation> = {}) =>
    running({ when: [{ kind: "moment", at: { time: "13:00" } }], ...more });
  const until1pm = (bench: AutomationBench, ms = 0) => noonMs + hourMs - bench.atMs + ms;

  test("sets off once, at the first look after it", () => {
    const bench = new AutomationBench({ a: atOne() });
    bench.look();
    bench.look({}, until1pm(bench, -1));
    expect(bench.outcomes).toEqual([]);
    bench.look({}, 1);
    bench.look();
    expect(bench.outcomes).toEqual(["finished"]);
  });

  test.each([
    ["skip", 14, ["finished"]],
    ["skip", 16, ["missed"]],
    ["run_once", 16, ["finished"]],
    ["run_once", 50 * 60, ["finished"]],
  ] as const)("that passed without power: %s after %i min", (missed, minutes, outcomes) => {
    const bench = new AutomationBench({ a: atOne({ missed }) });
    bench.look();
    bench.look({}, until1pm(bench, -minuteMs));
    bench.restart();
    bench.look({}, minuteMs * (1 + minutes));
    bench.look();
    expect(bench.outcomes).toEqual(outcomes);
  });

  test.each([
    ["skip", "missed"],
    ["run_once", "finished"],
  ] as const)("of one weekday that passed three days ago: %s", (missed, outcome) => {
    const bench = new AutomationBench({
      a: running({ missed, when: [{ kind: "moment", at: { time: "13:00" }, days: [1] }] }),
    });
    bench.look();
    bench.restart();
    bench.look({}, 72 * hourMs);
    bench.look();
    expect(bench.outcomes).toEqual([outcome]);
  });

  test("before a rule was made does not set it off", () => {
    const bench = new AutomationBench({});
    bench.look();
    bench.automations = { a: atOne() };
    bench.look({}, until1pm(bench, minuteMs));
    bench.look();
    expect(bench.outcomes).toEqual([]);
  });

  test("does not come twice when the clock is corrected, and comes when a clock that was wrong is right again", () => {
    const bench = new AutomationBench({ a: atOne() });
    bench.look();
    bench.look({}, until1pm(bench));
    bench.look({}, -10 * minuteMs);
    bench.look({}, 20 * minuteMs);
    expect(bench.outcomes).toEqual(["finished"]);
    bench.isClockRight = false;
    bench.look({}, -365 * 24 * hourMs);
    bench.isClockRight = true;
    bench.look({}, 366 * 24 * hourMs);
    expect(bench.outcomes).toHaveLength(2);
  });
});

describe("one that is only watched", () => {
  test("asks for nothing and notifies nobody, and its runs say what it would have done", () => {
    const bench = new AutomationBench({
      a: keeping({ shadow: true }),
      b: running({ shadow: true, do: [{ kind: "notify", text: "The door is open.", level: "info" }] }),
    });
    bench.values = { "battery.soc": 30, "door.open": 0 };
    bench.look();
    bench.values = { "battery.soc": 30, "door.open": 1 };
    expect(bench.look()).toEqual([]);
    expect(bench.notices).toEqual([]);
    expect(bench.runs).toMatchObject([
      { id: "a", outcome: "began", shadow: true, verdicts: [{ value: 30 }] },
      { id: "b", outcome: "finished", shadow: true, steps: ["do.0"] },
    ]);
  });

  test("acts by what is so now from when it is to, and what it would have switched before is not carried over", () => {
    const [keep, run] = [keeping(), running()];
    const bench = new AutomationBench({ a: { ...keep, shadow: true }, b: { ...run, shadow: true } });
    bench.values = { "battery.soc": 30, "door.open": 0 };
    bench.look();
    bench.values["door.open"] = 1;
    bench.look();
    bench.automations = { a: keep, b: run };
    expect(bench.look()).toEqual(["relay.3 off"]);
    expect(bench.runs.at(-1)).toMatchObject({ id: "a", outcome: "began" });
    expect(bench.runs.at(-1)?.shadow).toBeUndefined();
  });
});
