import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Cable } from "../../testing/cable.ts";
import { type ForeignModule, isPymodbusInstalled, startForeignModule } from "../../testing/foreign-module.ts";
import { until } from "../../testing/test-broker.ts";
import { OutputRefusal } from "../driver.ts";
import { AdamDriver, type AdamOptions } from "./adam.driver.ts";

const closeCoil18 = "050012ff00";
const relay3 = { channel: 2, target: "relay.3", dwellMs: 0 } as const;
const relay4 = { channel: 3, target: "relay.4", failSafe: "unproved", dwellMs: 0 } as const;
const door = { channel: 0, metric: "door.open", isInverted: false };

let module: ForeignModule;
let cable: Cable;
let drivers: AdamDriver[] = [];
let notices: string[] = [];

function open(changes: Partial<AdamOptions> = {}): AdamDriver {
  const driver = new AdamDriver({
    id: "relays",
    model: "adam-6060",
    host: "127.0.0.1",
    port: cable.port,
    unit: 1,
    outputs: [relay3, relay4],
    inputs: [door],
    hostIdleMs: 200,
    sickAfterMs: 60_000,
    timeoutMs: 10_000,
    reconnectAfterMs: 20,
    onNotice: (sentence) => notices.push(sentence),
    ...changes,
  });
  drivers.push(driver);
  return driver;
}

async function openAndRead(changes: Partial<AdamOptions> = {}): Promise<AdamDriver> {
  const driver = open(changes);
  await untilRead(driver, [expect.any(Number), expect.any(Number), expect.any(Number)]);
  return driver;
}

/** Waits until the driver has these values of relay.3, relay.4 and the door. */
async function untilRead(driver: AdamDriver, values: unknown[]): Promise<void> {
  await expect.poll(() => driver.read(), { interval: 10, timeout: 20_000 }).toEqual(values);
}

const writes = () => cable.requests.filter((request) => request.startsWith("05"));
const coil = async (address: number) => (await module.say("print"))[address] === "1";

