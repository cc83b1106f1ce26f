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

interface Said {
  level?: "info" | "warning" | "critical";
  device?: string;
  data?: Record<string, unknown>;
}

/** Sends an event as a controller does, and waits until it is stored. */
async function report({ containerId, client }: Stage, code: string, { level = "warning", ...said }: Said = {}) {
  seq++;
  await client.send(eventTopic.name({ containerId }), {
    boot: "b1",
    seq,
    ts: bench.now(),
    code,
    level,
    data: {},
    ...said,
  });
  await ackOf(client, containerId, seq);
  await notifyAll(tools);
}

/** Says that these outputs are off, and why. */
async function offBy(one: Stage, reason: string, ...devices: string[]) {
  const by = reason === "protection" ? "loadProtection" : reason;
  for (const device of devices) await report(one, "output.changed", { device, data: { value: false, by, reason } });
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

const cut = { type: "cut" as const, attributes: [], threshold: undefined, duration: 60 };
const ofPower = ["load.power", "inverter.state", "battery.soc"];
const supplied = Array.from({ length: 18 }, () => [300, 3, 40]);
const fallen = Array.from({ length: 18 }, () => [300, 3, 18]);
const without = Array.from({ length: 12 }, () => [0, 0, 12]);

test("outputs that the equipment keeps off while loads are cut are one unread thing with that, whichever comes first", async () => {
  const one = await judging.stage(cut);
  bench.skip(360_000);
  await judging.sendValues(one, ofPower, [...supplied, ...without]);
  await offBy(one, "equipment", "relay.1", "relay.2");
  await offBy(one, "protection", "relay.3");
  expect(await unread(one)).toBe(3);
  await judge();
  await offBy(one, "equipment", "relay.4");
  expect(await unread(one)).toBe(1);
  expect(await listed(one)).toEqual([...Array<string>(4).fill("output.changed read"), "warning.raised unread"]);
  // Somebody who switches one off is news of its own.
  await offBy(one, "command", "relay.5");
  expect(await unread(one)).toBe(2);
});

test("a cut that joins the low charge that people know of takes the place of what was reported of it before", async () => {
  const one = await judging.stage(low);
  await judging.addRule(one.containerId, cut);
  bench.skip(360_000);
  await judging.sendValues(one, ofPower, fallen);
  await judge();
  expect(await listed(one)).toEqual(["warning.raised unread"]);
  await judging.sendValues(one, ofPower, without, 180);
  await offBy(one, "equipment", "relay.1", "relay.2");
  expect(await unread(one)).toBe(3);
  await judge();
  expect(await unread(one)).toBe(1);
});

test("what is graver than its incident, or something else, or comes after it, is unread by itself", async () => {
  const one = await judging.stage(low);
  await judging.send(one, [50, 19, 18, 18, 17]);
  await judge();
  await report(one, "door.opened");
  expect(await unread(one)).toBe(2);
  await report(one, "load.shed", { level: "critical" });
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
