import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { commandTopic, configSetTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { controllerHarness, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";

const harness = controllerHarness();
const reports = () => harness.broker.configs;
const last = () => {
  const report = reports().at(-1);
  if (!report) throw new Error("nothing was reported");
  return report;
};

function want(doc: ConfigDoc): void {
  const version = Math.max(last().version, last().answered) + 1;
  harness.tell(configSetTopic, { version, base: last().version, doc, sha256: configSha256(doc) });
}

test("a controller reports what it runs on each connection, as its own file says it", async () => {
  await harness.start({ everyMs: 5_000 });
  await until("a report", () => reports().length >= 1);
  const { hostname: portalHost, port } = new URL(harness.broker.url);
  expect(last().doc).toEqual({
    network: { portalHost, port: Number(port) },
    keepAlive: { frameSeconds: 5, linkSeconds: 60 },
  });
  harness.broker.cutAll();
  await until("a report of the next connection", () => reports().length >= 2);
  expect(last().version).toBe(0);
});

test("another time between frames counts at once, and is agreed when the portal answers the new connection", async () => {
  const controller = await harness.start({ driver: nothing, everyMs: 86_400_000 });
  await until("a report", () => reports().length >= 1);
  harness.tell(timeTopic, { now: Date.now() });
  want({ ...last().doc, keepAlive: { frameSeconds: 0.1, linkSeconds: 30 } });
  await until("the report of a trial over the old connection", () => last().trial !== undefined);
  // A portal that is reached by the connection from before proves nothing.
  await until("the report over the new one", () => controller.stats().connections >= 2 && reports().length >= 3);
  expect(harness.broker.births.at(-1)?.every).toBe(0.1);
  expect(last().trial).toBeDefined();
  harness.tell(timeTopic, { now: Date.now() });
  await until("it is confirmed", () => last().trial === undefined);
  expect(last()).toMatchObject({ version: 1, answered: 1, doc: { keepAlive: { frameSeconds: 0.1 } } });
});

test("an address that this machine cannot set is refused by its field", async () => {
  await harness.start({ driver: nothing });
  await until("a report", () => reports().length >= 1);
  const doc = last().doc;
  want({ ...doc, network: { ...doc.network, ip: "10.0.0.2", mask: "255.0.0.0" } });
  await until("the refusal", () => last().refused !== undefined);
  expect(last().refused?.fields).toEqual({ "network.ip": "unsupported", "network.mask": "unsupported" });
});

test("a wrong port of the portal cuts the link, and the machine gets its addresses back with the old one", async () => {
  const set: unknown[] = [];
  const options = { driver: nothing, setHostNetwork: (network: unknown) => void set.push(network) };
  let jumpMs = 0;
  const first = await harness.start({ ...options, now: () => Date.now() + jumpMs });
  await until("a report", () => reports().length >= 1);
  const doc = last().doc;
  want({ ...doc, network: { ...doc.network, port: 1, ip: "10.0.0.2", mask: "255.0.0.0" } });
  await until("the address is set", () => set.length === 2);
  await until("it is away", () => !first.stats().online);
  expect(last()).toMatchObject({ version: 1, trial: {} });
  await first.stop();
  jumpMs = 6 * 60_000;
  await harness.start({ ...options, now: () => Date.now() + jumpMs });
  await until("it is back", () => last().reverted !== undefined);
  expect(last()).toMatchObject({ version: 2, doc, reverted: { version: 1 } });
  expect(set).toEqual([{}, { ip: "10.0.0.2", mask: "255.0.0.0" }, {}]);
});

const loadProtection = {
  enabled: true,
  cutSoc: 50,
  restoreSoc: 60,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 5,
  loads: [{ target: "relay.3", neverCut: false }],
};

test("loads are protected as the portal wants it, without a new connection", async () => {
  let isClosed = true;
  let jumpMs = 0;
  const controller = await harness.start({
    now: () => Date.now() + jumpMs,
    driver: {
      ...nothing,
      metrics: [{ name: "battery.soc" }, { name: "relay.3.on" }],
      read: async () => [20, Number(isClosed)],
      outputs: {
        list: [{ target: "relay.3", op: "relay.set", dwellMs: 0 }],
        write: async (_target, value) => void (isClosed = value === true),
        readBack: async () => isClosed,
      },
    },
  });
  await until("a report", () => reports().length >= 1);
  want({ ...last().doc, loadProtection });
  await until("it runs", () => last().doc.loadProtection !== undefined);
  expect(last().refused).toBeUndefined();
  // The battery has been low for longer than the delay.
  await until("the load is cut", () => {
    jumpMs = Math.min(jumpMs + 1_000, 10_000);
    return !isClosed;
  });
  expect(controller.stats().connections).toBe(1);
});

test("load protection is refused where nothing can be switched", async () => {
  await harness.start({ driver: nothing });
  await until("a report", () => reports().length >= 1);
  want({ ...last().doc, loadProtection });
  await until("the refusal", () => last().refused !== undefined);
  expect(last().refused?.fields["loadProtection.cutSoc"]).toBe("unsupported");
});

test("the pause of a relay that the portal sets keeps a command from switching it back", async () => {
  let isClosed = false;
  await harness.start({
    driver: {
      ...nothing,
      outputs: {
        list: [{ target: "relay.3", op: "relay.set", dwellMs: 0 }],
        write: async (_target, value) => void (isClosed = value === true),
        readBack: async () => isClosed,
      },
    },
  });
  await until("a report", () => reports().length >= 1);
  want({ ...last().doc, relays: { "relay.3/minOnSeconds": 600 } });
  await until("it runs", () => last().doc["relays"] !== undefined);
  harness.tell(timeTopic, { now: Date.now() });
  const results = () => harness.broker.others.map(({ payload }) => payload as CommandResultMessage);
  const order = (id: string, on: boolean) => {
    const atMs = Date.now();
    const command = {
      id,
      op: "relay.set",
      target: "relay.3",
      args: { on },
      iat: atMs,
      exp: atMs + 30_000,
      by: "amina",
    };
    harness.tell(commandTopic, command);
  };
  order("01J", true);
  await until("it is done", () => results().some(({ id, st }) => id === "01J" && st === "done"));
  order("02J", false);
  await until("it is refused", () => results().some(({ id, st }) => id === "02J" && st === "refused"));
  expect(results().find(({ id, st }) => id === "02J" && st === "refused")).toMatchObject({ error: "dwell" });
  expect(isClosed).toBe(true);
});
