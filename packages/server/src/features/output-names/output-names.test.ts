import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { scriptedController, screenOf } from "../commands/commands.fixture.ts";

const inTime = { timeout: 20_000 };
const named = (target: "relay.1" | "relay.2" | "relay.8" | "street_light.1", name: string, feeds = "") => ({
  target,
  name,
  feeds,
});

test("outputs are named by those who may configure a container, and everyone who sees it reads the names", async () => {
  const { admin, guest, other } = await cast({
    admin: { role: "admin", containers: ["keren"] },
    guest: { role: "customer_staff", containers: ["keren"] },
    other: { role: "user", containers: ["asmara"] },
  });
  await scriptedController(await thePortal(), "keren", admin);
  const outputs = [named("relay.1", " Fridge "), named("street_light.1", "", "The path")];
  const save = { containerId: "keren", outputs };
  await expect(guest.call("saveOutputNames", save)).refusesWith("forbidden");
  await expect(other.call("saveOutputNames", save)).refusesWith("not_found");
  const names = { "relay.1": { name: "Fridge", feeds: "" }, "street_light.1": { name: "", feeds: "The path" } };
  expect((await admin.call("saveOutputNames", save)).data).toEqual(names);
  const shown = async () => (await guest.call("getContainerInfoV4", { containerId: "keren" })).data.outputNames;
  expect(await shown()).toEqual(names);
  // What is left out stays, and what is emptied is gone.
  await admin.call("saveOutputNames", { containerId: "keren", outputs: [named("relay.1", "", "")] });
  expect(await shown()).toEqual({ "street_light.1": names["street_light.1"] });
  const { data } = await admin.call("auditList", {
    filter: { actions: ["saveOutputNames"], target: "keren", result: "ok" },
  });
  expect(data.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { "relay.1": "Fridge", "street_light.1": "The path" }, after: { "street_light.1": "The path" } },
    { before: {}, after: { "relay.1": "Fridge", "street_light.1": "The path" } },
  ]);
});

test("a name that another output has, that cannot be read, or of an output that is not there is refused by its field", async () => {
  const { admin } = await cast({ admin: { role: "admin", containers: ["nakfa"] } });
  await scriptedController(await thePortal(), "nakfa", admin);
  const post = (...outputs: unknown[]) => admin.post("saveOutputNames", { containerId: "nakfa", outputs });
  const fieldsOf = async (...outputs: unknown[]) => {
    const { code, body } = await post(...outputs);
    expect(code).toBe("bad_input");
    return Object.keys(body["fields"] as object);
  };
  expect(await fieldsOf(named("relay.1", "Pump"), named("relay.2", "PUMP"))).toEqual([
    "outputs.0.name",
    "outputs.1.name",
  ]);
  expect(await fieldsOf(named("relay.1", "relais 2"))).toEqual(["outputs.0.name"]);
  expect(await fieldsOf(named("relay.1", "P\u043Emp"))).toEqual(["outputs.0.name"]);
  expect(await fieldsOf(named("relay.1", "Pump"), named("relay.8", "Fan"))).toEqual(["outputs.1.target"]);
  expect(await fieldsOf(named("relay.1", "a".repeat(41)))).toEqual(["outputs.0.name"]);
  expect(await fieldsOf(named("relay.1", "Pu\u0007mp"))).toEqual(["outputs.0.name"]);
  expect(await fieldsOf(named("relay.1", "Pump", "a\nb"))).toEqual(["outputs.0.feeds"]);
  expect((await post(named("relay.1", "Pump"), named("relay.1", "Fan"))).code).toBe("bad_input");
  expect((await post()).code).toBe("bad_input");
  expect((await admin.call("getContainerInfoV4", { containerId: "nakfa" })).data.outputNames).toEqual({});
  await admin.call("saveOutputNames", { containerId: "nakfa", outputs: [named("relay.2", "Pump")] });
  expect(await fieldsOf(named("relay.1", "pump"))).toEqual(["outputs.0.name"]);
  // Two names are exchanged at once.
  await admin.call("saveOutputNames", { containerId: "nakfa", outputs: [named("relay.1", "Fan")] });
  await admin.call("saveOutputNames", {
    containerId: "nakfa",
    outputs: [named("relay.1", "Pump"), named("relay.2", "Fan")],
  });
});

