import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import fc from "fast-check";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { OutputRefusal, type Outputs } from "../drivers/driver.ts";
import { CommandLedger } from "./command-ledger.ts";
import { Executor } from "./executor.ts";

type Behaviour = "obeys" | "slow" | "ignores" | "fails" | "fails but obeys" | "hangs" | "silent" | "protected";

/** A board of two relays that behaves as told, and notes each write. */
class Board implements Outputs {
  behaviour: Behaviour = "obeys";
  readonly state = new Map<string, boolean>();
  readonly writes: { target: string; value: OutputValue; atMs: number }[] = [];
  readonly list = ["relay.1", "relay.2"].map((target) => ({ target, op: "relay.set" as const, dwellMs: 1_000 }));

  async write(target: string, value: OutputValue): Promise<void> {
    if (this.behaviour === "protected") throw new OutputRefusal("protected");
    this.writes.push({ target, value, atMs: Date.now() });
    const set = () => void this.state.set(target, value === true);
    if (this.behaviour === "slow") setTimeout(set, 2_000);
    else if (["obeys", "fails but obeys", "silent"].includes(this.behaviour)) set();
    if (this.behaviour === "hangs") await new Promise(() => undefined);
    if (this.behaviour.startsWith("fails")) throw new Error("no answer from the board");
  }

  async readBack(target: string): Promise<OutputValue | undefined> {
    return this.behaviour === "silent" ? undefined : (this.state.get(target) ?? false);
  }
}

let dir = "";
let board: Board;
let sent: CommandResultMessage[];
let isConnected = true;
let onChanged: () => void;
let clockOffsetMs: number | undefined = 0;
let running: { executor: Executor; ledger: CommandLedger; isAlive: boolean };

function boot(): void {
  const ledger = new CommandLedger(dir);
  const run = { ledger, isAlive: true };
  const never = () => new Promise<never>(() => undefined);
  const executor = new Executor({
    outputs: {
      list: board.list,
      write: (target, value) => (run.isAlive ? board.write(target, value) : never()),
      readBack: (target) => (run.isAlive ? board.readBack(target) : never()),
    },
    ledger,
    portalNow: () => (clockOffsetMs === undefined ? undefined : Date.now() + clockOffsetMs),
    now: () => Date.now(),
    send: (result, onTaken) => {
      if (!isConnected || !run.isAlive) return;
      sent.push(result);
      onTaken();
    },
    onChanged: () => onChanged(),
  });
  running = Object.assign(run, { executor });
  executor.start();
}

/** As by a power cut: what was under way goes on nowhere. */
function reboot(): void {
  running.isAlive = false;
  running.ledger.close();
  boot();
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) });
  dir = mkdtempSync(join(tmpdir(), "executor-"));
  board = new Board();
  sent = [];
  isConnected = true;
  onChanged = () => undefined;
  clockOffsetMs = 0;
  boot();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const command = (id: string, changes: Partial<CommandMessage> = {}): CommandMessage => ({
  id,
  op: "relay.set",
  target: "relay.1",
  args: { on: true },
  iat: Date.now(),
  exp: Date.now() + 30_000,
  by: "amina",
  ...changes,
});
const answersTo = (id: string) => sent.filter((result) => result.id === id).map(({ st, error }) => error ?? st);
const settled = () => vi.advanceTimersByTimeAsync(20_000);

describe("a command", () => {
  test.each<[Behaviour, string]>([
    ["obeys", "done"],
    ["slow", "done"],
    ["ignores", "mismatch"],
    ["fails", "device_error"],
    ["fails but obeys", "done"],
    ["hangs", "device_error"],
    ["silent", "device_error"],
    ["protected", "protected"],
  ])("to equipment that %s ends as %s", async (behaviour, end) => {
    board.behaviour = behaviour;
    running.executor.receive(command("one"));
    await settled();
    expect(answersTo("one")).toEqual(["accepted", end]);
  });

  test.each<[string, Partial<CommandMessage>, string]>([
    ["for an output that is not here", { target: "relay.9" }, "unsupported"],
    ["for an operation that is not here", { op: "door.open" }, "unsupported"],
    ["with arguments that do not fit", { args: { on: "yes" } }, "arguments"],
    ["that has expired", { exp: Date.UTC(2026, 10, 22) }, "expired"],
    ["from the future", { iat: Date.UTC(2026, 10, 24), exp: Date.UTC(2026, 10, 25) }, "clock"],
  ])("%s is refused, and nothing is written", async (_title, changes, end) => {
    running.executor.receive(command("one", changes));
    await settled();
    expect(answersTo("one")).toEqual([end]);
    expect(board.writes).toEqual([]);
  });

  test("before the portal's time is known is refused", () => {
    clockOffsetMs = undefined;
    running.executor.receive(command("one"));
    expect(answersTo("one")).toEqual(["clock"]);
  });

  test("for an output that is being set, or was a moment ago, is refused; another output is free", async () => {
    board.behaviour = "slow";
    running.executor.receive(command("one"));
    running.executor.receive(command("two", { args: { on: false } }));
    running.executor.receive(command("three", { target: "relay.2" }));
    await settled();
    expect([answersTo("two"), answersTo("three")]).toEqual([["busy"], ["accepted", "done"]]);
    board.behaviour = "obeys";
    running.executor.receive(command("four", { args: { on: false } }));
    await vi.advanceTimersByTimeAsync(500);
    running.executor.receive(command("five"));
    expect(answersTo("five")).toEqual(["dwell"]);
  });

  test("is done also where the change cannot be noted, and the output is free again", async () => {
    onChanged = () => {
      throw new Error("ENOSPC");
    };
    running.executor.receive(command("one"));
    await settled();
    running.executor.receive(command("two", { args: { on: false } }));
    await settled();
    expect([answersTo("one"), answersTo("two")]).toEqual([
      ["accepted", "done"],
      ["accepted", "done"],
    ]);
  });

  test("that comes again is answered with what it came to, and nothing is written twice", async () => {
    running.executor.receive(command("one"));
    running.executor.receive(command("one"));
    expect(sent.at(-1)).toMatchObject({ st: "duplicate", was: "accepted" });
    await settled();
    reboot();
    running.executor.receive(command("one"));
    expect(sent.at(-1)).toMatchObject({ st: "duplicate", was: "done", value: true });
    expect(board.writes).toHaveLength(1);
  });

  test("that the disk does not take is refused, and stays refused", async () => {
    const full = vi.spyOn(running.ledger, "add").mockImplementationOnce(function (this: CommandLedger, one) {
      running.ledger.add(one);
      throw new Error("ENOSPC");
    });
    running.executor.receive(command("one"));
    full.mockRestore();
    running.executor.receive(command("one"));
    await settled();
    expect(answersTo("one")).toEqual(["storage", "storage"]);
    expect(board.writes).toEqual([]);
  });
});

