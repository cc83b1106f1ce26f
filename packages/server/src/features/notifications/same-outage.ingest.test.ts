import { eventTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { followIncidents } from "../incidents/follow-incidents.ts";
import { ackOf, benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage, type Stage } from "../warnings/judge.fixture.ts";
import { judgeFrames, judgeTicks } from "../warnings/judge.ts";
import { notifyAll } from "./fan-out.ts";
import { countAsOf, listNotifications } from "./notifications.store.ts";

/** What a controller reports by itself and what a rule warns of, as the badge of whoever sees the container counts it. */

const bench = await benchOfFile();
const { db } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;
let seq = 1_000;

/** Sends an event as a controller does, and waits until it is stored. */
async function report({ containerId, client }: Stage, code: string, level: "warning" | "critical" = "warning") {
  seq++;
  await client.send(eventTopic.name({ containerId }), { boot: "b1", seq, ts: bench.now(), code, level, data: {} });
  await ackOf(client, containerId, seq);
  await notifyAll(tools);
}

/** Judges what was measured, and notifies people of what came of it. */
async function judge(): Promise<void> {
  await judgeFrames(tools);
  await judgeTicks(tools);
  await followIncidents(tools);
  await notifyAll(tools);
}

const viewer = ({ containerId }: Stage) => ({ userId: `owner-${containerId}` });
const unread = async (one: Stage) => (await countAsOf(db, viewer(one), "warning")).count;
const listed = async (one: Stage) => {
  const all = await listNotifications(db, viewer(one), { among: "notified" }, { limit: 10, offset: 0 });
  return all.map(({ code, read }) => `${code} ${read ? "read" : "unread"}`).toSorted();
};

const low = { duration: 20, keepFor: 20 } as const;

test("what a container reports of an outage that a rule warns of is one unread thing, whichever comes first", async () => {
  const [after, before] = [await judging.stage(low), await judging.stage(low)];
  await report(before, "load.shed");
  expect([await unread(before), await unread(after)]).toEqual([1, 0]);
  for (const one of [after, before]) await judging.send(one, [50, 19, 18, 18, 17]);
  await judge();
  await report(after, "load.shed");
  for (const one of [after, before]) {
    expect(await unread(one)).toBe(1);
    expect(await listed(one)).toEqual(["load.shed read", "warning.raised unread"]);
  }
});

test("what is graver than its incident, or something else, or comes after it, is unread by itself", async () => {
  const one = await judging.stage(low);
  await judging.send(one, [50, 19, 18, 18, 17]);
  await judge();
  await report(one, "door.opened");
  expect(await unread(one)).toBe(2);
  await report(one, "load.shed", "critical");
  expect(await unread(one)).toBe(3);
  await judging.send(one, [50, 50, 50, 50, 50], { fromS: 50 });
  await judge();
  await report(one, "load.shed");
  expect(await unread(one)).toBe(4);
});

test("a container whose link came and went before it was dark is one unread thing", async () => {
  const one = await judging.stage({ type: "silent", attributes: [], threshold: undefined, duration: 900 });
  await judging.send(one, [50, 50]);
  await report(one, "link.flapping");
  expect(await unread(one)).toBe(1);
  await judge();
  bench.skip(1_800_000);
  await judging.settle();
  await judge();
  // What darkened it is looked for first.
  bench.skip(60_000);
  await judge();
  expect(await listed(one)).toEqual(["link.flapping read", "warning.raised unread"]);
});

test("a rule that counts reports stands for those that it has counted", async () => {
  const one = await judging.stage({ type: "event", attributes: ["door.opened"], threshold: 2, window: 3_600 });
  await judging.send(one, [50]);
  await report(one, "door.opened");
  await report(one, "door.opened");
  expect(await unread(one)).toBe(2);
  bench.skip(60_000);
  await judging.settle();
  await judge();
  expect(await listed(one)).toEqual(["door.opened read", "door.opened read", "warning.raised unread"]);
  await report(one, "door.opened");
  expect(await unread(one)).toBe(1);
});
