import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { type Behaviour, command, ExecutorBench, portalMs } from "../testing/executor-bench.ts";
import { disk } from "../testing/full-disk.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();

const aCommand = fc.record({
  kind: fc.constant("command" as const),
  id: fc.integer({ min: 0, max: 3 }),
  relay: fc.constantFrom("relay.1", "relay.2"),
  on: fc.boolean(),
  startsInMs: fc.constantFrom(0, 0, 0, 30_000, 30 * 86_400_000),
  lifeMs: fc.constantFrom(-1, 100, 30_000, 60_000, 7_200_000),
});
const calmEvents = [
  aCommand,
  aCommand,
  aCommand,
  fc.record({
    kind: fc.constant("lock" as const),
    relay: fc.constantFrom("relay.1", "relay.2"),
    isLocked: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("reboot" as const) }),
  fc.record({ kind: fc.constant("link" as const), isUp: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 8_000 }) }),
  fc.record({ kind: fc.constant("clock" as const), stepMs: fc.constantFrom(-86_400_000, -20_000, 20_000) }),
  fc.record({
    kind: fc.constant("board" as const),
    behaviour: fc.constantFrom<Behaviour>("obeys", "slow", "ignores", "fails", "fails but obeys", "hangs", "protected"),
  }),
] as const;
/** What may cost an answer, but never a second or a late write. */
const roughEvents = [
  fc.record({ kind: fc.constant("disk" as const), isFull: fc.boolean() }),
  fc.record({ kind: fc.constant("others" as const) }),
] as const;
const anyEvents = fc.oneof(
  fc.array(fc.oneof(...calmEvents), { maxLength: 25, size: "max" }),
  fc.array(fc.oneof(...calmEvents, ...roughEvents), { maxLength: 25, size: "max" }),
);
type Event = typeof anyEvents extends fc.Arbitrary<(infer One)[]> ? One : never;

interface Seen {
  command: CommandMessage;
  writtenAtMs: number[];
}

/** What was asked for and answered about the locks of a run. */
class Locks {
  readonly #last = new Map<string, { id: string; isLocked: boolean }>();
  #count = 0;

  ask(target: string, isLocked: boolean): void {
    const id = `lock-${this.#count++}`;
    this.#last.set(target, { id, isLocked });
    const op = isLocked ? "lock.set" : "lock.clear";
    bench.running.executor.receive(command(id, { op, target, args: isLocked ? { reason: "Work" } : {} }));
  }

  /** Somebody relies on it: the controller has confirmed the lock, and was not asked for anything else since. */
  isHeld(target: string): boolean {
    const { id, isLocked } = this.#last.get(target) ?? { id: "", isLocked: false };
    return isLocked && bench.sent.some((result) => result.id === id && result.st === "done");
  }
}

async function play(event: Event, seen: Map<string, Seen>, locks: Locks): Promise<void> {
  if (event.kind === "lock") locks.ask(event.relay, event.isLocked);
  else if (event.kind === "command") {
    const id = `command-${event.id}`;
    const iat = Math.floor(portalMs()) + event.startsInMs;
    const first = { target: event.relay, args: { on: event.on }, iat, exp: iat + event.lifeMs };
    const known = seen.get(id) ?? { command: command(id, first), writtenAtMs: [] };
    seen.set(id, known);
    const before = bench.board.writes.length;
    const isHeld = locks.isHeld(known.command.target);
    bench.running.executor.receive(known.command);
    if (isHeld) expect(bench.board.writes).toHaveLength(before);
    known.writtenAtMs.push(...bench.board.writes.slice(before).map(({ atMs }) => atMs));
  } else if (event.kind === "reboot") {
    // A program without room on its disk does not start.
    disk.isFull = false;
    bench.reboot();
  } else if (event.kind === "link") {
    bench.isConnected = event.isUp;
    if (bench.isConnected) bench.running.executor.ready();
  } else if (event.kind === "wait") await vi.advanceTimersByTimeAsync(event.ms);
  else if (event.kind === "clock") vi.setSystemTime(Date.now() + event.stepMs);
  else if (event.kind === "disk") disk.isFull = event.isFull;
  else if (event.kind === "others") bench.addOthers(1_000);
  else bench.board.behaviour = event.behaviour;
}

test("E11: over any commands, copies, restarts, lost links, clocks and faults: written at most once, never late, never through a lock, done only as read", async () => {
  await fc.assert(
    fc.asyncProperty(anyEvents, async (events) => {
      bench.renew();
      const seen = new Map<string, Seen>();
      const locks = new Locks();
      for (const event of events) await play(event, seen, locks);
      bench.board.hanging.forEach((release) => release(false));
      await vi.advanceTimersByTimeAsync(20_000);
      bench.isConnected = true;
      bench.running.executor.ready();

      expect(bench.board.writes).toHaveLength([...seen.values()].flatMap(({ writtenAtMs }) => writtenAtMs).length);
      const isCalm = events.every(({ kind }) => kind !== "disk" && kind !== "others");
      for (const [id, { command: one, writtenAtMs }] of seen) {
        expect(writtenAtMs.length).toBeLessThanOrEqual(1);
        for (const atMs of writtenAtMs) expect(atMs).toBeLessThanOrEqual(one.exp);
        const ends = bench.sent.filter((result) => result.id === id && !["accepted", "duplicate"].includes(result.st));
        if (ends[0]?.st === "done") expect(ends[0].value).toBe(one.args.on);
        if (!isCalm) continue;
        expect(ends.length).toBeGreaterThanOrEqual(1);
        expect(new Set(ends.map(({ st }) => st)).size).toBe(1);
      }
    }),
    { numRuns: 30 },
  );
}, 240_000);
