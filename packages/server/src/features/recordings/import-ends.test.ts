import { request } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import { handlers } from "../../handlers.ts";
import type { FairQueue } from "../../core/fair-queue.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { beginReplacement } from "../../history/tiers/replace.store.ts";
import { Deferred } from "../../jobs/job.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { until } from "../ingest/telemetry.fixture.ts";
import { FileReaders, fileReaders } from "./file-readers.ts";
import { undoKey } from "./import-job.ts";
import { bring, heldBack, jobOn, long, longPlan, now, stateOf, upload } from "./imports.fixture.ts";
import * as imports from "./imports.store.ts";
import { framesOf } from "./recordings.fixture.ts";

const clock = testClock(now);
let queue: FairQueue | undefined;
await thePortal({
  clock,
  handlers: {
    ...handlers,
    getUserSetting: async (input, context) => {
      queue = chartQueueOf(context.db);
      return handlers.getUserSetting(input, context);
    },
  },
});

const whole = {
  from: new Date(now - 4_500 * 60_000).toISOString(),
  to: new Date(now + 1).toISOString(),
  metrics: ["load.power"],
};
const blip = Object.assign(new Error("terminating connection"), { code: "57P01" });
const fails = (error: Error) => () => {
  throw error;
};

async function heldCorrection(amina: Actor, containerId: string): Promise<{ importId: number; replacementId: number }> {
  const { db } = (await thePortal()).database;
  const about = { containerId, slots: [1], fromMs: Date.parse(whole.from), toMs: Date.parse(whole.to) };
  const { id: replacementId } = await beginReplacement(db, about, { userId: amina.userId, nowMs: now });
  return { importId: await heldBack(amina, containerId, { replace: whole, replacementId }), replacementId };
}

/** A call whose caller may hang up. */
async function begin(person: Actor, name: string, body: object) {
  const { api } = await thePortal();
  const headers = { "content-type": "application/json", "x-auth-token": person.token, "x-user-id": person.userId };
  const call = request(`${api}/${name}`, { method: "POST", headers });
  call.on("error", () => undefined);
  call.end(JSON.stringify(body));
  return call;
}

test("an import whose runs end without a word is given up after some, and so is the undoing of one", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-a"] } });
  const containerId = "end-a";
  const importId = await heldBack(amina, containerId);
  const { run, database } = await jobOn(clock);
  await run(importId, { attempt: 6 });
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "failed", failure: "internal" });
  expect(await framesOf(containerId)).toEqual([]);
  expect(await imports.beginUndo(database.db, importId, amina.userId)).toBe(true);
  await run(importId, { attempt: 6 });
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "undoing" });
  await run(importId, { attempt: 6, key: undoKey(importId) });
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "failed", failure: "internal" });
});

test("a run that lacks room or the database is no attempt; a disk that was full spares no file that ends its process", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-b"] } });
  const containerId = "end-b";
  const importId = await heldBack(amina, containerId);
  const { run: away } = await jobOn(clock, fails(blip));
  await expect(away(importId, { attempt: 5 })).rejects.toThrow("terminating");
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  for (const hasRoom of [() => false, fails(full)]) {
    const { run } = await jobOn(clock, hasRoom);
    await expect(run(importId, { attempt: 5 })).rejects.toThrow(Deferred);
    expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "running", failure: "disk_full" });
  }
  const { run } = await jobOn(clock);
  await run(importId, { attempt: 5 });
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "done", counts: { added: 4_500 } });
  const other = await heldBack(amina, containerId);
  const { run: without } = await jobOn(clock, () => false);
  await expect(without(other)).rejects.toThrow(Deferred);
  await run(other, { attempt: 6 });
  expect(await stateOf(amina, containerId, other)).toMatchObject({ state: "failed", failure: "internal" });
  const odd = await heldBack(amina, containerId);
  const { run: oddly } = await jobOn(clock, fails(new Error("odd")));
  await expect(oddly(odd, { attempt: 4 })).rejects.toThrow("odd");
  await oddly(odd, { attempt: 5 });
  expect(await stateOf(amina, containerId, odd)).toMatchObject({ state: "failed", failure: "internal" });
});

test("an import of a file that takes too long to read ends, and says so", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-heavy"] } });
  const containerId = "end-heavy";
  const importId = await heldBack(amina, containerId);
  const { run } = await jobOn(clock, () => true, new FileReaders({ longestMs: 1 }));
  await run(importId);
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "failed", failure: "too_heavy" });
});

test("a correction that waited until its record was gone ends, and adds nothing", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-c"] } });
  const containerId = "end-c";
  const { importId, replacementId } = await heldCorrection(amina, containerId);
  const { run, database } = await jobOn(clock);
  await database.pool.query("delete from replacement where id = $1", [replacementId]);
  await run(importId);
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "failed", failure: "too_old" });
  expect(await framesOf(containerId)).toEqual([]);
});

