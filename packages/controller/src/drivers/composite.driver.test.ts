import { describe, expect, test } from "vitest";

import { combine } from "./composite.driver.ts";
import { type Driver, OutputRefusal } from "./driver.ts";

/** A device that counts how often it was read, and may be told to fail or to keep a reading waiting. */
function device(id: string, changes: Partial<Driver> = {}) {
  let reads = 0;
  return {
    metrics: [{ name: `${id}.value` }],
    devices: [{ id, type: "meter" }],
    capabilities: ["meter"],
    read: async () => [++reads],
    close: async () => undefined,
    ...changes,
  } satisfies Driver;
}

function relays(id: string, target: string) {
  const writes: string[] = [];
  const outputs = {
    list: [{ target, op: "relay.set" as const, dwellMs: 0 }],
    write: async (one: string, value: unknown) => void writes.push(`${one} ${String(value)}`),
    readBack: async () => true,
  };
  return { writes, driver: device(id, { outputs, capabilities: ["relay"] }) };
}

const options = { waitMs: 20, onError: () => undefined };

test("several devices are one list of metrics, devices and capabilities, in the order of the file", async () => {
  const driver = combine({
    ...options,
    parts: [
      { driver: device("a"), everyMs: 1_000 },
      { driver: device("b"), everyMs: 1_000 },
    ],
  });
  expect(driver.metrics.map(({ name }) => name)).toEqual(["a.value", "b.value"]);
  expect(driver.devices.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(driver.capabilities).toEqual(["meter"]);
  expect(driver.outputs).toBeUndefined();
  expect(await driver.read(1_000)).toEqual([1, 1]);
});

test("each device is read at its own pace, and holds its reading until the next one is due", async () => {
  const driver = combine({
    ...options,
    parts: [
      { driver: device("fast"), everyMs: 1_000 },
      { driver: device("slow"), everyMs: 3_000 },
    ],
  });
  const frames = [];
  for (const atMs of [1_000, 2_000, 3_000, 4_000]) frames.push(await driver.read(atMs));
  expect(frames).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
  ]);
});

test("what can be switched is read again when an output has changed, and keeps its pace", async () => {
  const driver = combine({
    ...options,
    parts: [
      { driver: relays("board", "relay.1").driver, everyMs: 3_000 },
      { driver: device("slow"), everyMs: 3_000 },
    ],
  });
  const frames = [await driver.read(1_000), await driver.read(2_000, true), await driver.read(4_000)];
  expect(frames).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
});

test("a device that fails has no value at once, and the others go on", async () => {
  let isAway = false;
  const errors: unknown[] = [];
  const failing = device("b", {
    read: async () => {
      if (isAway) throw new Error("no answer");
      return [7];
    },
  });
  const parts = [device("a"), failing].map((driver) => ({ driver, everyMs: 1_000 }));
  const driver = combine({ ...options, parts, onError: (error) => errors.push(error) });
  expect(await driver.read(1_000)).toEqual([1, 7]);
  isAway = true;
  expect(await driver.read(2_000)).toEqual([2, null]);
  expect(errors).toEqual([new Error("no answer")]);
  isAway = false;
  expect(await driver.read(3_000)).toEqual([3, 7]);
});

test("a device that hangs does not hold the others, is not asked twice, and has no value after two of its periods", async () => {
  let asked = 0;
  let answer: (values: number[]) => void = () => undefined;
  const hanging = device("b", {
    read: () => {
      asked++;
      return new Promise<number[]>((resolve) => (answer = resolve));
    },
  });
  const parts = [device("a"), hanging].map((driver) => ({ driver, everyMs: 1_000 }));
  const driver = combine({ ...options, parts });
  expect(await driver.read(1_000)).toEqual([1, null]);
  answer([5]);
  expect(await driver.read(1_500)).toEqual([1, 5]);
  const frames = [];
  for (const atMs of [2_000, 3_000, 4_000]) frames.push(await driver.read(atMs));
  expect(frames).toEqual([
    [2, 5],
    [3, null],
    [4, null],
  ]);
  expect(asked).toBe(2);
});

test("where every device says that there is no frame there is a gap; devices that are away give a frame without values", async () => {
  let isAway = false;
  const without = (id: string) =>
    device(id, {
      read: async () => {
        if (isAway) throw new Error("no answer");
        return undefined;
      },
    });
  const parts = [without("a"), without("b")].map((driver) => ({ driver, everyMs: 1_000 }));
  const driver = combine({ ...options, parts });
  expect(await driver.read(1_000)).toBeUndefined();
  isAway = true;
  expect(await driver.read(2_000)).toEqual([null, null]);
});

