import { pino } from "pino";
import { expect, test, vi } from "vitest";

import { MemoryBus } from "../../bus/memory.bus.ts";
import { systemClock } from "../../core/clock.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { followRule } from "./config-sync.job.ts";
import { withContainer } from "./configuration.fixture.ts";

type Direction = "syncPortalToController" | "syncControllerToPortal";

/** A container whose keep-alive was changed on site, from 10 s to 5 s. */
async function drifted(containerId: string) {
  const its = await withContainer(containerId);
  const first = await its.start();
  await its.reaches("in_sync");
  await first.stop();
  const running = await its.start({ everyMs: 5_000 });
  await its.reaches("drifted");
  const sync = async (direction: Direction, more: object = {}) =>
    (await its.amina.call(direction, { containerId, ...more })).data;
  const setting = async () => (await its.amina.call("getContainerSetting", { containerId })).data;
  return { ...its, running, sync, setting };
}

test("what changed on site is shown value by value, with when, and the portal's values are sent again once", async () => {
  const { amina, sync, setting, reaches } = await drifted("buba");
  expect(await setting()).toMatchObject({
    state: "drifted",
    inSyncSince: null,
    differences: [{ path: "keepAlive.frameSeconds", wanted: 10, reported: 5, agreed: 10, changed: "controller" }],
    sections: [
      { name: "keepAlive", differing: 1, wantedChange: { by: null }, reportedChangeAt: expect.any(String) },
      { name: "network", differing: 0 },
    ],
  });
  const preview = await sync("syncPortalToController");
  expect(preview).toMatchObject({
    steps: [{ path: "keepAlive.frameSeconds", direction: "portalToController", from: 5, to: 10 }],
    applied: 0,
  });
  // A dry run writes nothing.
  expect((await setting()).state).toBe("drifted");
  const done = await sync("syncPortalToController", { dryRun: false, preview: preview.preview });
  expect(done).toMatchObject({ applied: 1, steps: preview.steps });
  const next = await sync("syncPortalToController");
  expect(next.steps).toEqual([]);
  expect(await sync("syncPortalToController", { dryRun: false, preview: next.preview })).toMatchObject({ applied: 0 });
  await reaches("in_sync");
  const after = await setting();
  expect(after).toMatchObject({ differences: [], reported: { doc: { keepAlive: { frameSeconds: 10 } } } });
  expect(Date.parse(after.inSyncSince ?? "")).toBeGreaterThan(0);
  const { rows } = await (
    await thePortal()
  ).database.pool.query("select result from audit where action = 'syncPortalToController' and target = 'buba'");
  expect(rows.length).toBeGreaterThanOrEqual(4);
  await expect(amina.call("getContainerSetting", { containerId: "elsewhere" })).refusesWith("not_found");
});

test("nothing is carried out that was not seen so", async () => {
  const { amina, sync, setting, running, start, reaches } = await drifted("gabu");
  const { preview } = await sync("syncControllerToPortal");
  await running.stop();
  await start({ everyMs: 7_000 });
  await vi.waitUntil(async () => (await setting()).differences[0]?.reported === 7, { timeout: 20_000 });
  const call = amina.call("syncControllerToPortal", { containerId: "gabu", dryRun: false, preview });
  await expect(call).refusesWith("config_changed");
  await expect(amina.call("syncControllerToPortal", { containerId: "gabu", dryRun: false })).refusesWith(
    "config_changed",
  );
  const seen = await sync("syncControllerToPortal");
  expect(await sync("syncControllerToPortal", { dryRun: false, preview: seen.preview })).toMatchObject({ applied: 1 });
  expect((await reaches("in_sync")).wanted).toMatchObject({ doc: { keepAlive: { frameSeconds: 7 } } });
  expect((await setting()).sections[0]).toMatchObject({ wantedChange: { by: { name: "amina" } } });
});

