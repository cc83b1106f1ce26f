import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { commandTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import type { Driver } from "./drivers/driver.ts";
import { controllerHarness, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";

const harness = controllerHarness();

/** Equipment with one relay, open at first, that can be told to answer late. */
function relayBoard(writeMs = 0): Driver & { writes: OutputValue[] } {
  let isClosed = false;
  const writes: OutputValue[] = [];
  return {
    ...nothing,
    writes,
    outputs: {
      list: [{ target: "relay.3", op: "relay.set", dwellMs: 0 }],
      write: async (_target, value) => {
        writes.push(value);
        await new Promise((resolve) => setTimeout(resolve, writeMs));
        isClosed = value === true;
      },
      readBack: async () => isClosed,
    },
  };
}

const closeRelay = (id: string) => ({
  id,
  op: "relay.set",
  target: "relay.3",
  args: { on: true },
  iat: Date.now(),
  exp: Date.now() + 30_000,
  by: "amina",
});
const results = () => harness.broker.others.map(({ payload }) => payload as CommandResultMessage);

test("a command is accepted, carried out, done when it reads back, and an event; a copy changes nothing", async () => {
  const driver = relayBoard();
  const controller = await harness.start({ driver });
  await until("online", () => controller.stats().online);
  harness.tell(timeTopic, { now: Date.now() });
  harness.tell(commandTopic, closeRelay("01J"));
  await until("it is done", () => results().some(({ st }) => st === "done"));
  expect(results()).toMatchObject([
    { id: "01J", st: "accepted" },
    { id: "01J", st: "done", value: true },
  ]);
  await until("the event", () => harness.broker.events.length > 0);
  expect(harness.broker.events[0]).toMatchObject({
    code: "output.changed",
    device: "relay.3",
    data: { value: true, by: "amina", reason: "command" },
  });
  harness.tell(commandTopic, closeRelay("01J"));
  await until("the copy is answered", () => results().length >= 3);
  expect(results()[2]).toMatchObject({ id: "01J", st: "duplicate", was: "done", value: true });
  expect(driver.writes).toEqual([true]);
});

test("a frame with the new position is sent at once, however seldom frames are read and sent", async () => {
  const board = relayBoard();
  const driver = {
    ...board,
    metrics: [{ name: "relay.3.on" }],
    read: async () => [Number((await board.outputs?.readBack("relay.3", Infinity)) === true)],
  };
  const controller = await harness.start({ driver, everyMs: 86_400_000, batchMs: 86_400_000 });
  await until("online", () => controller.stats().online);
  harness.tell(timeTopic, { now: Date.now() });
  const isReported = (value: number) => JSON.stringify(harness.broker.received).includes(`"v":[[${value}]]`);
  harness.tell(commandTopic, closeRelay("01J"));
  await until("it is closed", () => isReported(1));
  expect(isReported(0)).toBe(false);
  // The first frame goes at once in any case; this one would wait for the next batch.
  harness.tell(commandTopic, { ...closeRelay("02J"), args: { on: false } });
  await until("it is open", () => isReported(0));
});

test("the portal learns of outputs that may do harm, and whether their fail-safe was proved", async () => {
  const { outputs, ...board } = relayBoard();
  if (!outputs) throw new Error("The board has no outputs.");
  const list = [...outputs.list, { target: "relay.4", op: "relay.set", dwellMs: 0, failSafe: "unproved" } as const];
  await harness.start({ driver: { ...board, outputs: { ...outputs, list } } });
  await until("the birth", () => harness.broker.births.length > 0);
  expect(harness.broker.births[0]?.critical).toEqual({ "relay.4": "unproved" });
});

test("a command for equipment that can only be read is refused with a reason, not left unanswered", async () => {
  const controller = await harness.start();
  await until("online", () => controller.stats().online);
  harness.tell(commandTopic, closeRelay("01J"));
  await until("an answer", () => results().length > 0);
  expect(results()).toMatchObject([{ id: "01J", st: "refused", error: "unsupported" }]);
});

test("a command that has expired is not carried out after this machine's clock was set back", async () => {
  const driver = relayBoard();
  let setBackMs = 0;
  const controller = await harness.start({ driver, now: () => Date.now() - setBackMs });
  await until("online", () => controller.stats().online);
  harness.tell(timeTopic, { now: Date.now() });
  await until("the time is known", () => controller.stats().clockOffsetMs !== undefined);
  setBackMs = 45_000;
  harness.tell(commandTopic, { ...closeRelay("01J"), iat: Date.now() - 31_000, exp: Date.now() - 1_000 });
  await until("an answer", () => results().length > 0);
  expect(results()).toMatchObject([{ id: "01J", st: "expired" }]);
  expect(driver.writes).toEqual([]);
});

test("what a command came to while the link was away is reported once the link is back", async () => {
  const driver = relayBoard(300);
  const controller = await harness.start({ driver });
  await until("online", () => controller.stats().online);
  harness.tell(timeTopic, { now: Date.now() });
  harness.tell(commandTopic, closeRelay("01J"));
  await until("it is being carried out", () => driver.writes.length > 0);
  controller.pauseLink();
  await until("the relay is closed", () => controller.stats().events > 0);
  controller.resumeLink();
  await until("the result", () => results().some(({ st }) => st === "done"));
  expect(results().map(({ st }) => st)).toEqual(["accepted", "done"]);
});
