import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";

import { CommandLedger } from "../commands/command-ledger.ts";
import { Executor } from "../commands/executor.ts";
import { OutputLocks } from "../commands/output-locks.ts";
import { OutputRefusal, type Outputs } from "../drivers/driver.ts";
import { PortalClock } from "../link/portal-clock.ts";
import { disk } from "./full-disk.ts";

export const portalStartMs = Date.UTC(2026, 10, 23);
/** The portal's clock, which nothing steps. */
export const portalMs = () => portalStartMs + performance.now();

export type Behaviour = "obeys" | "slow" | "ignores" | "fails" | "fails but obeys" | "hangs" | "silent" | "protected";

/** A board of two relays that behaves as told, and notes each write. */
export class Board implements Outputs {
  behaviour: Behaviour = "obeys";
  readonly state = new Map<string, boolean>();
  readonly writes: { target: string; value: OutputValue; atMs: number }[] = [];
  /** Ends the writes that hang: the equipment does them after all, or can no longer be set by them. */
  readonly hanging: ((isSet: boolean) => void)[] = [];
  readonly list = ["relay.1", "relay.2"].map((target) => ({ target, op: "relay.set" as const, dwellMs: 1_000 }));

  async write(target: string, value: OutputValue): Promise<void> {
    if (this.behaviour === "protected") throw new OutputRefusal("protected");
    this.writes.push({ target, value, atMs: portalMs() });
    const set = () => void this.state.set(target, value === true);
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

/** An executor with its ledger and a board, new for each test of a file and again when asked. */
export class ExecutorBench {
  dir = "";
  board = new Board();
  sent: CommandResultMessage[] = [];
  isConnected = true;
  isTimeKnown = true;
  onChanged: () => void = () => undefined;
  #others = 0;
  #running: { executor: Executor; ledger: CommandLedger; isAlive: boolean } | undefined;

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
    const executor = new Executor({
      outputs: {
        list: board.list,
        write: (target, value) => (run.isAlive ? board.write(target, value) : never()),
        readBack: (target) => (run.isAlive ? board.readBack(target) : never()),
      },
      ledger,
      locks: new OutputLocks(
        this.dir,
        board.list.map(({ target }) => target),
      ),
      portalNow: () => clock.now(),
      now: () => Date.now(),
      send: (result, onTaken) => {
        if (!this.isConnected || !run.isAlive) return;
        this.sent.push(result);
        onTaken();
      },
      onChanged: () => this.onChanged(),
    });
    this.#running = Object.assign(run, { executor });
    executor.start();
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
