import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import { isWorking } from "@offgrid/contract/commands/arbitrate";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";

import { Board, command, ExecutorBench, portalStartMs } from "../testing/executor-bench.ts";
import { AcSchedule } from "./ac-schedule.ts";

const bench = new ExecutorBench();
const minuteMs = 60_000;
const hourMs = 3_600_000;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const plan = (changes: Partial<AcPlan> = {}): AcPlan => ({
  enabled: true,
  mode: "cool",
  setpointDegC: 25,
  fan: 60,
  hours: [],
  minSoc: null,
  ...changes,
});
const cool = "cool 25 60";
let wanted: AcPlan | undefined;
let isClockRight = true;

/** The schedule of a run, which reads what an earlier one has left on the disk. */
function openSchedule(): void {
  const schedule = new AcSchedule({
    dir: bench.dir,
    plan: () => wanted,
    place: () => ({ zoneName: "UTC" }),
    metrics: ["ac.mode", "ac.setpoint", "ac.fan", "battery.soc"],
    now: () => Date.now(),
    trustedNow: () => (isClockRight ? Date.now() : undefined),
  });
  bench.schedule = (target, value) => schedule.request(target, value);
  bench.lookAtTimes = (frame) => schedule.look(frame);
}

function reboot(): void {
  bench.reboot();
  openSchedule();
}

function begin(setting = "off"): void {
  bench.board = new Board();
  bench.board.list = [{ target: "ac", op: "ac.set", dwellMs: 1_000 }];
  bench.board.state.set("ac", setting);
  reboot();
}

beforeEach(() => {
  wanted = plan();
  isClockRight = true;
  begin();
});

async function look(): Promise<void> {
  await bench.look();
  await wait(1_500);
  await bench.look();
}
/** Looks once a minute for a while, as with each frame. */
async function watch(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += minuteMs) {
    await look();
    await wait(minuteMs - 1_700);
  }
}
const setting = () => bench.board.state.get("ac");
const byHand = (id: string, args: object) => command(id, { op: "ac.set", target: "ac", args: { ...args } });
const run = { mode: "cool", setpointDegC: 21, fan: 100 };

test("the unit is set to what its plan says, not sooner than three minutes after the controller found it off", async () => {
  await watch(2 * minuteMs);
  expect(setting()).toBe("off");
  await watch(2 * minuteMs);
  expect(setting()).toBe(cool);
  expect(bench.events.at(-1)).toMatchObject({
    of: "ac output.changed",
    value: cool,
    by: "schedule",
    reason: "schedule",
  });
});

test("hours begin and end by the clock, and what a person sets ends with them", async () => {
  wanted = plan({ hours: [{ from: "03:00", to: "05:00" }] });
  await wait(3 * hourMs);
  await watch(4 * minuteMs);
  expect(setting()).toBe(cool);
  bench.running.executor.receive(byHand("colder", run));
  await wait(1_500);
  await look();
  expect(setting()).toBe("cool 21 100");
  const untilS = (portalStartMs + 5 * hourMs) / 1000;
  expect(bench.events.at(-1)).toMatchObject({ value: "cool 21 100", by: "amina", until: untilS, blocked: [8] });
  reboot();
  await wait(1.5 * hourMs);
  await look();
  expect(setting()).toBe("cool 21 100");
  await wait(0.5 * hourMs);
  await look();
  expect(setting()).toBe("off");
});

test("without hours, what a person sets stays for four hours", async () => {
  begin(cool);
  bench.running.executor.receive(byHand("off", { mode: "off" }));
  await wait(1_500);
  await wait(3.9 * hourMs);
  await look();
  expect(setting()).toBe("off");
  await wait(0.2 * hourMs);
  await look();
  expect(setting()).toBe(cool);
});

test("a command to start the compressor just after it was stopped is refused, and one for its fan is not", async () => {
  begin(cool);
  wanted = undefined;
  await look();
  bench.running.executor.receive(byHand("off", { mode: "off" }));
  await wait(1_500);
  bench.running.executor.receive(byHand("soon", run));
  await wait(200);
  expect(bench.sent.find(({ id, st }) => id === "soon" && st === "refused")).toMatchObject({ error: "dwell" });
  bench.running.executor.receive(byHand("fan", { ...run, mode: "fan" }));
  await wait(1_500);
  expect(setting()).toBe("fan 21 100");
  // The fan has not begun the time again.
  await wait(3 * minuteMs);
  bench.running.executor.receive(byHand("later", run));
  await wait(1_500);
  expect(setting()).toBe("cool 21 100");
});

