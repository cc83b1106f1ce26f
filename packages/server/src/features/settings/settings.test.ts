import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { startTestPortal } from "../../testing/test-portal.ts";

const people = () => cast({ boss: { role: "super_admin" }, staff: { role: "offgrid_staff" } });

test("the portal's name is changed without a restart, and the change can be undone", async () => {
  const { boss, staff } = await people();
  await expect(staff.call("getPortalSetting", {})).refusesWith("forbidden");
  const { usual } = await boss.call("getPortalSetting", {});
  const saved = await boss.call("savePortalSetting", {
    portalName: "Sahel Energy",
    supportEmail: "help@sahel.example",
  });
  expect(saved).toMatchObject({ data: { portalName: "Sahel Energy" }, usual });
  expect(saved.changed.toSorted()).toEqual(["portalName", "supportEmail"]);
  await vi.waitFor(async () => expect((await boss.call("getAppVersion", {})).name).toBe("Sahel Energy"));
  await boss.call("savePortalSetting", { portalName: null, supportEmail: null });
  await vi.waitFor(async () => expect((await boss.call("getAppVersion", {})).name).toBe(usual.portalName));
  expect((await boss.call("getPortalSetting", {})).changed).toEqual([]);
});

test("pages have the name, the address of the support and the manuals that were set last, also after a restart", async () => {
  const webFolder = await mkdtemp(join(tmpdir(), "offgrid-web-"));
  await writeFile(join(webFolder, "index.html"), `<title>__PORTAL_NAME__</title>__OFFGRID_CONFIG__`);
  const first = await startTestPortal({}, { webFolder });
  onTestFinished(async () => {
    await first.stop();
    await rm(webFolder, { recursive: true });
  });
  const pageOf = async ({ port }: { port: number }) => (await fetch(`http://127.0.0.1:${port}/login`)).text();
  expect(await pageOf(first)).toContain("<title>Offgrid Portal</title>");
  const manualUrls = { en: "https://docs.example.org/en", fr: null };
  const rows = { portalName: "Sahel Energy", supportEmail: "help@sahel.example", manualUrls, rawDays: "broken" };
  for (const [name, value] of Object.entries(rows))
    await first.database.pool.query("insert into portal_setting (name, value) values ($1, $2)", [
      name,
      JSON.stringify(value),
    ]);
  // As another process tells it at its commit.
  await first.database.pool.query(`select pg_notify('offgrid_bus', '["other","settingsChanged",{}]')`);
  await vi.waitFor(async () => expect(await pageOf(first)).toContain("<title>Sahel Energy</title>"));
  const page = await pageOf(first);
  for (const part of ["help@sahel.example", "https://docs.example.org/en"]) expect(page).toContain(part);
});

test("days that contradict each other are refused by name, and nothing of that save holds", async () => {
  const { boss } = await people();
  const before = (await boss.call("getPortalSetting", {})).data;
  const refused = await boss.post("savePortalSetting", { portalName: "Half saved", rawDays: 5_000, rollupDays: 4_000 });
  expect(refused).toMatchObject({
    status: 400,
    code: "bad_input",
    body: { fields: { rollupDays: expect.any(String) } },
  });
  expect(await boss.post("savePortalSetting", { eventDays: 300 })).toMatchObject({
    body: { fields: { notificationDays: expect.any(String) } },
  });
  for (const bad of [{ rawDays: 39 }, { auditDays: 89 }, { supportEmail: "nobody" }, { portalName: " " }, { color: 1 }])
    expect(await boss.post("savePortalSetting", bad)).toMatchObject({ code: "bad_input" });
  expect((await boss.call("getPortalSetting", {})).data).toEqual(before);
});

test("health says what an outside service had wrong until it answers again, what mail waits, and how large the data are", async () => {
  const { boss } = await people();
  const { pool } = (await thePortal()).database;
  const health = async () => (await boss.call("getPortalHealth", {})).data;
  expect((await health()).services).toEqual([{ service: "open_meteo", isOn: false, answeredAt: null, problem: null }]);
  await pool.query(
    "insert into outside_problem values ('open_meteo', 'unreachable', '2026-11-20T12:00Z', '2026-11-20T12:01Z')",
  );
  expect((await health()).services).toMatchObject([
    { answeredAt: null, problem: { kind: "unreachable", at: "2026-11-20T12:00:00.000Z" } },
  ]);
  await pool.query(
    "insert into outside_answer (key, body, fetched_at) values ('open_meteo 1 1 1', '{}', '2026-11-20T12:05Z')",
  );
  expect((await health()).services).toMatchObject([{ answeredAt: "2026-11-20T12:05:00.000Z", problem: null }]);

  await pool.query(
    "insert into outbox (key, sealed, created_at, expires_at) values ('waits', '\\x00', '2026-11-20T12:00Z', '2036-11-20')",
  );
  const { mail, data, versions, processes } = await health();
  expect(mail).toMatchObject({ way: "files", waiting: 1, waitingSince: "2026-11-20T12:00:00.000Z", failure: null });
  expect(data).toMatchObject({ isEmbedded: false, disk: null, databaseBytes: expect.any(Number) });
  expect(data.largest[0]?.bytes).toBeGreaterThan(0);
  expect([versions.node, processes]).toEqual([process.versions.node, 1]);
});
