import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import type { CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { commandTopic, configSetTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { Controller } from "./controller.types.ts";
import type { Driver } from "./drivers/driver.ts";
import { controllerHarness, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";

const harness = controllerHarness();
const results = () => harness.broker.others.map(({ payload }) => payload as CommandResultMessage);
const command = (
  id: string,
  op = "reboot",
  target = "controller",
  args: object = { reason: "Values stand still" },
) => ({
  id,
  op,
  target,
  args,
  iat: Date.now(),
  exp: Date.now() + 30_000,
  by: "amina",
});

/** A result that the broker had not taken is sent again by the next run, so that results are looked for, not counted. */
async function answered(id: string, st: CommandResultMessage["st"]): Promise<CommandResultMessage> {
  const found = () => results().find((result) => result.id === id && result.st === st);
  await until(`${id} is ${st}`, () => found() !== undefined);
  return found()!;
}

async function online(controller: Controller): Promise<void> {
  await until("online", () => controller.stats().online);
  harness.tell(timeTopic, { now: Date.now() });
  await until("the time is known", () => controller.stats().clockOffsetMs !== undefined);
}

test("a restart is stored and accepted before this run ends, done by the next one, and not repeated by a copy", async () => {
  let restarts = 0;
  const first = await harness.start({ restart: () => void restarts++ });
  await online(first);
  harness.tell(commandTopic, command("01J"));
  await until("it restarts", () => restarts === 1);
  expect(results()[0]).toMatchObject({ id: "01J", st: "accepted" });
  harness.tell(commandTopic, command("02J"));
  expect(await answered("02J", "refused")).toMatchObject({ error: "busy" });
  await first.stop();

  const second = await harness.start({ restart: () => void restarts++ });
  await online(second);
  expect(await answered("01J", "done")).toMatchObject({ value: true });
  expect(new Set(harness.broker.births.map(({ boot }) => boot)).size).toBe(2);
  harness.tell(commandTopic, command("01J"));
  expect(await answered("01J", "duplicate")).toMatchObject({ was: "done" });
  expect(restarts).toBe(1);
});

test("what nothing would start again does not end, nor does a program in the middle of a switching", async () => {
  const alone = await harness.start();
  await online(alone);
  harness.tell(commandTopic, command("01J"));
  expect(await answered("01J", "refused")).toMatchObject({ error: "unsupported" });
  await alone.stop();

  let restarts = 0;
  let release = () => {};
  const written = new Promise<void>((resolve) => (release = resolve));
  const slow: Driver = {
    ...nothing,
    outputs: {
      list: [{ target: "relay.3", op: "relay.set", dwellMs: 0 }],
      write: () => written,
      readBack: async () => true,
    },
  };
  await online(await harness.start({ driver: slow, restart: () => void restarts++ }));
  harness.tell(commandTopic, command("02J", "relay.set", "relay.3", { on: true }));
  harness.tell(commandTopic, command("03J"));
  expect(await answered("03J", "refused")).toMatchObject({ error: "busy" });
  release();
  expect(restarts).toBe(0);
});

function want(sections: ConfigDoc): void {
  const { version, doc: before } = harness.broker.configs.at(-1)!;
  const doc = { ...before, ...sections };
  harness.tell(configSetTopic, { version: version + 1, base: version, doc, sha256: configSha256(doc) });
}

test("a plan restarts a controller with the portal away, once, and the next run tells of it", async () => {
  let restarts = 0;
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const options = { now, driver: nothing, restart: () => void restarts++ };
  const first = await harness.start(options);
  await online(first);
  await until("a report", () => harness.broker.configs.length > 0);
  // Whatever the time is, it lies ahead when it is set.
  const dueMs = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000;
  const time = new Date(dueMs).toISOString().slice(11, 16);
  want({ reboot: { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], time }, place: { zoneName: "UTC" } });
  await until("it takes the plan", () => harness.broker.configs.at(-1)?.doc["reboot"] !== undefined);
  const file = join(harness.dir, "reboot-plan.json");
  await until("it follows the plan", () => existsSync(file));
  first.pauseLink();
  aheadMs = dueMs - Date.now();
  await until("it restarts", () => restarts === 1);
  await first.stop();

  const second = await harness.start(options);
  await online(second);
  await until("the event", () => harness.broker.events.some(({ code }) => code === "reboot.planned"));
  const event = harness.broker.events.find(({ code }) => code === "reboot.planned");
  expect(event).toMatchObject({ level: "info", data: { due: dueMs / 1000 } });
  expect(restarts).toBe(1);
});

test("a controller that nothing would start again takes no plan", async () => {
  await online(await harness.start({ driver: nothing }));
  await until("a report", () => harness.broker.configs.length > 0);
  want({ reboot: { enabled: true, days: [1], time: "03:30" }, place: { zoneName: "UTC" } });
  await until("the refusal", () => harness.broker.configs.at(-1)?.refused !== undefined);
  expect(harness.broker.configs.at(-1)?.refused?.fields).toMatchObject({ "reboot.enabled": "unsupported" });
});