test("an import belongs to the person who started it, and its undoing to who wanted that", async () => {
  const { amina, bruno, chloe } = await cast({
    amina: { role: "user", containers: ["end-d"] },
    bruno: { role: "user", containers: ["end-d"] },
    chloe: { role: "user", containers: ["end-d"] },
  });
  const containerId = "end-d";
  await bring(chloe, containerId, long, longPlan);
  const importId = await upload(amina, containerId, long.replaceAll(/,(\d+)$/gm, ",1$1"));
  const { database } = await thePortal();
  await database.db.deleteFrom("containerUser").where("userId", "=", amina.userId).execute();
  await bruno.call("importStart", { containerId, importId, ...longPlan, replace: whole });
  await until(async () => (await stateOf(bruno, containerId, importId))?.state === "done");
  const row = () => imports.findById(database.db, importId);
  expect(await row()).toMatchObject({ userId: bruno.userId, failure: null });
  expect((await row())?.replaced).toBeGreaterThan(0);
  await chloe.call("importUndo", { containerId, importId });
  await until(async () => (await row())?.state === "undone");
  expect(await row()).toMatchObject({ userId: chloe.userId, failure: null });
  const { rows } = await database.pool.query(
    "select user_id from replacement where container_id = $1 order by id desc limit 1",
    [containerId],
  );
  expect(rows).toEqual([{ user_id: chloe.userId }]);
});

test("an undoing goes on only with its claim and with room on the disk", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-i"] } });
  const containerId = "end-i";
  await bring(amina, containerId, long, longPlan);
  const other = long.replaceAll(/,(\d+)$/gm, ",1$1");
  const { importId } = await bring(amina, containerId, other, { ...longPlan, replace: whole });
  const { db, pool } = (await thePortal()).database;
  const daysUndone = async () => {
    const { rows } = await pool.query<{ days: number }>(
      `select count(distinct day)::integer as days from replaced_reading
       join replacement on replacement.id = replacement_id where undoes is not null and container_id = $1`,
      [containerId],
    );
    return rows[0]?.days;
  };
  await imports.beginUndo(db, importId, amina.userId);
  const key = undoKey(importId);
  const { run: without } = await jobOn(clock, () => false);
  await expect(without(importId, { key })).rejects.toThrow(Deferred);
  const { run } = await jobOn(clock);
  await expect(run(importId, { key, signal: AbortSignal.abort(new Error("claim lost")) })).rejects.toThrow(
    "claim lost",
  );
  expect(await daysUndone()).toBe(0);
  await run(importId, { key });
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "undone" });
  expect(await daysUndone()).toBe(4);
});

test("to stop an import does not stop its undoing", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-e"] } });
  const containerId = "end-e";
  const { importId } = await bring(amina, containerId, long, longPlan);
  await imports.beginUndo((await thePortal()).database.db, importId, amina.userId);
  await expect(amina.call("importCancel", { containerId, importId })).refusesWith("not_found");
  expect(await stateOf(amina, containerId, importId)).toMatchObject({ state: "undoing" });
});

test("a check of a file takes its turn among the charts, and is dropped when its caller hangs up", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-f"] } });
  const containerId = "end-f";
  const importId = await upload(amina, containerId, long);
  await amina.call("getUserSetting", {});
  const found = queue as FairQueue;
  let free = () => {};
  const end = new Promise<void>((resolve) => (free = resolve));
  onTestFinished(() => free());
  for (const person of ["a", "b"]) for (let count = 0; count < 2; count++) void found.run(person, () => end);
  const call = await begin(amina, "importCheck", { containerId, importId, ...longPlan });
  await until(() => found.waiting === 1);
  call.destroy();
  await until(() => found.waiting === 0);
  const answer = amina.call("importCheck", { containerId, importId, ...longPlan });
  await until(() => found.waiting === 1);
  free();
  expect((await answer).data).toMatchObject({ counts: { good: 4_500 } });
});

test("a check that waits for a reader takes no turn from the charts", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-g"] } });
  const containerId = "end-g";
  const importId = await upload(amina, containerId, long);
  await amina.call("getUserSetting", {});
  const charts = queue as FairQueue;
  let free = () => {};
  const end = new Promise<void>((resolve) => (free = resolve));
  onTestFinished(() => free());
  for (const person of ["a", "b", "c"]) void fileReaders.forPerson(person, () => end);
  const answer = amina.call("importCheck", { containerId, importId, ...longPlan });
  await until(() => fileReaders.waiting === 1);
  for (const person of ["a", "b"]) for (let count = 0; count < 2; count++) void charts.run(person, () => end);
  expect(charts.waiting).toBe(0);
  free();
  expect((await answer).data).toMatchObject({ counts: { good: 4_500 } });
});

// Whoever waits for a reader is refused after 25 s in any case; until then nothing else empties the queue.
test("columns that wait for a reader are dropped when their caller hangs up", { timeout: 20_000 }, async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["end-h"] } });
  const containerId = "end-h";
  const importId = await upload(amina, containerId, long);
  let free = () => {};
  const end = new Promise<void>((resolve) => (free = resolve));
  onTestFinished(() => free());
  for (const person of ["a", "b", "c"]) void fileReaders.forPerson(person, () => end);
  const call = await begin(amina, "importOpen", { containerId, importId });
  await until(() => fileReaders.waiting === 1);
  call.destroy();
  await until(() => fileReaders.waiting === 0);
});

test("a person has ten imports under way at most", async () => {
  const containerId = "end-many";
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: [containerId] },
    kofi: { role: "user", containers: [containerId] },
  });
  for (let held = 0; held < 10; held++) await heldBack(amina, containerId);
  const start = async (person: Actor) => {
    const importId = await upload(person, containerId, long);
    return (await person.post("importStart", { containerId, importId, ...longPlan })).status;
  };
  expect(await start(amina)).toBe(429);
  expect(await start(kofi)).toBe(200);
});
