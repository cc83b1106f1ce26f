import type { Command } from "@offgrid/contract/commands/commands.schema";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { scriptedController, screenOf } from "./commands.fixture.ts";
import { peopleNotified } from "../../testing/notified.ts";

const inTime = { timeout: 50_000 };

/** Resolves when the command has this state. */
async function reaches(person: Actor, commandId: string, state: Command["state"]): Promise<Command> {
  let command: Command | undefined;
  await vi.waitUntil(async () => {
    command = (await person.call("commandGet", { commandId })).data;
    return command.state === state;
  }, inTime);
  return command as Command;
}

/** Someone with a container whose controller is connected. */
async function withController(containerId: string) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const controller = await scriptedController(await thePortal(), containerId, amina);
  const give = async (on: boolean, relay = 1) =>
    (await amina.call("setContainerControlAdam", { containerId, relay, on })).data.commandId;
  return { amina, controller, give };
}

test("a command is queued, sent, accepted, and done only with what was read back", async () => {
  const { amina, controller, give } = await withController("bafata");
  const commandId = await give(true);
  const sent = await controller.received(1);
  expect(sent).toMatchObject({
    id: commandId,
    op: "relay.set",
    target: "relay.1",
    args: { on: true },
    by: amina.userId,
  });
  expect(sent.exp - sent.iat).toBe(30_000);
  await reaches(amina, commandId, "sent");
  await controller.answer({ id: commandId, st: "accepted" });
  await reaches(amina, commandId, "accepted");
  const pending = async () => (await amina.call("getContainerInfoV4", { containerId: "bafata" })).data.pendingCommands;
  expect(await pending()).toBe(1);
  await controller.answer({ id: commandId, st: "done", value: true });
  expect(await reaches(amina, commandId, "done")).toMatchObject({
    wanted: true,
    value: true,
    isLate: false,
    reason: null,
    by: { userId: amina.userId, name: "amina" },
  });
  expect(await pending()).toBe(0);
  // What comes again, also with another end, changes nothing.
  await controller.answer({ id: commandId, st: "failed", error: "device_error" });
  expect((await amina.call("commandGet", { commandId })).data.state).toBe("done");
  // The switch is where it is measured, whatever the ledger says.
  const { data } = await amina.call("outputList", { containerId: "bafata" });
  expect(data[0]).toMatchObject({ target: "relay.1", number: 1, on: false, last: { commandId, state: "done" } });
});

test("an output says why it is as it is and until when, and names only people who have given a command for it", async () => {
  const { amina, controller, give } = await withController("lodwar");
  const whyOf = async (relay: number) => {
    const { data } = await amina.call("outputList", { containerId: "lodwar" });
    return data.find((output) => output.number === relay)?.why ?? undefined;
  };
  expect(await whyOf(1)).toBeUndefined();
  const commandId = await give(true);
  await controller.received(1);
  await controller.answer({ id: commandId, st: "done", value: true });
  const until = 1_800_000_000;
  const byAmina = { value: true, by: amina.userId, reason: "command", until };
  for (const device of ["relay.1", "relay.2"])
    await controller.report({ code: "output.changed", level: "info", device, data: byAmina });
  await vi.waitUntil(async () => (await whyOf(1)) !== undefined && (await whyOf(2)) !== undefined, inTime);
  const held = {
    value: true,
    reason: "command",
    until: new Date(until * 1000).toISOString(),
    restoreSoc: null,
    low: null,
  };
  expect(await whyOf(1)).toMatchObject({ ...held, by: { userId: amina.userId, name: "amina" } });
  expect(await whyOf(2)).toMatchObject({ ...held, by: null });
  const data = { value: false, by: "loadProtection", reason: "protection", restoreSoc: 30 };
  await controller.report({ code: "output.changed", level: "warning", device: "relay.1", data });
  await vi.waitUntil(async () => (await whyOf(1))?.value === false, inTime);
  expect(await whyOf(1)).toMatchObject({ reason: "protection", by: null, until: null, restoreSoc: 30 });
});

test("E13: an answer done with another value is a failure, of which people are warned", async () => {
  const { amina, controller, give } = await withController("gabu");
  const commandId = await give(true);
  await controller.received(1);
  await controller.answer({ id: commandId, st: "done", value: false });
  expect(await reaches(amina, commandId, "failed")).toMatchObject({ reason: "mismatch", value: false });
  const file = async (language: string) =>
    (await amina.post("commandExport", {}, { "accept-language": language })).text;
  expect(await file("en")).toContain(",the equipment reads back something else,");
  expect(await file("fr")).toContain(",l’équipement relit autre chose,");
  await peopleNotified((await thePortal()).database);
  expect((await amina.call("getWarningUnreadCount", {})).count).toBe(1);
});

