import type { Command } from "@offgrid/contract/commands/commands.schema";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { scriptedController } from "./commands.fixture.ts";

const inTime = { timeout: 50_000 };
const reason = "Values stand still";

async function reaches(person: Actor, commandId: string, state: Command["state"]): Promise<Command> {
  let command: Command | undefined;
  await vi.waitUntil(async () => {
    command = (await person.call("commandGet", { commandId })).data;
    return command.state === state;
  }, inTime);
  return command as Command;
}

test("a restart is done when the portal sees another run, and not because the controller says so", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["buba"] } });
  const controller = await scriptedController(await thePortal(), "buba", amina);
  const { commandId } = (await amina.call("rebootContainer", { containerId: "buba", reason })).data;
  expect(await controller.received(1)).toMatchObject({ id: commandId, op: "reboot", target: "controller" });
  await controller.answer({ id: commandId, st: "accepted" });
  await reaches(amina, commandId, "accepted");
  await controller.answer({ id: commandId, st: "done", value: true });
  await controller.reboot("b1");
  expect(await reaches(amina, commandId, "accepted")).toMatchObject({ endedAt: null });
  await controller.reboot("b2");
  expect(await reaches(amina, commandId, "done")).toMatchObject({ givenReason: reason, value: true, isLate: false });
});

test("a controller that is back after its time was over is seen all the same", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["tite"] } });
  const portal = await thePortal();
  const controller = await scriptedController(portal, "tite", amina);
  const { commandId } = (await amina.call("rebootContainer", { containerId: "tite", reason })).data;
  await controller.received(1);
  await controller.answer({ id: commandId, st: "accepted" });
  await reaches(amina, commandId, "accepted");
  await portal.database.pool.query("update command set due_at = now() where id = $1", [commandId]);
  await reaches(amina, commandId, "unknown");
  await controller.reboot("b2");
  expect(await reaches(amina, commandId, "done")).toMatchObject({ isLate: true });
});

test("nothing is restarted while the container is away, a command is open or nobody has proved who they are", async () => {
  const { amina, stranger } = await cast({
    amina: { role: "user", containers: ["xime", "xitole"] },
    stranger: { role: "user", containers: [] },
  });
  const portal = await thePortal();
  const again = { containerId: "xime", reason };
  await expect(amina.call("rebootContainer", { ...again, containerId: "xitole" })).refusesWith("container_offline");
  await expect(stranger.call("rebootContainer", again)).refusesWith("not_found");
  const controller = await scriptedController(portal, "xime", amina);
  const confirmed = (at: string) =>
    portal.database.pool.query(`update session set confirmed_at = ${at} where user_id = $1`, [amina.userId]);
  await confirmed("now() - interval '11 minutes'");
  await expect(amina.call("rebootContainer", again)).refusesWith("confirm_needed");
  await confirmed("now()");
  const relay = { containerId: "xime", relay: 1, on: true };
  await amina.call("setContainerControlAdam", relay);
  await expect(amina.call("rebootContainer", again)).refusesWith("controller_busy");
  const switched = await controller.received(1);
  await controller.answer({ id: switched.id, st: "done", value: true });
  await reaches(amina, switched.id, "done");
  await amina.call("rebootContainer", again);
  await expect(amina.call("setContainerControlAdam", { ...relay, relay: 2 })).refusesWith("controller_busy");
  await expect(amina.call("rebootContainer", again)).refusesWith("controller_busy");
  const { data } = await amina.call("commandGroupPreview", { containers: ["xime"], relay: 2, on: true });
  expect(data).toMatchObject([{ obstacle: "busy" }]);
});
