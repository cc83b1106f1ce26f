import { openStates } from "@offgrid/contract/commands/command-moves";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { LedgerBench } from "./ledger.fixture.ts";

let bench: LedgerBench;
beforeAll(async () => {
  bench = await LedgerBench.start();
});
afterAll(() => bench.database.drop());

const finals = ["done", "failed", "refused", "expired", "cancelled"];
const anEvent = fc.oneof(
  fc.record({ kind: fc.constant("give" as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant("send" as const), isKilled: fc.boolean(), isReachable: fc.boolean() }),
  fc.record({
    kind: fc.constant("answer" as const),
    back: fc.nat(2),
    st: fc.constantFrom("accepted", "done", "failed", "expired", "refused", "duplicate"),
    was: fc.constantFrom("accepted", "done", "failed"),
    value: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 15_000, 30_000, 8 * 86_400_000) }),
);
type Event = typeof anEvent extends fc.Arbitrary<infer One> ? One : never;

/** @param ids Of the commands so far, the newest last. */
async function play(event: Event, ids: string[]): Promise<void> {
  if (event.kind === "give") {
    const id = await bench.give(event.on);
    if (id !== undefined) ids.push(id);
  } else if (event.kind === "send") {
    bench.isReachable = event.isReachable;
    bench.onSend = () => {
      if (event.isKilled) throw new Error("killed");
    };
    await bench.send(...ids);
  } else if (event.kind === "wait") {
    bench.clock.advance(event.ms);
    await bench.expire();
  } else {
    const id = ids.at(-1 - event.back);
    if (id !== undefined) await bench.answer({ id, st: event.st, was: event.was, value: event.value });
  }
}

test("over any orders, kills, copies, late answers and clocks: one open command, sent once and in time, final states stay, done only as read back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { maxLength: 14, size: "max" }), async (events) => {
      await bench.database.pool.query("delete from command");
      bench.sent.length = 0;
      const ids: string[] = [];
      const ended = new Map<string, string>();
      for (const event of events) {
        await play(event, ids);
        const rows = await Promise.all(ids.map((id) => bench.read(id)));
        expect(rows.filter(({ state }) => openStates.some((open) => open === state)).length).toBeLessThanOrEqual(1);
        for (const { id, state, value, wanted, sentAt } of rows) {
          if (ended.has(id)) expect(state).toBe(ended.get(id));
          if (finals.includes(state)) ended.set(id, state);
          if (state === "done") expect([value, sentAt !== null]).toEqual([wanted, true]);
        }
      }
      expect(new Set(bench.sent.map(({ id }) => id)).size).toBe(bench.sent.length);
      for (const { id } of bench.sent) {
        const { sentAt, expiresAt } = await bench.read(id);
        expect(sentAt?.getTime()).toBeLessThan(expiresAt.getTime());
      }
      bench.clock.advance(60_000);
      await bench.expire();
      for (const id of ids) expect(openStates).not.toContain((await bench.read(id)).state);
    }),
    { numRuns: 40 },
  );
});
