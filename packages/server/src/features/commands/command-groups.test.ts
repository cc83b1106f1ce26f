import type { CommandGroup } from "@offgrid/contract/commands/command-groups.calls";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { scriptedController } from "./commands.fixture.ts";

const inTime = { timeout: 50_000 };

async function reaches(person: Actor, groupId: string, isSo: (group: CommandGroup) => boolean): Promise<CommandGroup> {
  let group: CommandGroup | undefined;
  await vi.waitUntil(async () => {
    group = (await person.call("commandGroupGet", { groupId })).data;
    return isSo(group);
  }, inTime);
  return group as CommandGroup;
}

test("a group command says what it would meet, asks for a proof, switches what it can and lists what came of each", async () => {
  const containers = ["cacine", "empada", "fulacunda"];
  const { amina, binta } = await cast({
    amina: { role: "user", containers },
    binta: { role: "user", containers: ["empada"] },
  });
  const portal = await thePortal();
  const controller = await scriptedController(portal, "cacine", amina);
  await scriptedController(portal, "empada", amina);
  await binta.call("setAdamLock", { containerId: "empada", relay: 1, locked: true, reason: "Work on the pump" });
  const order = { containers, relay: 1, on: true };
  expect((await amina.call("commandGroupPreview", order)).data).toMatchObject([
    { containerId: "cacine", on: false, obstacle: null },
    { containerId: "empada", on: false, obstacle: "locked" },
    { containerId: "fulacunda", on: null, obstacle: "missing" },
  ]);
  const obstacles = async (on: boolean) =>
    (await amina.call("commandGroupPreview", { ...order, on })).data.map(({ obstacle }) => obstacle);
  expect(await obstacles(false)).toEqual(["already", "already", "missing"]);
  // What the battery's protection has cut, no relay brings back.
  const cutSince = (since: string) =>
    portal.database.pool.query(`update container_latest set cut_since = ${since} where container_id = 'cacine'`);
  await cutSince("now()");
  expect(await obstacles(true)).toEqual(["cut", "locked", "missing"]);
  await cutSince("null");
  // What has no supply is left out, and named with what feeds it.
  const unfed = { value: false, by: "equipment", reason: "no_supply", feeder: "relay.2" };
  await controller.report({ code: "output.changed", level: "info", device: "relay.1", data: unfed });
  await vi.waitUntil(async () => (await obstacles(true))[0] === "no_supply", { timeout: 20_000 });
  expect((await amina.call("commandGroupPreview", order)).data[0]?.feeder).toEqual({ target: "relay.2", name: null });
  expect((await obstacles(false))[0]).toBe("already");
  const fed = { value: false, by: "controller", reason: "as_left" };
  await controller.report({ code: "output.changed", level: "info", device: "relay.1", data: fed });
  await vi.waitUntil(async () => (await obstacles(true))[0] === null, { timeout: 20_000 });
  // Where somebody else works, nothing is switched, whatever else is in the way.
  const works = { containerId: "empada", reason: "New pump", endsAt: new Date(Date.now() + 3_600_000).toISOString() };
  const { worksId } = (await binta.call("maintenanceSet", works)).data;
  expect(await obstacles(true)).toEqual([null, "works", "missing"]);
  await binta.call("maintenanceEnd", { containerId: "empada", worksId });
  await expect(binta.call("commandGroupStart", order)).refusesWith("not_found");
  await portal.database.pool.query(
    "update session set confirmed_at = now() - interval '11 minutes' where user_id = $1",
    [amina.userId],
  );
  await expect(amina.call("commandGroupStart", order)).refusesWith("confirm_needed");
  await portal.database.pool.query("update session set confirmed_at = now() where user_id = $1", [amina.userId]);

  const { data } = await amina.call("commandGroupStart", order);
  const { id } = await controller.received(1);
  await controller.answer({ id, st: "done", value: true });
  const group = await reaches(amina, data.groupId, ({ state }) => state !== "running");
  expect(group).toMatchObject({ state: "done", relay: 1, on: true, by: { name: "amina" } });
  expect(group.members).toMatchObject([
    { containerId: "cacine", obstacle: null, command: { state: "done", target: "relay.1" } },
    { containerId: "empada", obstacle: "locked", command: null },
    { containerId: "fulacunda", obstacle: "missing", command: null },
  ]);
  const seen = (await binta.call("commandGroupGet", { groupId: data.groupId })).data.members;
  expect(seen.map(({ containerId }) => containerId)).toEqual(["empada"]);
});

test("a group is cancelled by whoever sees something of it alone", async () => {
  const { amina, stranger } = await cast({
    amina: { role: "user", containers: ["quinara"] },
    stranger: { role: "user", containers: [] },
  });
  const { data } = await amina.call("commandGroupStart", { containers: ["quinara"], relay: 1, on: true });
  await expect(stranger.call("commandGroupGet", data)).refusesWith("not_found");
  await expect(stranger.call("commandGroupCancel", data)).refusesWith("not_found");
  expect((await amina.post("commandGroupCancel", data)).status).toBe(200);
});

test("the audit names a group command by what it switches, and finds it by each of its containers", async () => {
  const containers = ["varela", "bolama"];
  const { amina, boss } = await cast({ amina: { role: "user", containers }, boss: { role: "super_admin" } });
  const { data } = await amina.call("commandGroupStart", { containers, relay: 2, on: false });
  expect((await amina.post("commandGroupCancel", data)).status).toBe(200);
  const other = await amina.call("commandGroupStart", { containers: ["bolama"], relay: 1, on: false });
  const about = (target: string) => boss.call("auditList", { filter: { target } });
  const { data: lines, names } = await about("varela");
  expect(lines).toMatchObject([
    { action: "commandGroupCancel", target: data.groupId },
    { action: "commandGroupStart", target: data.groupId },
  ]);
  const group = { kind: "command_group", name: "relay.2", switched: { on: false, count: 2 } };
  expect(names).toMatchObject({ [data.groupId]: { ...group, isGone: false } });
  expect((await about("bolama")).data).toHaveLength(3);
  expect((await boss.call("auditList", { search: "varela" })).data).toMatchObject(lines);
  const { pool } = (await thePortal()).database;
  await pool.query("delete from command_group where id = $1", [data.groupId]);
  expect((await about("bolama")).names).toMatchObject({
    [data.groupId]: { ...group, isGone: true },
    [other.data.groupId]: { switched: { on: false, count: 1 } },
  });
});
