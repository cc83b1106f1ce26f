import type { TestReadMessage } from "@offgrid/contract/telemetry/device-reading.schema";
import { commandTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import type { Driver } from "./drivers/driver.ts";
import { controllerHarness, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";
import { openTestReads } from "./test-reads.ts";

const harness = controllerHarness();
const request = (id: string, target = "meter", exp = Date.now() + 30_000) => ({
  ...{ id, op: "device.read", target, args: {}, iat: Date.now(), exp, by: "ada" },
});

const announced = () => until("it has announced itself", () => harness.broker.births.length > 0);

/** A meter that answers as soon as it is told to. */
function meter() {
  const waiting: (() => void)[] = [];
  let hasFailed = false;
  const driver: Driver = {
    ...nothing,
    metrics: [{ name: "grid.voltage" }, { name: "meter.turns", unit: "count" }, { name: "grid.power" }],
    devices: [{ id: "meter", type: "grid_meter" }],
    readDevice: async (id) => {
      if (hasFailed) throw new Error("It is broken.");
      if (id !== "meter") return undefined;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return [
        { metric: "grid.voltage", value: 231.5, raw: 2315 },
        { metric: "meter.turns", value: Number.NaN },
        { metric: "grid.power", value: null, fault: "timeout" },
      ];
    },
  };
  return {
    driver,
    tell: () => waiting.splice(0).forEach((resolve) => resolve()),
    isAsked: () => waiting.length > 0,
    fail: () => void (hasFailed = true),
  };
}

function opened(driver: Driver, { portalNow = (): number | undefined => Date.now(), devices = {} } = {}) {
  const answers: TestReadMessage[] = [];
  const settings = () => ({ devices });
  const read = openTestReads({ driver }, { settings, portalNow, send: (answer) => answers.push(answer) });
  return { read, answers, errors: () => answers.map(({ id, error }) => [id, error]) };
}

test("a device is read once and answers with units, raw values and reasons; nothing of it is a frame", async () => {
  const { driver, tell, isAsked } = meter();
  const controller = await harness.start({ driver });
  await announced();
  expect(harness.broker.births[0]?.capabilities).toContain("test_read");
  harness.tell(timeTopic, { now: Date.now() });
  await until("the time is known", () => controller.stats().clockOffsetMs !== undefined);
  harness.tell(commandTopic, request("r1"));
  await until("the meter is asked", isAsked);
  tell();
  await until("it has answered", () => harness.broker.others.some(({ topic }) => topic.endsWith("/read/res")));
  const values = [
    { n: "grid.voltage", u: "V", v: 231.5, raw: 2315 },
    { n: "meter.turns", u: "count", v: null, error: "no_value" },
    { n: "grid.power", u: "W", v: null, error: "timeout" },
  ];
  const { payload } = harness.broker.others.find(({ topic }) => topic.endsWith("/read/res"))!;
  expect(payload).toEqual({ id: "r1", ts: expect.any(Number), error: null, values });
  expect(controller.stats().spooled).toBe(0);
});

test("a controller whose drivers cannot read a device by itself does not announce it", async () => {
  await harness.start({ driver: nothing });
  await announced();
  expect(harness.broker.births[0]?.capabilities).not.toContain("test_read");
});

test("while a device is read, another request is refused and a copy is left alone", async () => {
  const { driver, tell } = meter();
  const { read, errors } = opened(driver);
  read(request("r1"));
  read(request("r1"));
  read(request("r2"));
  expect(errors()).toEqual([["r2", "busy"]]);
  tell();
  await expect.poll(errors).toEqual([
    ["r2", "busy"],
    ["r1", null],
  ]);
});

test("nothing is read where it came too late, at an unknown time, for another device or one that is left out", async () => {
  const { driver, isAsked, fail } = meter();
  const late = opened(driver);
  late.read(request("r1", "meter", Date.now() - 1));
  expect(late.errors()).toEqual([["r1", "expired"]]);
  const lost = opened(driver, { portalNow: () => undefined });
  lost.read(request("r2"));
  expect(lost.errors()).toEqual([["r2", "clock"]]);
  const quiet = opened(driver, { devices: { "meter/enabled": false } });
  quiet.read(request("r3"));
  expect(quiet.errors()).toEqual([["r3", "left_out"]]);
  const other = opened(driver);
  other.read(request("r4", "pump"));
  await expect.poll(other.errors).toEqual([["r4", "no_device"]]);
  expect(isAsked()).toBe(false);
  fail();
  other.read(request("r5"));
  await expect.poll(other.errors).toContainEqual(["r5", "device_error"]);
});
