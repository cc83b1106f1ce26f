import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { addContainer, sealAll, write } from "../rollups/rollups.fixture.ts";
import { testClock } from "../../testing/test-clock.ts";
import type { FrameRow } from "./frames.store.ts";
import { type Replacement, beginReplacement, replaceDay } from "./replace.store.ts";
import { readSamples } from "./samples.store.ts";
import { CorrectedSince, undoReplacement } from "./undo-replacement.store.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 2, 1);
const now = start + 10 * day;
const by = { userId: "test", nowMs: now };
const metrics = ["solar.power", "load.power"];
/** Two readings a day over three days. */
const instants = Array.from({ length: 6 }, (_, index) => start + index * 12 * hour);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

type Cells = (number | null)[][];

async function containerWith(cells: Cells): Promise<string> {
  const containerId = await addContainer(database, metrics);
  await write(database, framesOf(containerId, cells));
  return containerId;
}

/** Cells by instant and metric. */
function framesOf(containerId: string, cells: Cells): FrameRow[] {
  return cells.flatMap((values, index) =>
    values.every((value) => value === null) ? [] : { containerId, atMs: instants[index] as number, values },
  );
}

async function cellsOf(containerId: string): Promise<Cells> {
  const { atMs, columns } = await readSamples(database.db, containerId, metrics, { fromMs: start, toMs: now });
  return instants.map((at) => columns.map((column) => column[atMs.indexOf(at)] ?? null));
}

/** From one place among the instants up to another, these metrics have these cells. */
interface Correction {
  from: number;
  to: number;
  slots: readonly number[];
  cells: Cells;
}

function corrected(before: Cells, { from, to, slots, cells }: Correction): Cells {
  return before.map((values, index) =>
    index < from || index >= to
      ? values
      : values.map((value, metric) => (slots.includes(metric + 1) ? (cells[index]?.[metric] ?? null) : value)),
  );
}

async function begin(containerId: string, { from, to, slots }: Correction): Promise<Replacement> {
  const [fromMs, toMs] = [start + from * 12 * hour, start + to * 12 * hour];
  return beginReplacement(database.db, { containerId, slots, fromMs, toMs }, by);
}

async function replaceOn(replacement: Replacement, { cells, from, to }: Correction, dayOfSpan: number) {
  const within = cells.map((values, index) => (index >= from && index < to ? values : values.map(() => null)));
  const rows = framesOf(replacement.containerId, within)
    .filter(({ atMs }) => Math.floor((atMs - start) / day) === dayOfSpan)
    .map(({ atMs, values }) => ({ atMs, values: replacement.slots.map((slot) => values[slot - 1] ?? null) }));
  return replaceDay(database.db, replacement, start / day + dayOfSpan, rows, now);
}

async function replace(containerId: string, correction: Correction): Promise<{ id: number; readings: number }> {
  const replacement = await begin(containerId, correction);
  let readings = 0;
  const lastDay = Math.floor((correction.to - 1) / 2);
  for (let one = Math.floor(correction.from / 2); one <= lastDay; one++)
    for (const count of Object.values(await replaceOn(replacement, correction, one))) readings += count;
  return { id: replacement.id, readings };
}

const undo = (id: number) => undoReplacement(database.db, id, by);
const all = (value: number | null): Cells => instants.map(() => [value, value]);
const both = { from: 0, to: 6, slots: [1, 2] };

test("undoing a correction leaves what arrived since where it had taken readings away, and takes back only its own", async () => {
  const containerId = await containerWith(all(1));
  const cells = instants.map((_, index): (number | null)[] => (index < 3 ? [null, null] : [2, 2]));
  const { id } = await replace(containerId, { ...both, cells });
  // As from a controller that sends its history again, or another import.
  await write(database, framesOf(containerId, [[7, null]]));
  expect(await undo(id)).toMatchObject({ readings: 11 });
  expect(await cellsOf(containerId)).toEqual(all(1).with(0, [7, 1]));
});

test("an earlier correction is not undone while a later one holds, and the message names that one", async () => {
  const id = await containerWith(all(1));
  const first = await replace(id, { ...both, cells: all(2) });
  const second = await replace(id, { ...both, from: 2, to: 3, slots: [2], cells: all(3) });
  const cells = await cellsOf(id);
  await expect(undo(first.id)).rejects.toThrow(`undo ${second.id} first`);
  expect(await cellsOf(id)).toEqual(cells);
  await undo(second.id);
  expect(await cellsOf(id)).toEqual(all(2));
  await undo(first.id);
  expect(await cellsOf(id)).toEqual(all(1));
});

test("corrections of other metrics or other times are undone in any order", async () => {
  const id = await containerWith(all(1));
  const solar = await replace(id, { ...both, slots: [1], cells: all(2) });
  const load = await replace(id, { ...both, slots: [2], to: 4, cells: all(3) });
  await replace(id, { ...both, slots: [2], from: 4, cells: all(4) });
  await undo(solar.id);
  await undo(load.id);
  expect(await cellsOf(id)).toEqual(instants.map((_, index) => [1, index < 4 ? 1 : 4]));
});

