import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { countCuts } from "../load-protection/load-protection.store.ts";
import { scriptedController } from "./commands.fixture.ts";

const inTime = { timeout: 20_000 };

test("a street light that protection has cut is a part of the loads, one that is off by day is none", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["bafata"] } });
  const portal = await thePortal();
  const controller = await scriptedController(portal, "bafata", amina);
  const shown = async (level: string) => {
    const listed = async () => (await amina.call("getSitesV2", {})).data.find((one) => one.containerId === "bafata");
    await vi.waitUntil(async () => (await listed())?.energy.level === level, inTime);
  };
  const said = (device: string, value: number | boolean, reason: string, ts: number) =>
    controller.report({ code: "output.changed", level: "info", device, data: { value, by: reason, reason }, ts });
  const cutMs = Date.now() - 5_000;
  await controller.measure([1, 1, 0]);
  await said("street_light.1", 0, "schedule", cutMs - 60_000);
  await shown("unknown");
  await said("street_light.1", 0, "protection", cutMs);
  await shown("cut_partly");
  const { data } = await amina.call("getAutoLoadProtection", { containerId: "bafata" });
  expect(data.cuts).toMatchObject([{ target: "street_light.1" }]);
  const range = { fromMs: cutMs - 1_000, toMs: cutMs + 1_000 };
  expect(await countCuts(portal.database.db, "bafata", range)).toBe(1);
  // That nothing else is on is no cut of all loads while people have opened the relays.
  await controller.measure([0, 0, 0]);
  await shown("cut_partly");
  await controller.measure([1, 1, 60]);
  await shown("unknown");
  // Of two words of the same instant the one that was numbered later counts.
  const ms = Date.now();
  await said("relay.1", false, "protection", ms);
  await said("relay.1", false, "command", ms);
  await controller.measure([0, 1, 60]);
  const why = async () => (await amina.call("outputList", { containerId: "bafata" })).data[0]?.why?.reason;
  await vi.waitUntil(async () => (await why()) === "command", inTime);
  await shown("unknown");
});

test("what has no supply is no part that protection keeps off: what feeds it counts, and is named", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["quinara"] } });
  const controller = await scriptedController(await thePortal(), "quinara", amina);
  const energy = async () =>
    (await amina.call("getSitesV2", {})).data.find(({ containerId }) => containerId === "quinara")?.energy.level;
  const whyOf = async () => (await amina.call("getStreetLight", { containerId: "quinara" })).data.lights[0]?.why;
  const said = (device: string, value: number | boolean, reason: string, feeder: string) =>
    controller.report({ code: "output.changed", level: "info", device, data: { value, by: reason, reason, feeder } });
  await controller.measure([1, 1, 0]);
  await said("street_light.1", 0, "no_supply", "relay.2");
  await vi.waitUntil(async () => (await whyOf())?.feeder === "relay.2", inTime);
  expect(await whyOf()).toMatchObject({ value: 0, reason: "no_supply", by: null });
  expect(await energy()).toBe("unknown");
  await said("relay.2", false, "protection", "");
  await controller.measure([1, 0, 0]);
  await vi.waitUntil(async () => (await energy()) === "cut_partly", inTime);
  const { cutOutputs } = (await amina.call("getContainerInfoV4", { containerId: "quinara" })).data.energy;
  expect(cutOutputs).toEqual([
    { target: "relay.2", name: null, cause: { reason: "protection" } },
    {
      target: "street_light.1",
      name: null,
      cause: { reason: "no_supply", feeder: { target: "relay.2", name: null } },
    },
  ]);
  const { data } = await amina.call("getAutoLoadProtection", { containerId: "quinara" });
  expect(data.cuts.map(({ target }) => target)).toEqual(["relay.2"]);
  await said("street_light.1", 0, "no_supply", "the mains");
  await vi.waitUntil(async () => (await whyOf())?.feeder === null, inTime);
  expect((await whyOf())?.reason).toBe("no_supply");
});

test("what protection has cut is the state of the container in the list and on its page, for as long as it is cut", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["partly"] } });
  const controller = await scriptedController(await thePortal(), "partly", amina);
  const listed = async () => {
    const { data } = await amina.call("getSitesV2", {});
    return data.find(({ containerId }) => containerId === "partly")?.energy;
  };
  const shown = async (level: string) => {
    await vi.waitUntil(async () => (await listed())?.level === level, inTime);
    const { data } = await amina.call("getContainerInfoV4", { containerId: "partly" });
    expect(data.energy).toEqual(await listed());
  };
  const said = (value: boolean, reason: string, ts: number) =>
    controller.report({
      code: "output.changed",
      level: "info",
      device: "relay.1",
      data: { value, by: reason, reason },
      ts,
    });
  // Both relays are open, of which nobody has said why.
  expect((await listed())?.level).toBe("unknown");
  const cutMs = Date.now() - 5_000;
  await said(false, "protection", cutMs);
  await shown("cut");
  await controller.measure([0, 1]);
  await shown("cut_partly");
  expect((await listed())?.since).toBe(new Date(cutMs).toISOString());
  // A controller that starts again says it again, which is no other cut.
  await said(false, "protection", cutMs + 4_000);
  const reported = async () => (await amina.call("outputList", { containerId: "partly" })).data[0]?.why?.at;
  await vi.waitUntil(async () => (await reported()) === new Date(cutMs + 4_000).toISOString(), inTime);
  expect((await listed())?.since).toBe(new Date(cutMs).toISOString());
  // What was said before comes again, late.
  await said(true, "command", cutMs - 60_000);
  await controller.measure([1, 1]);
  await shown("unknown");
  await controller.measure([0, 1]);
  await shown("cut_partly");
  await said(false, "command", Date.now());
  await shown("unknown");
});
