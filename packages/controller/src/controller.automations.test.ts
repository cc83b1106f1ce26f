import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import { commandTopic, configSetTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import type { Driver } from "./drivers/driver.ts";
import { controllerHarness, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";

const harness = controllerHarness();
const last = () => {
  const report = harness.broker.configs.at(-1);
  if (!report) throw new Error("nothing was reported");
  return report;
};
const eventsOf = (code: string) => harness.broker.events.filter((event) => event.code === code);
const changes = () => eventsOf("output.changed").map(({ data }) => data);

/** A battery, and a relay that is open at first. */
class Plant {
  chargePercent = 50;
  isClosed = false;
  /** Ahead of this machine's clock. */
  jumpMs = 0;

  now = () => Date.now() + this.jumpMs;

  get driver(): Driver {
    return {
      ...nothing,
      metrics: [{ name: "battery.soc" }, { name: "relay.3.on" }],
      read: async () => [this.chargePercent, Number(this.isClosed)],
      outputs: {
        list: [{ target: "relay.3", op: "relay.set", dwellMs: 0 }],
        write: async (_target, value) => void (this.isClosed = value === true),
        readBack: async () => this.isClosed,
      },
    };
  }
}

const surplus: Automation = {
  kind: "keep",
  name: "Pump with surplus",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: true,
  while: { kind: "metric", metric: "battery.soc", is: "above", value: 40 },
  unknown: "as_before",
};

async function want(sections: Record<string, unknown>): Promise<void> {
  await until("a report", () => harness.broker.configs.length > 0);
  const doc = { ...last().doc, ...(JSON.parse(JSON.stringify(sections)) as ConfigDoc) };
  const version = Math.max(last().version, last().answered) + 1;
  harness.tell(configSetTopic, { version, base: last().version, doc, sha256: configSha256(doc) });
  await until("it is decided on", () => last().answered === version);
}

const order = (id: string, more: object) => {
  const common = { id, target: "relay.3", iat: Date.now(), exp: Date.now() + 30_000, by: "amina" };
  harness.tell(commandTopic, { ...common, ...more });
};

test("an automation goes on while the portal is away, and over a restart", async () => {
  const plant = new Plant();
  const first = await harness.start({ driver: plant.driver });
  await want({ automations: { a1: surplus } });
  await until("the relay is closed", () => plant.isClosed);
  first.pauseLink();
  plant.chargePercent = 30;
  await until("the relay is open, without the portal", () => !plant.isClosed);
  await first.stop();
  plant.chargePercent = 50;
  const second = await harness.start({ driver: plant.driver, url: "mqtt://127.0.0.1:1" });
  await until("the relay is closed, after a restart without the portal", () => plant.isClosed);
  await second.stop();
  await harness.start({ driver: plant.driver });
  // The portal learns why, also of the time when it was away.
  await until("the events", () => changes().filter(({ by }) => by === "automation:a1").length >= 2);
  expect(changes()).toContainEqual(expect.objectContaining({ value: true, reason: "automation" }));
  expect(changes()).toContainEqual(expect.objectContaining({ value: false, reason: "as_left" }));
  await until("the run is reported", () => eventsOf("automation.run").length > 0);
  expect(eventsOf("automation.run")[0]?.data).toMatchObject({ id: "a1", name: surplus.name, outcome: "began" });
});

test("an automation loses to a lock and to a person who has set the output", async () => {
  const plant = new Plant();
  plant.chargePercent = 30;
  const controller = await harness.start({ driver: plant.driver, now: plant.now });
  await want({ automations: { a1: surplus } });
  harness.tell(timeTopic, { now: Date.now() });
  await until("the clock", () => controller.stats().clockOffsetMs !== undefined);
  order("lock", { op: "lock.set", args: { reason: "The pump" } });
  await until("it is locked", () => isDone("lock"));
  plant.chargePercent = 50;
  await until("it is blocked", () => blockedBy().includes(2));
  expect(plant.isClosed).toBe(false);
  order("free", { op: "lock.clear", args: {} });
  await until("the relay is closed", () => plant.isClosed);
  await until("that is known", () => changes().length >= 1);
  order("off", { op: "relay.set", args: { on: false } });
  await until("a person has opened it", () => isDone("off"));
  await until("it is blocked by the person", () => blockedBy().includes(5));
  expect(plant.isClosed).toBe(false);
  plant.jumpMs = 4 * 3_600_000;
  await until("the relay is closed when that is over", () => plant.isClosed);
});

test("an automation loses to load protection", async () => {
  const plant = new Plant();
  await harness.start({ driver: plant.driver, now: plant.now });
  const low = { ...surplus, while: { ...surplus.while, is: "above", value: 5 } };
  const loadProtection = {
    enabled: true,
    cutSoc: 20,
    restoreSoc: 30,
    cutVoltage: null,
    restoreVoltage: null,
    delaySeconds: 5,
    loads: [{ target: "relay.3", neverCut: false }],
  };
  await want({ automations: { a1: low }, loadProtection });
  await until("the relay is closed", () => plant.isClosed);
  plant.chargePercent = 15;
  await until("protection opens it", () => {
    plant.jumpMs += 500;
    return !plant.isClosed;
  });
  await until("it is blocked", () => blockedBy().includes(3));
});

test("an automation for an output that is not there is refused, and times are those of the place", async () => {
  const plant = new Plant();
  await harness.start({ driver: plant.driver });
  await want({ automations: { a1: { ...surplus, output: "relay.8" } } });
  expect(last().refused?.fields).toEqual({ "automations.a1": "unsupported" });
  await want({ place: { zoneName: "Africa/Nowhere" } });
  expect(last().refused?.fields).toEqual({ "place.zoneName": "invalid" });
  const always = { kind: "time", from: { time: "00:00" }, to: { time: "23:59" } };
  const seldom = { ...always, from: { time: "23:59" }, to: { time: "00:00" } };
  const anyTime = { ...surplus, while: { kind: "group", match: "any", of: [always, seldom] } };
  await want({ place: { zoneName: "Africa/Nairobi" }, automations: { a1: anyTime } });
  expect(last().refused).toBeUndefined();
  expect(plant.isClosed).toBe(false);
  harness.tell(timeTopic, { now: Date.now() });
  await until("the relay is closed once the time is known", () => plant.isClosed);
});

const isDone = (id: string) =>
  harness.broker.others.some(({ payload }) => {
    const { id: of, st } = payload as { id?: string; st?: string };
    return of === id && st === "done";
  });
const blockedBy = () => eventsOf("automation.run").map(({ data }) => data["rank"]);