test("values in a wrong number are none", async () => {
  const parts = [device("a"), device("b", { read: async () => [1, 2] })].map((driver) => ({ driver, everyMs: 1_000 }));
  const errors: unknown[] = [];
  const driver = combine({ ...options, parts, onError: (error) => errors.push(error) });
  expect(await driver.read(1_000)).toEqual([1, null]);
  expect(errors).toEqual([new Error("A driver gave 2 values for 1 metrics.")]);
});

describe("outputs", () => {
  test("go to the device that has them", async () => {
    const [first, second] = [relays("a", "relay.1"), relays("b", "relay.2")];
    const { outputs } = combine({
      ...options,
      parts: [first, second].map(({ driver }) => ({ driver, everyMs: 1_000 })),
    });
    expect(outputs?.list.map(({ target }) => target)).toEqual(["relay.1", "relay.2"]);
    await outputs?.write("relay.2", true, Infinity);
    expect([first.writes, second.writes]).toEqual([[], ["relay.2 true"]]);
    expect(await outputs?.readBack("relay.1", Infinity)).toBe(true);
    await expect(outputs?.write("relay.3", true, Infinity)).rejects.toThrow(OutputRefusal);
  });

  test.each<[string, Driver, Driver]>([
    ["metric", device("a"), device("b", { metrics: [{ name: "a.value" }] })],
    ["device", device("a"), device("b", { devices: [{ id: "a", type: "meter" }] })],
    ["output", relays("a", "relay.1").driver, relays("b", "relay.1").driver],
  ])("and metrics have one owner: the same %s twice is refused", (what, one, other) => {
    const parts = [one, other].map((driver) => ({ driver, everyMs: 1_000 }));
    expect(() => combine({ ...options, parts })).toThrow(`Two drivers have the ${what} "`);
  });
});

test("it says how many of its devices gave a value at the last reading", async () => {
  let isAway = false;
  const sometimes = async () => {
    if (isAway) throw new Error("away");
    return [1];
  };
  const driver = combine({
    ...options,
    parts: [
      { driver: device("a"), everyMs: 1_000 },
      { driver: device("b", { read: sometimes }), everyMs: 1_000 },
      { driver: device("c", { read: async () => [null as never] }), everyMs: 1_000 },
    ],
  });
  expect(driver.answering?.()).toBe(0);
  await driver.read(1_000);
  expect(driver.answering?.()).toBe(2);
  isAway = true;
  await driver.read(2_000);
  expect(driver.answering?.()).toBe(1);
});

test("a device is read less often, or not at all, as it is set; what can be switched is always read", async () => {
  const relay = relays("relays", "relay.1");
  const driver = combine({
    ...options,
    parts: [
      { driver: device("meter"), everyMs: 1_000 },
      { driver: relay.driver, everyMs: 1_000 },
    ],
  });
  expect(driver.paces?.ids).toEqual(["meter"]);
  const frame = async (atMs: number) => (await driver.read(atMs))?.[0];
  expect([await frame(1_000), await frame(2_000)]).toEqual([1, 2]);
  driver.paces?.set("meter", { everyMs: 3_000, isRead: true });
  expect([await frame(3_000), await frame(4_000), await frame(5_000)]).toEqual([2, 2, 3]);
  driver.paces?.set("meter", { everyMs: undefined, isRead: false });
  expect([await frame(6_000), await frame(20_000)]).toEqual([null, null]);
  driver.paces?.set("meter", { everyMs: undefined, isRead: true });
  expect(await frame(21_000)).toBe(4);
});

test("a device is read by itself by its own driver; equipment that reads nothing so says that it cannot", async () => {
  const readDevice = async (id: string) => [{ metric: `${id}.value`, value: 7 }];
  const driver = combine({
    ...options,
    parts: [
      { driver: device("a"), everyMs: 1_000 },
      { driver: device("b", { readDevice }), everyMs: 1_000 },
    ],
  });
  expect(await driver.readDevice?.("b", 0, Infinity)).toEqual([{ metric: "b.value", value: 7 }]);
  expect(await driver.readDevice?.("a", 0, Infinity)).toBeUndefined();
  expect(await driver.readDevice?.("c", 0, Infinity)).toBeUndefined();
  expect(combine({ ...options, parts: [{ driver: device("a"), everyMs: 1_000 }] }).readDevice).toBeUndefined();
});