test("what a later correction found right already is not taken away by undoing an earlier one", async () => {
  const id = await containerWith(all(1));
  const first = await replace(id, { ...both, from: 2, to: 3, cells: all(2) });
  const second = await replace(id, { ...both, cells: all(2) });
  await expect(undo(first.id)).rejects.toThrow(CorrectedSince);
  expect(await cellsOf(id)).toEqual(all(2));
  await undo(second.id);
  await undo(first.id);
  expect(await cellsOf(id)).toEqual(all(1));
});

test("which of two is the later one follows from when they replaced readings, not by when they were asked for", async () => {
  const id = await containerWith(all(1));
  const waiting = { ...both, to: 2, cells: all(2) };
  const waited = await begin(id, waiting);
  const quick = await replace(id, { ...both, to: 2, cells: all(3) });
  await replaceOn(waited, waiting, 0);
  await expect(undo(quick.id)).rejects.toThrow(`undo ${waited.id} first`);
  await undo(waited.id);
  await undo(quick.id);
  expect(await cellsOf(id)).toEqual(all(1));
});

test("a correction that begins while an earlier one is being undone keeps its readings, and the rest is undone after it", async () => {
  const id = await containerWith(all(1));
  const first = await replace(id, { ...both, cells: all(2) });
  // The day of the second step is held, so that the undoing has done the first one and waits.

  let undoing: Promise<unknown> = Promise.resolve();
  let later = 0;
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into rollup_dirty (container_id, day, quarters, mark, since)
      values (${id}, ${start / day + 1}, repeat('0', 96)::bit(96), 0, now())
      on conflict (container_id, day) do update set mark = rollup_dirty.mark`.execute(tx);
    undoing = undo(first.id).then(
      () => undefined,
      (error: unknown) => error,
    );
    await expect.poll(async () => (await cellsOf(id))[0], { timeout: 20_000 }).toEqual([1, 1]);
    later = (await replace(id, { ...both, from: 4, cells: all(3) })).id;
  });
  expect(await undoing).toMatchObject({ laterId: later });
  expect((await cellsOf(id)).map(([value]) => value)).toEqual([1, 1, 1, 1, 3, 3]);
  await undo(later);
  expect((await cellsOf(id)).map(([value]) => value)).toEqual([1, 1, 1, 1, 2, 2]);
  await undo(first.id);
  expect(await cellsOf(id)).toEqual(all(1));
});

test("two processes that undo the same correction at once, or two that overlap, leave what one after the other leaves", async () => {
  const id = await containerWith(all(1));
  const first = await replace(id, { ...both, cells: all(2) });
  const second = await replace(id, { ...both, cells: all(3) });
  const ends = await Promise.allSettled([undo(second.id), undo(first.id), undo(second.id)]);
  expect(ends[0]?.status).toBe("fulfilled");
  expect(ends[2]?.status).toBe("fulfilled");
  await undo(first.id);
  expect(await cellsOf(id)).toEqual(all(1));
  const { rows } = await sql`select id from replacement where undoes = ${second.id}`.execute(database.db);
  expect(rows).toHaveLength(1);
});

const cell = fc.constantFrom(null, 1, 2, 3);
const cells = fc.array(fc.tuple(cell, cell), { minLength: 6, maxLength: 6 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      from: fc.nat(5),
      length: fc.integer({ min: 1, max: 6 }),
      slots: fc.constantFrom([1], [2], [1, 2]),
      cells,
    }),
  },
  { weight: 4, arbitrary: fc.record({ undo: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant("seal" as const) },
);

test("in any order of corrections and their undoing, readings are those that the corrections which hold give", async () => {
  await fc.assert(
    fc.asyncProperty(cells, fc.array(step, { maxLength: 14 }), async (base, steps) => {
      const id = await containerWith(base);
      const made: { id: number; correction: Correction; holds: boolean }[] = [];
      const undoings: { id: number; of: (typeof made)[number]; holds: boolean }[] = [];
      const expected = () =>
        made.reduce((sum, { correction, holds }) => (holds ? corrected(sum, correction) : sum), base as Cells);
      for (const one of steps) {
        if (one === "seal") {
          await sealAll(database, testClock(now));
        } else if ("undo" in one) {
          const choices = [...made, ...undoings];
          const chosen = choices[one.undo % Math.max(1, choices.length)];
          if (!chosen?.holds) continue;
          const done = await undo(chosen.id).catch((error: unknown) => {
            if (!(error instanceof CorrectedSince)) throw error;
          });
          if (done) {
            chosen.holds = false;
            if ("of" in chosen) chosen.of.holds = true;
            else undoings.push({ id: done.id, of: chosen, holds: true });
          }
        } else {
          const to = Math.min(6, one.from + one.length);
          const correction = { ...one, to };
          const { id: number, readings } = await replace(id, correction);
          // One that changes nothing stands for nothing.
          if (readings > 0) made.push({ id: number, correction, holds: true });
        }
        expect(await cellsOf(id)).toEqual(expected());
      }
      // From the newest on, each of them can be undone in the end.
      for (const one of made.toReversed()) if (one.holds) await undo(one.id);
      expect(await cellsOf(id)).toEqual(base);
    }),
    { numRuns: Number(process.env["UNDO_RUNS"] ?? 15), endOnFailure: true },
  );
}, 240_000);