describe.skipIf(!isPymodbusInstalled)(
  "an ADAM-6060 on a Modbus server of others (needs Debian's python3-pymodbus)",
  () => {
    beforeAll(async () => {
      module = await startForeignModule();
    });
    afterAll(() => module.close());
    beforeEach(async () => {
      await module.say("reset");
      cable = await Cable.lay(module.port);
      notices = [];
    });
    afterEach(async () => {
      await Promise.all(drivers.map((driver) => driver.close()));
      drivers = [];
      await cable.close();
    });

    test("a relay is switched by its own coil among others, and reads back what the module says", async () => {
      await module.say("set 17 1");
      await module.say("set 19 1");
      const driver = await openAndRead({ hostIdleMs: undefined });
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBe(false);
      await driver.outputs.write("relay.3", true, Infinity);
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBe(true);
      expect(await driver.read()).toEqual([1, 1, 0]);
      expect((await module.say("print")).slice(16, 22)).toBe("011100");
      await driver.outputs.write("relay.3", false, Infinity);
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBe(false);
      expect(writes()).toEqual([closeCoil18, "0500120000"]);
    });

    test("what is on at the start is a fact: it is read, nothing is written, and a hand on the module is seen", async () => {
      await module.say("set 18 1");
      await module.say("set 0 1");
      const driver = open();
      await untilRead(driver, [1, 0, 1]);
      await module.say("set 18 0");
      await untilRead(driver, [0, 0, 1]);
      expect(driver.metrics.map(({ name }) => name)).toEqual(["relay.3.on", "relay.4.on", "door.open"]);
      expect(writes()).toEqual([]);
    });

    test("it is read once by itself: each value with what its coil says, and nothing is written", async () => {
      await module.say("set 18 1");
      const driver = await openAndRead({ inputs: [{ ...door, isInverted: true }] });
      expect(await driver.readDevice("relays", Date.now(), Infinity)).toEqual([
        { metric: "relay.3.on", value: 1, raw: 1 },
        { metric: "relay.4.on", value: 0, raw: 0 },
        { metric: "door.open", value: 1, raw: 0 },
      ]);
      expect(await driver.readDevice("another", Date.now(), Infinity)).toBeUndefined();
      expect(writes()).toEqual([]);
    });

    test("why a module gives no values is said of each: nothing at the address, no answer, no connection", async () => {
      const driver = await openAndRead({ hostIdleMs: undefined, timeoutMs: 200 });
      const faults = async () => (await driver.readDevice("relays", Date.now(), Infinity))?.map(({ fault }) => fault);
      await module.say("absent");
      expect(await faults()).toEqual(["illegal_address", "illegal_address", "illegal_address"]);
      expect((await driver.readDevice("relays", Date.now(), performance.now() - 1))?.[0]?.fault).toBe("timeout");
      cable.state = "keeps answers";
      await expect.poll(faults, { timeout: 20_000 }).toContain("timeout");
      cable.state = "broken";
      await expect.poll(faults, { timeout: 20_000 }).toEqual(["no_connection", "no_connection", "no_connection"]);
    });

    test("a command given during a test read waits for one request of it, not for all", async () => {
      const driver = await openAndRead({ hostIdleMs: undefined });
      const before = cable.requests.length;
      cable.state = "keeps answers";
      const reading = driver.readDevice("relays", Date.now(), Infinity);
      const writing = driver.outputs.write("relay.3", true, Infinity);
      cable.state = "whole";
      await Promise.all([reading, writing]);
      const asked = cable.requests.slice(before).filter((request) => request !== "0100000006");
      expect(asked.slice(0, 2)).toEqual([closeCoil18, "0100100006"]);
    });

    test("an input may be wired so that open reads 1", async () => {
      const driver = open({ inputs: [{ ...door, isInverted: true }] });
      await untilRead(driver, [0, 0, 1]);
      await module.say("set 0 1");
      await untilRead(driver, [0, 0, 0]);
    });

    test("a module that confirms a write and does nothing reads back what it does", async () => {
      const driver = await openAndRead();
      await module.say("ignore");
      await driver.outputs.write("relay.3", true, Infinity);
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBe(false);
    });

    test("a module that refuses a write has done nothing", async () => {
      const driver = await openAndRead();
      await module.say("refuse");
      await expect(driver.outputs.write("relay.3", true, Infinity)).rejects.toEqual(new OutputRefusal("device_error"));
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBe(false);
    });

    test("a write without an answer is not repeated: it may have been carried out, and is read afterwards", async () => {
      const driver = await openAndRead({ timeoutMs: 1_500 });
      cable.state = "keeps answers";
      await expect(driver.outputs.write("relay.3", true, Infinity)).rejects.not.toThrow(OutputRefusal);
      cable.state = "whole";
      await untilRead(driver, [1, 0, 0]);
      expect(writes()).toEqual([closeCoil18]);
    });

    test("a write that the network could not deliver in time does not reach the module later", async () => {
      const driver = await openAndRead({ timeoutMs: 1_500 });
      cable.state = "keeps requests";
      await expect(driver.outputs.write("relay.3", true, Infinity)).rejects.not.toThrow(OutputRefusal);
      await until("the connection is made again", () => cable.ended > 0 && cable.connections > 1);
      cable.state = "whole";
      await untilRead(driver, [0, 0, 0]);
      expect(await coil(18)).toBe(false);
      expect(writes()).toEqual([closeCoil18]);
    });

    test("with the cable pulled there are no values and nothing is written; the module falls to its safe state, and that is adopted", async () => {
      const driver = await openAndRead();
      await driver.outputs.write("relay.3", true, Infinity);
      await untilRead(driver, [1, 0, 0]);
      await module.say("idle 0.4");
      await untilRead(driver, [1, 0, 0]);
      cable.state = "broken";
      await untilRead(driver, [null, null, null]);
      await expect(driver.outputs.write("relay.3", true, Infinity)).rejects.toEqual(new OutputRefusal("device_error"));
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBeUndefined();
      await expect.poll(() => coil(18), { interval: 20, timeout: 20_000 }).toBe(false);
      cable.state = "whole";
      await untilRead(driver, [0, 0, 0]);
      expect(writes()).toEqual([closeCoil18]);
      expect(notices).toEqual([expect.stringMatching(/^relays does not answer: .+\.$/), "relays answers."]);
    });

    test("the module is asked as long as the driver is read; then it is left alone, and falls to its safe state", async () => {
      await module.say("set 18 1");
      const driver = await openAndRead({ sickAfterMs: 1_000 });
      const before = cable.requests.length;
      await expect
        .poll(async () => (await driver.read(), cable.requests.length), { interval: 10, timeout: 20_000 })
        .toBeGreaterThan(before + 10);
      await until(
        "it is left alone",
        () => notices.at(-1) === "relays is left alone, since nothing reads it any more.",
      );
      await module.say("idle 0.3");
      await expect.poll(() => coil(18), { interval: 20, timeout: 20_000 }).toBe(false);
      await expect(driver.outputs.write("relay.3", true, Infinity)).rejects.toEqual(new OutputRefusal("device_error"));
      await untilRead(driver, [0, 0, 0]);
    });

    test("a critical relay without a proved fail-safe is not switched on, but off at any time", async () => {
      await module.say("set 19 1");
      const driver = await openAndRead();
      await expect(driver.outputs.write("relay.4", true, Infinity)).rejects.toEqual(
        new OutputRefusal("fail_safe_unproved"),
      );
      await driver.outputs.write("relay.4", false, Infinity);
      expect(await driver.outputs.readBack("relay.4", Infinity)).toBe(false);
      await driver.outputs.write("relay.3", true, Infinity);
      expect(await driver.outputs.readBack("relay.3", Infinity)).toBe(true);
    });
  },
);

test("a module whose relays drive the contactors of phases announces that it can set phases, and reads them back", async () => {
  const outputs = ([1, 2, 3] as const).map(
    (phase) => ({ channel: phase - 1, target: `phase.${phase}`, dwellMs: 10_000 }) as const,
  );
  const nowhere = {
    id: "contactors",
    model: "adam-6060",
    host: "127.0.0.1",
    port: 1,
    unit: 1,
    inputs: [],
    sickAfterMs: 60_000,
  } as const;
  const driver = new AdamDriver({ ...nowhere, outputs: [...outputs, { ...relay4, channel: 3 }], onNotice: () => {} });
  expect(driver.capabilities).toEqual(["phase", "relay"]);
  expect(driver.metrics.map(({ name }) => name)).toEqual(["phase.1.on", "phase.2.on", "phase.3.on", "relay.4.on"]);
  expect(driver.outputs.list.map(({ op }) => op)).toEqual(["phase.set", "phase.set", "phase.set", "relay.set"]);
  await driver.close();
});