test("a charge that is too low switches it off and keeps it off over a restart, until there is some more", async () => {
  wanted = plan({ minSoc: 40 });
  begin(cool);
  await look();
  expect(setting()).toBe(cool);
  bench.chargePercent = 39;
  await look();
  expect(setting()).toBe("off");
  expect(bench.events.at(-1)).toMatchObject({ value: "off", by: "schedule", reason: "low_charge" });
  reboot();
  bench.chargePercent = 43;
  await watch(6 * minuteMs);
  expect(setting()).toBe("off");
  bench.chargePercent = 45;
  await look();
  expect(setting()).toBe(cool);
});

test("a charge that is no longer measured counts as too low after a quarter of an hour, also over a restart", async () => {
  wanted = plan({ minSoc: 40 });
  begin(cool);
  await look();
  bench.chargePercent = null;
  await watch(10 * minuteMs);
  expect(setting()).toBe(cool);
  reboot();
  await watch(6 * minuteMs);
  expect(setting()).toBe("off");
});

test("while nobody knows what time it is, it stays as its hours left it; a plan that is not followed asks for nothing", async () => {
  wanted = plan({ hours: [{ from: "00:00", to: "02:00" }] });
  begin(cool);
  isClockRight = false;
  await wait(3 * hourMs);
  await look();
  expect(setting()).toBe(cool);
  isClockRight = true;
  wanted = plan({ enabled: false, hours: [{ from: "00:00", to: "02:00" }] });
  await look();
  expect(setting()).toBe(cool);
});

test("load protection cuts it whatever its plan says, and gives it back as the plan wants it", async () => {
  begin(cool);
  bench.protection = {
    enabled: true,
    cutSoc: 20,
    restoreSoc: 30,
    cutVoltage: null,
    restoreVoltage: null,
    delaySeconds: 60,
    loads: [{ target: "ac", neverCut: false }],
  };
  bench.chargePercent = 10;
  await watch(3 * minuteMs);
  expect(setting()).toBe("off");
  expect(bench.events.at(-1)).toMatchObject({ value: "off", reason: "protection" });
  bench.chargePercent = 80;
  await watch(8 * minuteMs);
  expect(setting()).toBe(cool);
});

const aStep = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1_000, max: 4 * minuteMs }) }),
  fc.record({ kind: fc.constant("charge" as const), percent: fc.constantFrom(null, 20, 42, 80) }),
  fc.record({
    kind: fc.constant("command" as const),
    mode: fc.constantFrom("off", "cool", "heat", "fan"),
    setpointDegC: fc.constantFrom(20, 26),
  }),
  fc.record({ kind: fc.constant("hand" as const), setting: fc.constantFrom("off", "fan 20 50") }),
  fc.record({ kind: fc.constantFrom("restart" as const, "plan" as const) }),
);

test("whoever asks, and whenever the program restarts, the compressor is never started within three minutes of its stop", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      bench.renew();
      wanted = plan({ minSoc: 40 });
      bench.chargePercent = 80;
      begin(cool);
      const stops: number[] = [];
      let before: string = cool;
      let written = 0;
      const check = () => {
        for (const { value, atMs } of bench.board.writes.slice(written)) {
          if (isWorking(value) && !isWorking(before))
            expect(atMs - (stops.at(-1) ?? -Infinity)).toBeGreaterThan(180_000 - 1_500);
          if (!isWorking(value) && isWorking(before)) stops.push(atMs);
          before = String(value);
        }
        written = bench.board.writes.length;
      };
      for (const [number, step] of steps.entries()) {
        if (step.kind === "wait") await wait(step.ms);
        else if (step.kind === "charge") bench.chargePercent = step.percent;
        else if (step.kind === "restart") reboot();
        else if (step.kind === "plan") wanted = wanted ? undefined : plan({ minSoc: 40 });
        else if (step.kind === "hand") {
          check();
          if (isWorking(before)) stops.push(portalStartMs + performance.now());
          bench.board.state.set("ac", step.setting);
          before = step.setting;
        } else if (step.kind === "command") {
          const { mode, setpointDegC } = step;
          const args = mode === "off" ? { mode } : { mode, setpointDegC, fan: 60 };
          bench.running.executor.receive(byHand(`c${number}`, args));
        }
        await look();
        check();
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
