import type { OutputRequest } from "@offgrid/contract/commands/arbitrate";
import type { OutputChange, OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { AutomationRun } from "@offgrid/contract/automations/automation-state";
import type { Automations } from "@offgrid/contract/automations/automations.schema";
import { acModes, readAcWord } from "@offgrid/contract/devices/ac-setting";
import { outputMetrics, type OutputTarget, outputTargets } from "@offgrid/contract/devices/output-kinds";
import type { RelaysSection } from "@offgrid/contract/devices/relays.schema";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";

import { AutomationEngine } from "../automations/automation-engine.ts";
import { Arbiter } from "../commands/arbiter.ts";
import { CommandLedger } from "../commands/command-ledger.ts";
import { Executor } from "../commands/executor.ts";
import { shortestTimes } from "../commands/shortest-times.ts";
import { LoadGuard } from "../commands/load-protection.ts";
import { OutputBook } from "../commands/output-book.ts";
import { OutputLocks } from "../commands/output-locks.ts";
import { type Frame, type Output, OutputRefusal, type Outputs } from "../drivers/driver.ts";
import { PhaseGuard } from "../commands/phase-guard.ts";
import { PortalClock } from "../link/portal-clock.ts";
import { disk } from "./full-disk.ts";

export const portalStartMs = Date.UTC(2026, 10, 23);
/** The portal's clock, which nothing steps. */
export const portalMs = () => portalStartMs + performance.now();

export type Behaviour = "obeys" | "slow" | "ignores" | "fails" | "fails but obeys" | "hangs" | "silent" | "protected";

const phases = outputTargets("phase");
const phasePowers = phases.map((target) => `${target}.power`);

/** A board of two relays that behaves as it is told, and notes each write. */
export class Board implements Outputs {
  behaviour: Behaviour = "obeys";
  readonly state = new Map<string, OutputValue>();
  readonly writes: { target: string; value: OutputValue; atMs: number }[] = [];
  /** Ends the writes that hang: the equipment does them after all, or can no longer be set by them. */
  readonly hanging: ((isSet: boolean) => void)[] = [];
  /** What the equipment keeps without power by itself. */
  readonly held = new Set<string>();
  list: Output[] = ["relay.1", "relay.2"].map((target) => ({ target, op: "relay.set" as const, dwellMs: 1_000 }));

  isHeld = (target: string) => this.held.has(target);

  async write(target: string, value: OutputValue): Promise<void> {
    if (this.behaviour === "protected") throw new OutputRefusal("protected");
    this.writes.push({ target, value, atMs: portalMs() });
    const set = () => void this.state.set(target, value);
    if (this.behaviour === "slow") setTimeout(set, 2_000);
    else if (["obeys", "fails but obeys", "silent"].includes(this.behaviour)) set();
    if (this.behaviour === "hangs" && (await new Promise<boolean>((resolve) => this.hanging.push(resolve)))) set();
    if (this.behaviour.startsWith("fails")) throw new Error("no answer from the board");
  }

  async readBack(target: string): Promise<OutputValue | undefined> {
    return this.behaviour === "silent" ? undefined : (this.state.get(target) ?? false);
  }
}

export const command = (id: string, changes: Partial<CommandMessage> = {}): CommandMessage => ({
  id,
  op: "relay.set",
  target: "relay.1",
  args: { on: true },
  iat: Math.floor(portalMs()),
  exp: Math.floor(portalMs()) + 30_000,
  by: "amina",
  ...changes,
});

/** What the metrics of an output read that has a value. */
function readingsOf(value: OutputValue): (number | null)[] {
  if (typeof value !== "string") return [Number(value)];
  const setting = readAcWord(value) ?? { mode: "off" };
  const mode = acModes.indexOf(setting.mode);
  return setting.mode === "off" ? [mode, null, null] : [mode, setting.setpointDegC, setting.fan];
}

/** An executor with its ledger and a board, new for each test of a file and again when asked. */
export class ExecutorBench {
  dir = "";
  board = new Board();
  sent: CommandResultMessage[] = [];
  isConnected = true;
  isTimeKnown = true;
  onChanged: () => void = () => undefined;
  /** What the controller has reported about its outputs, such as `relay.1 output.hand`. */
  events: (OutputChange & { of: string })[] = [];
  /** The levels of these, in their order. */
  levels: string[] = [];
  protection: LoadProtection | undefined;
  phases: PhaseControl | undefined;
  /** What each phase draws while it is connected, W. */
  phaseW: Record<string, number> = {};
  isWorkedOn = false;
  /** Pauses of relays as people have set them. */
  relays: RelaysSection = {};
  automations: Automations = {};
  runs: AutomationRun[] = [];
  notices: string[] = [];
  /** What times ask of an output. */
  schedule: (target: string, value: OutputValue) => OutputRequest | undefined = () => undefined;
  lookAtTimes: (frame: Frame) => void = () => undefined;
  chargePercent: number | null = 80;
  #others = 0;
  #running:
    | { executor: Executor; arbiter: Arbiter; rules: AutomationEngine; ledger: CommandLedger; isAlive: boolean }
    | undefined;

  constructor() {
    beforeEach(() => {
      vi.useFakeTimers({ now: portalStartMs });
      this.renew();
    });
    afterEach(() => {
      vi.useRealTimers();
      rmSync(this.dir, { recursive: true, force: true });
    });
  }

  get running() {
    if (!this.#running) throw new Error("The executor runs only within a test.");
    return this.#running;
  }

  renew(): void {
    if (this.dir) rmSync(this.dir, { recursive: true, force: true });
    this.dir = mkdtempSync(join(tmpdir(), "executor-"));
    this.board = new Board();
    this.sent = [];
    this.events = [];
    this.levels = [];
    this.protection = undefined;
    this.phases = undefined;
    this.phaseW = {};
    this.automations = {};
    this.isWorkedOn = false;
    this.relays = {};
    this.runs = [];
    this.notices = [];
    this.schedule = () => undefined;
    this.lookAtTimes = () => undefined;
    this.chargePercent = 80;
    this.isConnected = true;
    this.isTimeKnown = true;
    this.onChanged = () => undefined;
    disk.isFull = false;
    this.boot();
  }

  boot(): void {
    const { board } = this;
    const ledger = new CommandLedger(this.dir);
    const clock = new PortalClock();
    if (this.isTimeKnown) clock.set(portalMs(), Date.now());
    const run = { ledger, isAlive: true };
    const never = () => new Promise<never>(() => undefined);
    const outputs: Outputs = {
      list: board.list,
      write: (target, value) => (run.isAlive ? board.write(target, value) : never()),
      readBack: (target) => (run.isAlive ? board.readBack(target) : never()),
      isHeld: board.isHeld,
    };
    const targets = board.list.map(({ target }) => target);
    const locks = new OutputLocks(this.dir, targets);
    const metrics = [
      ...targets.flatMap((target) => outputMetrics(target as OutputTarget)),
      "battery.soc",
      ...phasePowers,
    ];
    const guard = new LoadGuard({
      dir: this.dir,
      settings: () => ({ loadProtection: this.protection, everyMs: 10_000 }),
      metrics,
      now: () => Date.now(),
      onStopped: () => undefined,
    });
    const phaseGuard = new PhaseGuard({
      dir: this.dir,
      settings: () => ({ phases: this.phases, everyMs: 10_000 }),
      metrics,
      now: () => Date.now(),
    });
    const rules = new AutomationEngine({
      dir: this.dir,
      settings: () => ({ automations: this.automations, place: { zoneName: "UTC" }, everyMs: 10_000 }),
      metrics,
      now: () => Date.now(),
      isClockRight: () => this.isTimeKnown,
      onNotice: ({ text }) => void this.notices.push(text),
      onRun: (run) => void this.runs.push(run),
    });
    const arbiter = new Arbiter({
      isWorkedOn: () => this.isWorkedOn,
      outputs,
      shortestTimes: (target) => shortestTimes(target, outputs, this.relays),
      metrics,
      guard,
      phases: phaseGuard,
      rules,
      schedules: [
        { look: (frame) => this.lookAtTimes(frame), request: (target, value) => this.schedule(target, value) },
      ],
      book: new OutputBook(this.dir),
      locks,
      executor: () => executor,
      now: () => Date.now(),
      tell: (code, level, target, change) => {
        this.events.push({ of: `${target} ${code}`, ...change });
        this.levels.push(level);
      },
    });
    const executor = new Executor({
      outputs,
      ledger,
      locks,
      portalNow: () => clock.now(),
      now: () => Date.now(),
      send: (result, onTaken) => {
        if (!this.isConnected || !run.isAlive) return;
        this.sent.push(result);
        onTaken();
      },
      obstacle: (...asked) => arbiter.obstacle(...asked),
      onChanged: (target, value, given, isOwn) => {
        if (!run.isAlive) return;
        this.onChanged();
        arbiter.changed(target, value, given, isOwn);
      },
    });
    this.#running = Object.assign(run, { executor, arbiter, rules });
    executor.start();
  }

  /** Has the outputs looked at, as with each frame, and waits for what comes of it. */
  async look(): Promise<void> {
    const values = this.board.list.flatMap(({ target }) => {
      if (this.board.behaviour === "silent") return outputMetrics(target as OutputTarget).map(() => null);
      return readingsOf(this.board.state.get(target) ?? false);
    });
    const powers = phases.map((phase) => (this.board.state.get(phase) === true ? (this.phaseW[phase] ?? null) : 0));
    this.running.arbiter.receive({ atMs: Date.now(), values: [...values, this.chargePercent, ...powers] });
    await vi.advanceTimersByTimeAsync(100);
  }

  /** As by a power cut: what was under way goes on nowhere. */
  reboot(): void {
    this.running.isAlive = false;
    this.running.ledger.close();
    this.boot();
  }

  /** Adds commands that were carried out and may come again for half a minute, as far as there is room for them. */
  addOthers(count: number): void {
    const { ledger } = this.running;
    for (let number = 0; number < count; number++) {
      const one = command(`other-${this.#others++}`);
      try {
        ledger.add(one, portalMs());
      } catch {
        return;
      }
      ledger.finish({ id: one.id, st: "done", ts: Date.now() });
    }
  }
}
