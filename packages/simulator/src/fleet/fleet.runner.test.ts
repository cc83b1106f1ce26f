import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { startTestBroker, type TestBroker, until } from "@offgrid/controller/testing/test-broker";
import { commandTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { fleet } from "./fleet.ts";
import { type FleetMember } from "./fleet.member.ts";
import { startFleet } from "./fleet.runner.ts";
import type { Fleet, FleetOptions } from "./fleet.types.ts";

const secret = "fleet-secret-for-tests";
const member = (containerId: string) => fleet.find((one) => one.containerId === containerId) as FleetMember;

let dir = "";
let broker: TestBroker;
let running: Fleet[] = [];

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "fleet-"));
  broker = await startTestBroker(secret);
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
  await broker.close();
  rmSync(dir, { recursive: true, force: true });
});

async function start(names: readonly string[], options: Partial<FleetOptions> = {}): Promise<Fleet> {
  const started = await startFleet({
    members: names.map((name) => ({ member: member(name), secret })),
    url: broker.url,
    stateDir: dir,
    everyMs: 200,
    historyDays: 2,
    ...options,
    controller: { batchMs: 0, backfillDelayMs: [0, 0], reconnectAfterMs: 20, spoolSync: false, ...options.controller },
  });
  running.push(started);
  return started;
}

const historyInstants = () =>
  broker.received.filter(({ kind }) => kind === "hist").flatMap(({ columns }) => columns.t as number[]);

/** Values of a metric in the live frames so far. */
function liveValues(name: string): number[] {
  return broker.received
    .filter(({ kind }) => kind === "data")
    .flatMap(({ columns }) => {
      const names =
        columns.m ?? broker.births.find(({ boot }) => boot === columns.boot)?.metrics.map(({ n }) => n) ?? [];
      return (columns.v as number[][]).map((row) => row[names.indexOf(name)] as number);
    });
}