describe("after a restart in the middle of a command", () => {
  test.each<[Behaviour, string]>([
    ["obeys", "done"],
    ["ignores", "restarted"],
  ])("equipment that %s is asked, not set again: %s", async (behaviour, end) => {
    board.behaviour = behaviour;
    isConnected = false;
    running.executor.receive(command("one"));
    reboot();
    await settled();
    isConnected = true;
    running.executor.ready();
    expect(answersTo("one")).toEqual([end]);
    expect(board.writes).toHaveLength(1);
    running.executor.ready();
    expect(answersTo("one")).toHaveLength(1);
  });

  test("a line that was torn by the power cut does no harm", async () => {
    running.executor.receive(command("one"));
    await settled();
    running.ledger.close();
    appendFileSync(join(dir, "commands.jsonl"), '{"command":{"id":"tw');
    boot();
    running.executor.receive(command("one"));
    running.executor.receive(command("two", { args: { on: false } }));
    await settled();
    expect([answersTo("one").at(-1), answersTo("two").at(-1)]).toEqual(["duplicate", "done"]);
  });
});

test("the last 1,000 commands are remembered, and the file does not grow without end", async () => {
  const { ledger } = running;
  for (let number = 0; number < 3_000; number++) {
    ledger.add(command(`command-${number}`));
    ledger.finish({ id: `command-${number}`, st: "done", ts: Date.now() });
    ledger.deliver(`command-${number}`);
  }
  reboot();
  expect(running.ledger.find("command-2999")).toBeDefined();
  expect(running.ledger.find("command-2001")).toBeDefined();
  expect(running.ledger.find("command-1999")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(8 * 86_400_000);
  running.ledger.add(command("today"));
  expect(running.ledger.find("command-2999")).toBeUndefined();
});

const anyEvent = fc.oneof(
  fc.record({
    kind: fc.constant("command" as const),
    id: fc.integer({ min: 0, max: 5 }),
    relay: fc.constantFrom("relay.1", "relay.2"),
    on: fc.boolean(),
    lifeMs: fc.constantFrom(-1, 100, 30_000),
  }),
  fc.record({ kind: fc.constant("reboot" as const) }),
  fc.record({ kind: fc.constant("link" as const), isUp: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 8_000 }) }),
  fc.record({
    kind: fc.constant("board" as const),
    behaviour: fc.constantFrom<Behaviour>("obeys", "slow", "ignores", "fails", "fails but obeys", "hangs", "protected"),
  }),
);

test("over any commands, copies, restarts, lost links and faults: written at most once, never late, done only as read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 25 }), async (events) => {
      rmSync(dir, { recursive: true, force: true });
      dir = mkdtempSync(join(tmpdir(), "executor-"));
      board = new Board();
      sent = [];
      isConnected = true;
      boot();
      const first = new Map<string, CommandMessage>();
      for (const event of events) {
        if (event.kind === "command") {
          const id = `command-${event.id}`;
          const known = first.get(id);
          const one =
            known ?? command(id, { target: event.relay, args: { on: event.on }, exp: Date.now() + event.lifeMs });
          first.set(id, one);
          running.executor.receive(one);
        } else if (event.kind === "reboot") reboot();
        else if (event.kind === "link") {
          isConnected = event.isUp;
          if (isConnected) running.executor.ready();
        } else if (event.kind === "wait") await vi.advanceTimersByTimeAsync(event.ms);
        else board.behaviour = event.behaviour;
      }
      await vi.advanceTimersByTimeAsync(20_000);
      isConnected = true;
      running.executor.ready();

      expect(board.writes.length).toBeLessThanOrEqual(first.size);
      for (const [id, one] of first) {
        const ends = sent.filter((result) => result.id === id && !["accepted", "duplicate"].includes(result.st));
        expect(ends.length).toBeGreaterThanOrEqual(1);
        expect(new Set(ends.map(({ st }) => st)).size).toBe(1);
        if (ends[0]?.st === "done") expect(ends[0].value).toBe(one.args.on);
      }
      for (const { target, value, atMs } of board.writes) {
        const commands = [...first.values()].filter((one) => one.target === target && one.args.on === value);
        expect(commands.some(({ iat, exp }) => atMs >= iat && atMs <= exp)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