test("a rule takes over what changed on site once that has stood for its time, and people are notified", async () => {
  const { amina, setting, reaches } = await drifted("mansoa");
  const portal = await thePortal();
  await amina.call("setSyncConfig", {
    containerId: "mansoa",
    direction: "controllerToPortal",
    sections: ["keepAlive"],
    everyMinutes: 30,
  });
  expect((await setting()).syncRule).toMatchObject({ direction: "controllerToPortal", by: { name: "amina" } });
  const bus = new MemoryBus(pino({ level: "silent" }));
  const early = { bus, db: portal.database.db, clock: systemClock };
  expect(await followRule(early, "mansoa")).toBe(0);
  const later = { ...early, clock: { ...systemClock, now: () => Date.now() + 31 * 60_000 } };
  expect(await followRule(later, "mansoa")).toBe(1);
  expect(await followRule(later, "mansoa")).toBe(0);
  expect((await reaches("in_sync")).wanted?.doc.keepAlive).toMatchObject({ frameSeconds: 5 });
  const { rows } = await portal.database.pool.query(
    "select code, data from event where container_id = 'mansoa' and code = 'config.synced'",
  );
  expect(rows).toEqual([
    { code: "config.synced", data: { direction: "controllerToPortal", count: 1, sections: "keepAlive" } },
  ]);
  const audit = await portal.database.pool.query(
    `select email, role, result, before, after from audit
      where target = 'mansoa' and action = 'syncControllerToPortal' and user_id = $1`,
    [amina.userId],
  );
  expect(audit.rows).toMatchObject([
    {
      email: amina.email,
      role: "user",
      result: "ok",
      before: { keepAlive: { frameSeconds: 10 } },
      after: { keepAlive: { frameSeconds: 5 }, byRule: { values: "keepAlive.frameSeconds" } },
    },
  ]);
});

test("a rule whose author has lost the right stops and says so, until somebody saves it again", async () => {
  const { amina, setting, reaches } = await drifted("bolama");
  const portal = await thePortal();
  const direction = "controllerToPortal" as const;
  const rule = { containerId: "bolama", direction, sections: ["keepAlive"], everyMinutes: 30 };
  await amina.call("setSyncConfig", rule);
  const setRole = (role: string) =>
    portal.database.pool.query("update app_user set role = $1 where id = $2", [role, amina.userId]);
  await setRole("customer_staff");
  const later = { ...systemClock, now: () => Date.now() + 31 * 60_000 };
  const tools = { bus: new MemoryBus(pino({ level: "silent" })), db: portal.database.db, clock: later };
  expect(await followRule(tools, "bolama")).toBe(0);
  await setRole("user");
  // Nothing goes on by itself because the right is back.
  expect(await followRule(tools, "bolama")).toBe(0);
  expect((await reaches("drifted")).wanted?.doc["keepAlive"]).toMatchObject({ frameSeconds: 10 });
  expect((await setting()).syncRule).toMatchObject({
    direction: "controllerToPortal",
    by: { name: "amina" },
    stoppedAt: expect.any(String),
  });
  const events = await portal.database.pool.query(
    "select code, level, data from event where container_id = 'bolama' and code like 'config.%'",
  );
  expect(events.rows).toEqual([{ code: "config.rule_stopped", level: "warning", data: { by: amina.userId } }]);
  const audit = await portal.database.pool.query(
    "select result, user_id from audit where target = 'bolama' and action = 'syncControllerToPortal'",
  );
  expect(audit.rows).toEqual([{ result: "forbidden", user_id: amina.userId }]);
  expect((await amina.call("setSyncConfig", rule)).data.stoppedAt).toBeNull();
  expect(await followRule({ ...tools, clock: { ...later, now: () => Date.now() + 62 * 60_000 } }, "bolama")).toBe(1);
});

test("a rule waits while somebody else works at the container", async () => {
  const { amina } = await drifted("catio");
  const { binta } = await cast({ binta: { role: "user", containers: ["catio"] } });
  const portal = await thePortal();
  const rule = { sections: ["keepAlive"], everyMinutes: 30, direction: "portalToController" as const };
  await amina.call("setSyncConfig", { containerId: "catio", ...rule });
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const works = { containerId: "catio", reason: "Cabling", endsAt };
  const { data } = await binta.call("maintenanceSet", works);
  const later = { ...systemClock, now: () => Date.now() + 31 * 60_000 };
  const tools = { bus: new MemoryBus(pino({ level: "silent" })), db: portal.database.db, clock: later };
  expect(await followRule(tools, "catio")).toBe(0);
  await binta.call("maintenanceEnd", { containerId: "catio", worksId: data.worksId });
  expect(await followRule(tools, "catio")).toBe(1);
});

test("sending a network again needs a proof of who asks; a rule for it, too", async () => {
  const { amina } = await withContainer("farim");
  const portal = await thePortal();
  await portal.database.pool.query(
    "update session set confirmed_at = now() - interval '11 minutes' where user_id = $1",
    [amina.userId],
  );
  const rule = { containerId: "farim", sections: ["network"], everyMinutes: 30 };
  await expect(amina.call("setSyncConfig", { ...rule, direction: "portalToController" })).refusesWith("confirm_needed");
  await amina.call("setSyncConfig", { ...rule, direction: "controllerToPortal" });
  expect((await amina.call("getContainerSetting", { containerId: "farim" })).data.syncRule.sections).toEqual([
    "network",
  ]);
  await expect(amina.call("setSyncConfig", { ...rule, direction: null, everyMinutes: 1 })).refusesWith("bad_input");
});
