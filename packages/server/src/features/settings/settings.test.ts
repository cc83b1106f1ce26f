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
  await pool.query(`insert into backup_state (what, done_at, bytes, failed_at, failure) values
    ('backup', '2026-11-20T01:00Z', 7, null, null), ('trial', null, null, '2026-11-20T03:00Z', 'damaged')`);
  expect((await health()).backup).toEqual({
    ...{ isOn: false, doneAt: "2026-11-20T01:00:00.000Z", bytes: 7, failedAt: null, failure: null },
    ...{ triedAt: null, trialFailedAt: "2026-11-20T03:00:00.000Z", trialFailure: "damaged" },
  });
  expect([versions.node, processes]).toEqual([process.versions.node, 1]);
});

/** The smallest PNG: one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

test("the portal's own picture is shown to everybody at an address that lasts, mails carry it, and it can be taken away", async () => {
  const { boss, staff } = await people();
  const { port, database } = await thePortal();
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect(staff.call("savePortalLogo", { picture: pixel })).refusesWith("forbidden");
  const drawing = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
  expect(await boss.post("savePortalLogo", { picture: drawing })).toMatchObject({
    code: "bad_input",
    body: { fields: { picture: expect.stringContaining("SVG") } },
  });
  const { logo } = await boss.call("savePortalLogo", { picture: pixel });
  expect(logo).toMatch(/^\/portal-logo\/[\w-]{22}$/);
  await expect.poll(async () => (await at(logo ?? "")).status).toBe(200);
  const shown = await at(logo ?? "");
  expect([shown.headers.get("content-type"), shown.headers.get("cache-control")]).toEqual([
    "image/png",
    "public, max-age=31536000, immutable",
  ]);
  expect(Buffer.from(await shown.arrayBuffer()).toString("base64")).toBe(pixel);
  // A page that was made before a change asks for the one before.
  expect((await at("/portal-logo/before")).headers.get("cache-control")).toBe("no-store");
  const { rows } = await database.pool.query(
    "select after from audit where action = 'savePortalLogo' and result = 'ok'",
  );
  expect(rows).toEqual([{ after: { logo: logo?.split("/").at(-1) } }]);
  expect((await boss.call("savePortalLogo", { picture: null })).logo).toBeNull();
  await expect.poll(async () => (await at(logo ?? "")).status).toBe(404);
});

test("the map's tiles are set without a restart, and the page's policy lets browsers fetch them and nothing else", async () => {
  const { boss } = await people();
  const webFolder = await mkdtemp(join(tmpdir(), "offgrid-web-"));
  await writeFile(join(webFolder, "index.html"), "__OFFGRID_CONFIG__");
  const portal = await startTestPortal({}, { webFolder });
  onTestFinished(async () => {
    await portal.stop();
    await rm(webFolder, { recursive: true });
  });
  const page = () => fetch(`http://127.0.0.1:${portal.port}/login`);
  const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";
  expect(policyOf(await page())).toContain("img-src 'self' data: blob:;");
  const tiles = { url: "https://tiles.example.org/{z}/{x}/{y}.png", credit: "© Someone" };
  const { pool } = portal.database;
  await pool.query("insert into portal_setting (name, value) values ('mapTiles', $1), ('language', '\"fr\"')", [
    JSON.stringify(tiles),
  ]);
  // As another process tells it at its commit.
  await pool.query(`select pg_notify('offgrid_bus', '["other","settingsChanged",{}]')`);
  await expect
    .poll(async () => policyOf(await page()))
    .toContain("img-src 'self' data: blob: https://tiles.example.org;");
  const text = (await (await page()).text()).replaceAll("&quot;", '"');
  expect(text).toContain(tiles.url);
  expect(text).toContain('"language":"fr"');
  for (const url of ["tiles.example.org/{z}/{x}/{y}", "https://{s}.example.org/{z}/{x}/{y}", "https://a.example/{z}"])
    expect(await boss.post("savePortalSetting", { mapTiles: { ...tiles, url } })).toMatchObject({ code: "bad_input" });
});

test("whoever registers without choosing a language has that of the portal, and a chosen one is kept", async () => {
  const { boss } = await people();
  const { database } = await thePortal();
  await boss.call("savePortalSetting", { language: "fr", registration: true, portalName: "Énergie" });
  const undone = { language: null, registration: null, portalName: null };
  onTestFinished(async () => void (await boss.call("savePortalSetting", undone)));
  await expect.poll(async () => (await boss.call("getAppVersion", {})).name).toBe("Énergie");
  const register = async (email: string, language?: "en") =>
    boss.post("auth/local/register", {
      ...{ email, firstName: "New", lastName: "Person", password: "long enough to stay 7 secret" },
      ...(language && { language }),
    });
  expect(await register("chosen@sahel.example", "en")).toMatchObject({ status: 200 });
  await register("none@sahel.example");
  const { rows } = await database.pool.query(
    "select email, setting->>'language' as language from app_user where email like '%@sahel.example' order by email",
  );
  expect(rows).toEqual([
    { email: "chosen@sahel.example", language: "en" },
    { email: "none@sahel.example", language: "fr" },
  ]);
});

test("a test of the portal's mail reaches whoever asks, and a service that the portal does not have says so", async () => {
  const { boss, staff } = await people();
  await expect(staff.call("portalServiceTest", { kind: "mail" })).refusesWith("forbidden");
  expect((await boss.call("portalServiceTest", { kind: "mail" })).data.result).toBe("ok");
  expect((await boss.call("portalServiceTest", { kind: "sms", phone: "+254 700 000 000" })).data.result).toBe(
    "not_configured",
  );
  await expect(boss.call("portalServiceTest", { kind: "telegram" })).refusesWith("bad_input");
});