test("of two people who give one name to two outputs at once, one is refused", async () => {
  const { amina, boss } = await cast({
    amina: { role: "admin", containers: ["barentu"] },
    boss: { role: "admin", containers: ["barentu"] },
  });
  await scriptedController(await thePortal(), "barentu", amina);
  const name = (who: typeof amina, target: "relay.1" | "relay.2") =>
    who.post("saveOutputNames", { containerId: "barentu", outputs: [named(target, "Mill")] });
  const codes = (await Promise.all([name(amina, "relay.1"), name(boss, "relay.2")])).map(({ code }) => code);
  expect(codes.filter((code) => code === "bad_input")).toHaveLength(1);
  const { data } = await amina.call("getContainerInfoV4", { containerId: "barentu" });
  expect(Object.values(data.outputNames)).toEqual([{ name: "Mill", feeds: "" }]);
});

test("commands, their file, group commands, the audit and live messages say what an output is called", async () => {
  const { amina } = await cast({ amina: { role: "super_admin", containers: ["massawa"] } });
  const portal = await thePortal();
  const controller = await scriptedController(portal, "massawa", amina);
  const screen = await screenOf(portal, amina);
  const containerId = "massawa";
  const outputs = [named("relay.1", "Ice machine"), named("street_light.1", "Quay")];
  await amina.call("saveOutputNames", { containerId, outputs });
  await vi.waitUntil(() => screen.outdated.includes("outputNamesChanged"), inTime);
  await amina.call("setContainerControlAdam", { containerId, relay: 1, on: true });
  await controller.received(1);
  const [command] = (await amina.call("commandList", { filter: { containerId } })).data;
  expect(command).toMatchObject({ target: "relay.1", outputName: "Ice machine" });
  await vi.waitUntil(() => screen.commands.some(({ outputName }) => outputName === "Ice machine"), inTime);
  const { text } = await amina.post("commandExport", { filter: { containerId } });
  expect(text).toContain("relay.1,Ice machine,relay.set");
  const { data: lines } = await amina.call("auditList", {
    filter: { actions: ["setContainerControlAdam"], target: containerId },
  });
  expect(lines[0]?.after).toMatchObject({ relay: 1, output: "Ice machine", on: true });
  const preview = await amina.call("commandGroupPreview", { containers: [containerId], relay: 1, on: false });
  expect(preview.data).toMatchObject([{ outputName: "Ice machine" }]);
  const data = { value: 0, by: "loadProtection", reason: "protection" };
  await controller.report({ code: "output.changed", level: "warning", device: "street_light.1", data });
  await vi.waitUntil(() => screen.warnings.some(({ outputName }) => outputName === "Quay"), inTime);
});

test("the list and the page of a container that is partly cut say by name what is cut, also after it was renamed", async () => {
  const { amina } = await cast({ amina: { role: "admin", containers: ["adi-keyh"] } });
  const controller = await scriptedController(await thePortal(), "adi-keyh", amina);
  const containerId = "adi-keyh";
  await controller.measure([0, 1, 0]);
  for (const [device, value] of [
    ["relay.1", false],
    ["street_light.1", 0],
  ] as const) {
    const data = { value, by: "loadProtection", reason: "protection" };
    await controller.report({ code: "output.changed", level: "info", device, data });
  }
  const listed = async () =>
    (await amina.call("getSitesV2", {})).data.find((one) => one.containerId === containerId)?.energy.cutOutputs;
  await vi.waitUntil(async () => (await listed())?.length === 2, inTime);
  const cause = { reason: "protection" };
  const cut = (name: string | null) => [
    { target: "relay.1", name, cause },
    { target: "street_light.1", name: null, cause },
  ];
  expect(await listed()).toEqual(cut(null));
  for (const name of ["Fridge", "Freezer"]) {
    await amina.call("saveOutputNames", { containerId, outputs: [named("relay.1", name)] });
    expect(await listed()).toEqual(cut(name));
    const { data } = await amina.call("getContainerInfoV4", { containerId });
    expect(data.energy.cutOutputs).toEqual(cut(name));
  }
});

test("nobody names outputs of a container that was removed", async () => {
  const { admin } = await cast({ admin: { role: "super_admin", containers: ["gone"] } });
  const portal = await thePortal();
  await scriptedController(portal, "gone", admin);
  await portal.database.pool.query("update container set removed_at = now() where id = 'gone'");
  const save = { containerId: "gone", outputs: [named("relay.1", "Fridge")] };
  await expect(admin.call("saveOutputNames", save)).refusesWith("not_found");
});