test("each change of a command is sent to the screens of those who see its container, and to nobody else", async () => {
  const { amina, controller, give } = await withController("quinhamel");
  const { kofi } = await cast({ kofi: { role: "user", containers: ["safim"] } });
  const portal = await thePortal();
  const [{ commands: hers }, { commands: his }] = await Promise.all([screenOf(portal, amina), screenOf(portal, kofi)]);
  const commandId = await give(true);
  await controller.received(1);
  await controller.answer({ id: commandId, st: "accepted" });
  await vi.waitUntil(() => hers.at(-1)?.state === "accepted", inTime);
  await controller.answer({ id: commandId, st: "done", value: true });
  await vi.waitUntil(() => hers.at(-1)?.state === "done", inTime);
  expect(hers.at(-1)).toEqual((await amina.call("commandGet", { commandId })).data);
  expect(his).toEqual([]);
  await expect(kofi.call("commandGet", { commandId })).refusesWith("not_found");
});

test("malformed results, and results for commands of others, are refused and counted", async () => {
  const { amina, controller, give } = await withController("mansoa");
  const { controller: other } = await withController("bissora");
  const commandId = await give(true);
  await controller.received(1);
  await controller.sendRaw("{");
  await controller.sendRaw(JSON.stringify({ id: commandId, st: "finished", ts: 1 }));
  await other.answer({ id: commandId, st: "done", value: true });
  expect((await amina.call("commandGet", { commandId })).data.state).toBe("sent");
  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query(
    "select container_id, reason from rejected_part where container_id in ('mansoa', 'bissora') order by id",
  );
  expect(rows).toEqual([
    { container_id: "mansoa", reason: "schema" },
    { container_id: "mansoa", reason: "schema" },
    { container_id: "bissora", reason: "unknown_command" },
  ]);
});

test("E12: of two who switch an output at once one wins, the other learns whose command it is, and the audit has both", async () => {
  const { amina, controller, give } = await withController("canchungo");
  const { binta } = await cast({ binta: { role: "user", containers: ["canchungo"] } });
  const input = { containerId: "canchungo", relay: 1 };
  const tries = await Promise.all([
    amina.post("setContainerControlAdam", { ...input, on: true }),
    binta.post("setContainerControlAdam", { ...input, on: false }),
  ]);
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const [winner, loser] = tries[0]?.status === 200 ? ["amina", "binta"] : ["binta", "amina"];
  const refused = tries.find(({ status }) => status === 409);
  expect(refused).toMatchObject({ code: "output_busy", body: { holder: { name: winner } } });
  const { rows } = await (
    await thePortal()
  ).database.pool.query(
    `select first_name, result from audit join app_user u on u.id = user_id
     where action = 'setContainerControlAdam' and target = 'canchungo' order by result desc`,
  );
  expect(rows).toEqual([
    { first_name: loser, result: "output_busy" },
    { first_name: winner, result: "ok" },
  ]);

  // Another output is free, and so is this one when the command has ended.
  await give(true, 2);
  await controller.received(2);
  const { id = "" } = controller.commands.find(({ target }) => target === "relay.1") ?? {};
  await controller.answer({ id, st: "refused", error: "dwell" });
  expect(await reaches(amina, id, "refused")).toMatchObject({ reason: "dwell" });
  expect((await binta.call("setContainerControlAdam", { ...input, on: false })).data.state).toBe("queued");
});

test("E9: nothing is switched in a container that is not connected, and nothing waits until it is", async () => {
  const { amina, controller } = await withController("cacheu");
  await controller.leave();
  await vi.waitUntil(async () => !(await amina.call("getContainerInfo", { containerId: "cacheu" })).data.isOnline, {
    timeout: 20_000,
  });
  const refused = await amina.post("setContainerControlAdam", { containerId: "cacheu", relay: 1, on: true });
  expect(refused).toMatchObject({ status: 409, code: "container_offline" });
  expect((await amina.call("commandList", { filter: { containerId: "cacheu" } })).total).toBe(0);
  const { rows } = await (
    await thePortal()
  ).database.pool.query("select result from audit where action = 'setContainerControlAdam' and target = 'cacheu'");
  expect(rows).toEqual([{ result: "container_offline" }]);
});

test("a relay that the container does not have is named as the field that is wrong", async () => {
  const { amina } = await withController("bolama");
  const refused = await amina.post("setContainerControlAdam", { containerId: "bolama", relay: 9, on: true });
  expect(refused).toMatchObject({ status: 400, code: "bad_input", body: { fields: { relay: expect.any(String) } } });
});

test("an output is switched on twenty times a minute at most; refused tries do not count, and switching off is never too often", async () => {
  const { amina, give } = await withController("farim");
  const { pool } = (await thePortal()).database;
  const forget = () => pool.query("delete from command where container_id = 'farim'");
  const tryOn = () => amina.post("setContainerControlAdam", { containerId: "farim", relay: 1, on: true });
  for (let times = 0; times < 20; times++) {
    await give(true);
    expect(await tryOn()).toMatchObject({ code: "output_busy" });
    await forget();
    await give(false);
    await forget();
  }
  expect(await tryOn()).toMatchObject({ status: 429 });
  await give(false);
});