describe("a running fleet", () => {
  test("imports each member's history once, newest day first, while it sends live frames", async () => {
    const received: { done: number; total: number }[] = [];
    const first = await start(["lodwar", "agadez"], { onProgress: (progress) => received.push(progress) });
    await until("live frames while history loads", () => liveValues("battery.soc").length > 1);
    await first.historyDone;
    const { done, total } = first.progress();
    expect(done).toBe(total);
    expect(received.at(-1)).toEqual({ done, total });
    const instants = historyInstants();
    expect(instants).toHaveLength(total);
    const boots = new Set(broker.received.map(({ columns }) => columns.boot));
    expect(boots.size).toBe(2);
    for (const boot of boots) {
      const days = broker.received
        .filter(({ kind, columns }) => kind === "hist" && columns.boot === boot)
        .map(({ columns }) => Math.floor((((columns.t as number[])[0] as number) - 1) / 86_400_000));
      // Two days and the part of today that has passed; just after midnight UTC that part is empty.
      expect(new Set(days).size).toBeGreaterThanOrEqual(2);
      expect(days).toEqual([...days].sort((a, b) => b - a));
    }
    await first.stop();

    broker.received.length = 0;
    const second = await start(["lodwar", "agadez"]);
    await second.historyDone;
    expect(second.progress()).toEqual({ done: 0, total: 0 });
    await until("live frames again", () => liveValues("battery.soc").length > 1);
    expect(historyInstants()).toEqual([]);
  });

  test("resumes unfinished history and leaves the finished days alone", async () => {
    let messages = 0;
    // The portal answers the first import and then falls silent.
    broker.answerWith(({ kind }) => (kind === "hist" && ++messages > 4 ? "silent" : "ack"));
    const first = await start(["tamale"], { historyDays: 8 });
    await until("some of the history is in", () => {
      const file = path.join(dir, "tamale", "plant.json");
      return JSON.parse(readFileSync(file, "utf8")).pending[0]?.daysDone.length >= 3;
    });
    const { total } = first.progress();
    const newest = Math.max(...historyInstants());
    await first.stop();

    broker.received.length = 0;
    broker.answerWith(() => "ack");
    const second = await start(["tamale"], { historyDays: 8 });
    await second.historyDone;
    const instants = historyInstants();
    expect(second.progress()).toEqual({ done: total, total });
    expect(new Set(instants).size).toBe(instants.length);
    expect(instants.length).toBeLessThan(total);
    expect(Math.max(...instants)).toBeLessThan(newest);
  });

  test("restarts the controller of a container that is asked to, as another run on the same plant", async () => {
    const started = await start(["morondava"], { historyDays: 0, restartMs: 10 });
    const one = started.handle("morondava");
    const isOnline = () => one.controller()?.stats().online === true;
    await until("online", isOnline);
    broker.send(timeTopic, "morondava", { now: Date.now() });
    await until("the time is known", () => one.controller()?.stats().clockOffsetMs !== undefined);
    const times = { iat: Date.now(), exp: Date.now() + 30_000 };
    const order = { id: "01J", op: "reboot", target: "controller", args: { reason: "Values stand still" } };
    broker.send(commandTopic, "morondava", { ...order, ...times, by: "amina" });
    const boots = () => new Set(broker.births.map(({ boot }) => boot));
    await until("another run", () => boots().size === 2);
    await until("its answer", () => broker.others.some(({ payload }) => (payload as { st: string }).st === "done"));
  });

  test("keeps the plant of a container that goes away and comes back going without a jump", async () => {
    const started = await start(["morondava"], { historyDays: 0 });
    const one = started.handle("morondava");
    expect(started.progress()).toEqual({ done: 0, total: 0 });
    await until("live frames", () => liveValues("battery.soc").length > 1);
    const before = one.plant.state();
    await one.stop();
    expect(broker.states.at(-1)?.payload["online"]).toBe(false);
    expect(one.controller()).toBeUndefined();
    const births = broker.births.length;
    await one.start();
    await until("it is back", () => broker.births.length > births && one.plant.state().atMs > before.atMs);
    const after = one.plant.state();
    expect(Math.abs(after.storedWh - before.storedWh)).toBeLessThan(50);
    expect(after.meters.loadWh).toBeGreaterThanOrEqual(before.meters.loadWh);
  });

  test("continues from its memory file after a kill", async () => {
    const first = await start(["gosaba"], { historyDays: 1 });
    await first.historyDone;
    const file = path.join(dir, "gosaba", "plant.json");
    const written = readFileSync(file, "utf8");
    first.handle("gosaba").plant.forceCharge(83);
    await first.stop();
    expect(JSON.parse(readFileSync(file, "utf8")).live.storedWh).toBeGreaterThan(0.8 * 5_120);
    // What a kill leaves behind: the file as last written.
    writeFileSync(file, written);
    const second = await start(["gosaba"], { historyDays: 1 });
    expect(second.handle("gosaba").plant.state()).toEqual(JSON.parse(written).live);
    expect(second.progress().total).toBe(0);
    expect(readdirSync(path.join(dir, "gosaba"))).not.toContain("plant.json.new");
  });

  test("fills a longer silence with history, after the frames that were sent", async () => {
    const first = await start(["lord-howe"], { historyDays: 1 });
    await first.historyDone;
    await first.stop();
    const lastMs = Math.max(...broker.received.flatMap(({ columns }) => columns.t as number[]));
    broker.received.length = 0;
    const second = await start(["lord-howe"], { historyDays: 1, now: () => Date.now() + 3 * 3_600_000 });
    await second.historyDone;
    // What was left in the spool at the stop is history by now too; the import begins a minute after it.
    const isSpooled = (atMs: number) => atMs < lastMs + 60_000;
    const instants = historyInstants().filter((atMs) => !isSpooled(atMs));
    expect(instants.length).toBe(second.progress().total);
    expect(instants.length).toBeGreaterThanOrEqual(34);
    expect(new Set(instants).size).toBe(instants.length);
  });

  test("follows a scenario: charge and clouds show in the next frames", async () => {
    const { plant } = (await start(["coober-pedy"], { historyDays: 0 })).handle("coober-pedy");
    plant.forceCharge(12);
    plant.forceClouds(1);
    await until("the low charge shows", () => liveValues("battery.soc").some((soc) => soc > 11 && soc < 14));
    expect(plant.reading()?.weather.cloudCover).toBe(1);
    await until("the generator starts", () => liveValues("generator.on").includes(1));
  });

  test("drops a bad link and reconnects it on schedule", async () => {
    // An instant inside a drop of this member, and the quarter of an hour before it, in which a first start is spared;
    // the clock then leaps to it and past it.
    const calmMs = 16 * 60_000;
    const { linkDown } = await import("./fleet.links.ts");
    const { seed } = member("barcelos").location;
    let atMs = Math.floor(Date.now() / 1000) * 1000;
    while (!linkDown(seed, atMs) || !linkDown(seed, atMs + 100_000)) atMs += 1000;
    let offsetMs = atMs - calmMs - Date.now();
    const one = (
      await start(["barcelos"], { historyDays: 0, linkEveryMs: 50, now: () => Date.now() + offsetMs })
    ).handle("barcelos");
    await until("the link is up", () => one.controller()?.stats().online === true);
    offsetMs += calmMs;
    await until("the link is down", () => one.controller()?.stats().online === false && broker.connected() === 0);
    while (linkDown(seed, Date.now() + offsetMs)) offsetMs += 10_000;
    await until("the link is back", () => one.controller()?.stats().online === true);
  });

  test("names an unknown member in the error", async () => {
    const started = await start(["lodwar"], { historyDays: 0 });
    expect(() => started.handle("atlantis")).toThrow("atlantis");
  });
});
