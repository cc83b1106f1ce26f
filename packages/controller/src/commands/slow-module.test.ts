import { outputTarget } from "@offgrid/contract/devices/output-kinds";
import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { AdamDriver } from "../drivers/modbus/adam.driver.ts";
import { CommandLedger } from "./command-ledger.ts";
import { Executor } from "./executor.ts";
import { OutputLocks } from "./output-locks.ts";

/** A module just fast enough to be believed: a request may take 1,000 ms. */
const answerMs = 970;
const firstCoil = 16;
const relays = [1, 2, 3, 4, 5, 6];

const module = vi.hoisted(() => ({ connect: (): unknown => undefined }));
vi.mock(import("node:net"), async (original) => ({
  ...(await original()),
  connect: (() => module.connect()) as unknown as typeof import("node:net").connect,
}));

const writes: { relay: number; atMs: number }[] = [];

/** A connection to six coils that does one thing at a time, each in `answerMs`. */
class SlowModule extends EventEmitter {
  readonly #coils = relays.map(() => false);
  #freeMs = 0;
  #isOpen = true;

  constructor() {
    super();
    setTimeout(() => this.emit("connect"), 1);
  }

  write(frame: Buffer): void {
    this.#freeMs = Math.max(this.#freeMs, performance.now()) + answerMs;
    setTimeout(() => this.#act(frame), this.#freeMs - performance.now());
  }

  resetAndDestroy(): void {
    this.destroy();
  }

  destroy(): void {
    this.#isOpen = false;
    setTimeout(() => this.emit("close"), 0);
  }

  #act(frame: Buffer): void {
    let answer = frame;
    if (frame[7] === 1) {
      const bits = this.#coils.reduce((sum, isOn, place) => sum | (Number(isOn) << place), 0);
      answer = Buffer.from([...frame.subarray(0, 4), 0, 4, ...frame.subarray(6, 8), 1, bits]);
    } else {
      const place = frame.readUInt16BE(8) - firstCoil;
      this.#coils[place] = frame[10] === 0xff;
      writes.push({ relay: place + 1, atMs: performance.now() });
    }
    if (this.#isOpen) this.emit("data", answer);
  }
}

const ends: (CommandResultMessage & { atMs: number })[] = [];
let onEnd: (id: string) => void = () => undefined;
let dir = "";
let driver: AdamDriver;
let executor: Executor;

beforeEach(() => {
  vi.useFakeTimers();
  module.connect = () => new SlowModule();
  dir = mkdtempSync(join(tmpdir(), "slow-module-"));
  driver = new AdamDriver({
    id: "relays",
    model: "adam-6060",
    host: "module",
    port: 502,
    unit: 1,
    outputs: relays.map((one) => ({
      channel: one - 1,
      target: outputTarget("relay", one),
      dwellMs: 0,
    })),
    inputs: [],
    sickAfterMs: 3_600_000,
  });
  executor = new Executor({
    outputs: driver.outputs,
    ledger: new CommandLedger(dir),
    locks: new OutputLocks(
      dir,
      driver.outputs.list.map(({ target }) => target),
    ),
    portalNow: () => Date.now(),
    now: () => Date.now(),
    send: (result) => {
      if (result.st === "accepted") return;
      ends.push({ ...result, atMs: performance.now() });
      onEnd(result.id);
    },
    obstacle: () => undefined,
    onChanged: () => undefined,
  });
});
afterEach(async () => {
  await driver.close();
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

function receive(id: string, relay: number, changes: Pick<CommandMessage, "op" | "args">): void {
  executor.receive({
    id,
    target: `relay.${relay}`,
    iat: Date.now(),
    exp: Date.now() + 30_000,
    by: "amina",
    ...changes,
  });
}

test("six relays on a slow module: no coil is written after its lock was confirmed, and what is refused was not written", async () => {
  await vi.advanceTimersByTimeAsync(3_500);
  const on = new Map<number, boolean>();
  let count = 0;
  const toggle = (relay: number) => {
    on.set(relay, !on.get(relay));
    receive(`command ${relay} ${count++}`, relay, { op: "relay.set", args: { on: on.get(relay) === true } });
  };
  onEnd = (id) => void setTimeout(() => toggle(Number(id.split(" ")[1])), 20);
  for (const relay of relays) toggle(relay);
  await vi.advanceTimersByTimeAsync(23_000);
  onEnd = () => undefined;
  for (const relay of relays) receive(`lock ${relay}`, relay, { op: "lock.set", args: { reason: "The pump" } });
  await vi.advanceTimersByTimeAsync(40_000);

  expect(writes.length).toBeGreaterThan(relays.length);
  for (const relay of relays) {
    const lock = ends.find(({ id }) => id === `lock ${relay}`);
    expect(lock).toMatchObject({ st: "done" });
    expect(writes.filter((one) => one.relay === relay && one.atMs > (lock?.atMs ?? 0))).toEqual([]);
  }
  expect(ends.filter(({ st, value }) => st === "failed" && value === undefined)).toEqual([]);
  expect(writes.length + ends.filter(({ st }) => st === "refused").length).toBe(count);
}, 240_000);
