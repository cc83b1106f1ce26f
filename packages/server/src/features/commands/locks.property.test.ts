import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { containerId, LedgerBench } from "./ledger.fixture.ts";
import { askController } from "./lock-steps.ts";
import * as locks from "./locks.store.ts";

const output = { containerId, target: "relay.1" };

let bench: LedgerBench;
beforeAll(async () => {
  bench = await LedgerBench.start();
});
afterAll(() => bench.database.drop());

type Answer = Omit<CommandResultMessage, "ts">;

/** What a controller does about locks: each message counts once, and none after its time. */
class Controller {
  isLocked = false;
  readonly answers: Answer[] = [];
  readonly #known = new Set<string>();

  receive({ id, op, exp }: CommandMessage): void {
    if (this.#known.has(id)) return;
    this.#known.add(id);
    const isInTime = bench.clock.now() < exp;
    if (isInTime) this.isLocked = op === "lock.set";
    this.answers.push(isInTime ? { id, st: "done", value: this.isLocked } : { id, st: "expired" });
  }
}

const back = fc.constantFrom(0, 0, 0, 1, 2);
const anEvent = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("person" as const), locks: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("exchange" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      fault: fc.constantFrom(undefined, undefined, "killed", "away"),
    }),
  },
  // Messages and answers are lost where nothing picks them, and come late, twice and in any order.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("arrive" as const), back }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("answer" as const), back }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 29_000, 45_000, 400_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reconnect" as const) }) },
);
type Event = typeof anEvent extends fc.Arbitrary<infer One> ? One : never;

const current = () => locks.findLock(bench.database.db, output);

async function person(isLocking: boolean): Promise<void> {
  await bench.write(async (tx) => {
    const lock = await locks.findLock(tx, output);
    const nowMs = bench.clock.now();
    if (isLocking) {
      if (lock && lock.state !== "releasing") return;
      return locks.requestLock(tx, output, { userId: bench.userId, reason: "Work" }, nowMs);
    }
    if (!lock || lock.state === "releasing") return;
    if (await locks.mayHaveLeft(tx, lock)) return locks.startRelease(tx, output, bench.userId, nowMs);
    await locks.removeLock(tx, output);
  });
}

/** A worker asks the controller what is due. */
async function ask(fault?: "killed" | "away"): Promise<void> {
  bench.isReachable = fault !== "away";
  bench.onSend = () => {
    if (fault === "killed") throw new Error("killed");
  };
  const id = await bench.write(async (tx) => {
    const lock = await locks.findDueLock(tx, output, bench.clock.now());
    return lock && askController(tx, lock, bench.clock.now());
  });
  if (id !== undefined) await bench.send(id);
}

function arrive(controller: Controller, from: number): void {
  const message = bench.sent.at(-1 - from);
  if (message) controller.receive(message);
}

async function answer(controller: Controller, from: number): Promise<void> {
  const one = controller.answers.at(-1 - from);
  if (one) await bench.answer(one);
}

async function play(event: Event, controller: Controller): Promise<void> {
  if (event.kind === "person") await person(event.locks);
  else if (event.kind === "ask") await ask(event.fault);
  else if (event.kind === "arrive") arrive(controller, event.back);
  else if (event.kind === "answer") await answer(controller, event.back);
  else if (event.kind === "exchange") {
    await ask();
    arrive(controller, 0);
    await answer(controller, 0);
  } else if (event.kind === "wait") {
    bench.clock.advance(event.ms);
    await bench.expire();
  } else await bench.write((tx) => locks.hastenLocks(tx, [containerId], bench.clock.now()));
}

/** The link is good from here on. */
async function settle(controller: Controller): Promise<void> {
  for (let round = 0; round < 4; round++) {
    bench.clock.advance(6 * 60_000);
    await bench.expire();
    await ask();
    for (const message of bench.sent) controller.receive(message);
    for (const one of controller.answers) await bench.answer(one);
  }
}

/** An answer to a lock from before its release, which comes when the output was locked anew; chance seldom finds it. */
const lateConfirmation: Event[] = [
  { kind: "person", locks: true },
  { kind: "ask", fault: undefined },
  { kind: "arrive", back: 0 },
  { kind: "wait", ms: 45_000 },
  { kind: "person", locks: false },
  { kind: "exchange" },
  { kind: "wait", ms: 1_000 },
  { kind: "person", locks: true },
  { kind: "answer", back: 1 },
];

test("over any orders, kills, lost, late and repeated messages: a lock that is held is on site, a free output is not locked there, and both agree in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { maxLength: 20, size: "max" }), async (events) => {
      await bench.database.pool.query("delete from command");
      await bench.database.pool.query("delete from output_lock");
      bench.sent.length = 0;
      const controller = new Controller();
      for (const event of events) {
        await play(event, controller);
        const lock = await current();
        if (lock?.state === "held") expect(controller.isLocked).toBe(true);
        if (!lock) expect(controller.isLocked).toBe(false);
      }
      const wanted = await current();
      await settle(controller);
      expect((await current())?.state).toBe(wanted && wanted.state !== "releasing" ? "held" : undefined);
      expect(controller.isLocked).toBe(wanted !== undefined && wanted.state !== "releasing");
    }),
    { numRuns: 40, examples: [[lateConfirmation]] },
  );
}, 240_000);
