import type { OutputLock } from "@offgrid/contract/commands/commands.schema";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { type ScriptedController, scriptedController, screenOf } from "./commands.fixture.ts";
import { peopleNotified } from "../../testing/notified.ts";

const inTime = { timeout: 50_000 };

async function withController(containerId: string) {
  const people = await cast({
    amina: { role: "user", containers: [containerId] },
    binta: { role: "user", containers: [containerId] },
  });
  const controller = await scriptedController(await thePortal(), containerId, people.amina);
  return { ...people, controller };
}

async function reaches(person: Actor, containerId: string, state: OutputLock["state"]): Promise<OutputLock> {
  let lock: OutputLock | undefined;
  await vi.waitUntil(async () => {
    lock = (await person.call("getAdamLock", { containerId, relay: 1 })).data;
    return lock.state === state;
  }, inTime);
  return lock as OutputLock;
}

/** The controller confirms the nth thing that it was asked for. */
async function confirm(controller: ScriptedController, count: number): Promise<void> {
  const { id, op } = await controller.received(count);
  await controller.answer({ id, st: "done", value: op === "lock.set" });
}

const lockInput = (containerId: string) => ({ containerId, relay: 1, locked: true, reason: "Work on the pump" });

test("a lock counts only when the controller has confirmed it, and nothing is switched through it before and after", async () => {
  const { amina, binta, controller } = await withController("quebo");
  const { data: requested } = await amina.call("setAdamLock", lockInput("quebo"));
  expect(requested).toMatchObject({ locked: false, state: "requested", reason: "Work on the pump" });
  const switchOn = () => binta.post("setContainerControlAdam", { containerId: "quebo", relay: 1, on: true });
  expect(await switchOn()).toMatchObject({
    status: 423,
    code: "output_locked",
    body: { holder: { name: "amina", reason: "Work on the pump" } },
  });
  expect(await controller.received(1)).toMatchObject({
    op: "lock.set",
    target: "relay.1",
    args: { reason: "Work on the pump" },
    by: amina.userId,
  });
  await confirm(controller, 1);
  expect(await reaches(binta, "quebo", "held")).toMatchObject({ locked: true, by: { name: "amina" } });
  expect(await switchOn()).toMatchObject({ status: 423 });
  expect((await amina.call("setAdamLock", { containerId: "quebo", relay: 1, locked: false })).data).toMatchObject({
    locked: true,
    state: "releasing",
  });
  expect(await switchOn()).toMatchObject({ status: 423 });
  await confirm(controller, 2);
  await reaches(amina, "quebo", "free");
  expect(await switchOn()).toMatchObject({ status: 200 });
});

test("a reason is to be read by others: one with invisible characters is refused, and the ledger keeps the others", async () => {
  const { amina } = await withController("bubaque");
  await expect(amina.call("setAdamLock", { ...lockInput("bubaque"), reason: "Pu\u200bmp" })).refusesWith("bad_input");
  await amina.call("setAdamLock", lockInput("bubaque"));
  const { data } = await amina.call("commandList", { filter: { containerId: "bubaque" } });
  expect(data).toMatchObject([{ op: "lock.set", givenReason: "Work on the pump" }]);
});

test("someone else's lock is released only by a proof and with a reason, and people are notified", async () => {
  const { amina, binta, controller } = await withController("fulacunda");
  await amina.call("setAdamLock", lockInput("fulacunda"));
  await confirm(controller, 1);
  await reaches(amina, "fulacunda", "held");
  await expect(binta.call("setAdamLock", lockInput("fulacunda"))).refusesWith("output_locked");
  const release = { containerId: "fulacunda", relay: 1, locked: false };
  const { pool } = (await thePortal()).database;
  await pool.query("update session set confirmed_at = null where user_id = $1", [binta.userId]);
  await expect(binta.call("setAdamLock", release)).refusesWith("confirm_needed");
  await pool.query("update session set confirmed_at = now() where user_id = $1", [binta.userId]);
  await expect(binta.call("setAdamLock", release)).refusesWith("bad_input");
  await peopleNotified((await thePortal()).database);
  expect((await amina.call("getWarningUnreadCount", {})).count).toBe(0);
  const { warnings } = await screenOf(await thePortal(), amina);
  await binta.call("setAdamLock", { ...release, reason: "Amina has left" });
  await vi.waitUntil(() => warnings.length > 0, inTime);
  expect(warnings).toMatchObject([
    {
      code: "lock.released_by_another",
      device: "relay.1",
      by: { userId: binta.userId, name: "binta" },
      data: { reason: "Amina has left" },
    },
  ]);
  expect(await controller.received(2)).toMatchObject({ op: "lock.clear", by: binta.userId });
  const { data: given } = await binta.call("commandList", { filter: { containerId: "fulacunda" } });
  expect(given.map(({ op, by }) => [op, by.name])).toEqual([
    ["lock.clear", "binta"],
    ["lock.set", "amina"],
  ]);
  await confirm(controller, 2);
  await reaches(amina, "fulacunda", "free");
  await peopleNotified((await thePortal()).database);
  expect((await amina.call("getWarningUnreadCount", {})).count).toBe(1);
});

test("a lock waits for a container that is away, and is asked for when it is back; a lock that never left is just dropped", async () => {
  const { amina, controller } = await withController("catio");
  await controller.leave();
  await vi.waitUntil(
    async () => !(await amina.call("getContainerInfo", { containerId: "catio" })).data.isOnline,
    inTime,
  );
  expect((await amina.call("setAdamLock", lockInput("catio"))).data.state).toBe("requested");
  const release = { containerId: "catio", relay: 1, locked: false };
  expect((await amina.call("setAdamLock", release)).data.state).toBe("free");
  await amina.call("setAdamLock", lockInput("catio"));
  expect((await amina.call("commandList", { filter: { containerId: "catio" } })).total).toBe(0);
  const back = await scriptedController(await thePortal(), "catio", amina);
  await confirm(back, 1);
  await reaches(amina, "catio", "held");
});

test("a controller that is back is asked for a lock that it had confirmed; one that lost it holds it no longer", async () => {
  const { amina, controller } = await withController("tombali");
  await amina.call("setAdamLock", lockInput("tombali"));
  await confirm(controller, 1);
  await reaches(amina, "tombali", "held");
  await controller.leave();
  await vi.waitUntil(
    async () => !(await amina.call("getContainerInfo", { containerId: "tombali" })).data.isOnline,
    inTime,
  );
  const back = await scriptedController(await thePortal(), "tombali", amina);
  const { id, op } = await back.received(1);
  expect(op).toBe("lock.set");
  await back.answer({ id, st: "failed", error: "storage" });
  expect(await reaches(amina, "tombali", "requested")).toMatchObject({ locked: false, fault: "storage" });
});

test("what is repeated is not announced again: neither another reason in the audit, nor a release to people", async () => {
  const { amina, binta, controller } = await withController("buba");
  await amina.call("setAdamLock", lockInput("buba"));
  await amina.call("setAdamLock", { ...lockInput("buba"), reason: "Lunch" });
  await confirm(controller, 1);
  await reaches(amina, "buba", "held");
  const release = { containerId: "buba", relay: 1, locked: false, reason: "Amina has left" };
  await binta.call("setAdamLock", release);
  await binta.call("setAdamLock", release);
  const { pool } = (await thePortal()).database;
  const { rows: audited } = await pool.query(
    "select after ->> 'reason' as reason from audit where action = 'setAdamLock' and target = 'buba' order by id limit 2",
  );
  expect(audited).toEqual([{ reason: "Work on the pump" }, { reason: "Work on the pump" }]);
  const { rows: events } = await pool.query(
    "select 1 from event where container_id = 'buba' and code = 'lock.released_by_another'",
  );
  expect(events).toHaveLength(1);
});

test("a lock of which only the controller knows is released by a proof and with a reason, once it has refused a switching", async () => {
  const { amina, controller } = await withController("gabu");
  const release = { containerId: "gabu", relay: 1, locked: false };
  expect((await amina.call("setAdamLock", release)).data.state).toBe("free");
  const { data } = await amina.call("setContainerControlAdam", { containerId: "gabu", relay: 1, on: true });
  await controller.received(1);
  await controller.answer({ id: data.commandId, st: "refused", error: "locked" });
  await vi.waitUntil(
    async () => (await amina.call("commandGet", { commandId: data.commandId })).data.reason === "locked",
    inTime,
  );
  const { pool } = (await thePortal()).database;
  await pool.query("update session set confirmed_at = null where user_id = $1", [amina.userId]);
  await expect(amina.call("setAdamLock", release)).refusesWith("confirm_needed");
  await pool.query("update session set confirmed_at = now() where user_id = $1", [amina.userId]);
  await expect(amina.call("setAdamLock", release)).refusesWith("bad_input");
  const theirs = { locked: true, state: "held", by: { userId: "controller", name: null }, reason: null };
  expect((await amina.call("getAdamLock", { containerId: "gabu", relay: 1 })).data).toMatchObject(theirs);
  expect((await amina.call("outputList", { containerId: "gabu" })).data[0]?.lock).toMatchObject(theirs);
  const given = await amina.call("setAdamLock", { ...release, reason: "Nobody works there" });
  expect(given.data).toMatchObject({ locked: true, state: "releasing", by: { userId: "controller" } });
  expect(await controller.received(2)).toMatchObject({ op: "lock.clear", by: amina.userId });
  await confirm(controller, 2);
  await reaches(amina, "gabu", "free");
  expect((await amina.call("setAdamLock", release)).data.state).toBe("free");
});
