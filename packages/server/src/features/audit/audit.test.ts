import { PassThrough } from "node:stream";

import { pino } from "pino";
import { expect, test, vi } from "vitest";

import { aStranger, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { standInNetworks } from "../../testing/stand-in.ts";
import { testClock } from "../../testing/test-clock.ts";
import { ask, say } from "../tickets/tickets.fixture.ts";
import { findBrokenSeal, sealSettled } from "./audit-seals.ts";

const clock = testClock();
const logged: Buffer[] = [];
const output = new PassThrough().on("data", (bytes: Buffer) => logged.push(bytes));
const config = { externalAllow: standInNetworks };
void thePortal({ clock, config, log: pino({ level: "trace" }, output) });

const password = "lanterns over the dunes";
const nextMail = mailReader(async () => (await thePortal()).config.dataDir);

test("an action leaves a line with who, what, before, after and result, and a refused action one with the refusal", async () => {
  const { boss, amina, guest } = await cast({
    boss: { role: "super_admin" },
    amina: { role: "user", containers: ["kidal"], password },
    guest: { role: "customer_staff" },
  });
  await boss.call("saveUserAccount", { userId: amina.userId, role: "customer_staff" });
  await boss.call("updateUserContainerList", { userId: amina.userId, containers: [] });
  await expect(guest.call("userList", {})).refusesWith("forbidden");
  await expect(guest.call("removeUser", { userId: amina.userId })).refusesWith("forbidden");
  await expect(boss.call("removeUser", { userId: boss.userId })).refusesWith("own_account");
  const about = async (filter: object) => (await boss.call("auditList", { filter })).data;
  expect(await about({ userId: boss.userId, target: amina.userId })).toMatchObject([
    {
      action: "updateUserContainerList",
      before: { containers: ["kidal"] },
      after: { containers: [] },
      result: "ok",
    },
    {
      action: "saveUserAccount",
      before: { role: "user" },
      after: { role: "customer_staff" },
      email: boss.email,
      role: "super_admin",
      address: "127.0.0.1",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    },
  ]);
  expect(await about({ userId: guest.userId, result: "refused" })).toMatchObject([
    { action: "removeUser", result: "forbidden" },
    { action: "userList", result: "forbidden" },
  ]);
  expect(await about({ userId: boss.userId, result: "own_account" })).toHaveLength(1);
  // Reading leaves no line, not even reading the audit.
  expect(await about({ userId: boss.userId, actions: ["auditList"] })).toEqual([]);
  const page = await boss.call("auditList", { pageSize: 2, page: 2, filter: { userId: boss.userId } });
  expect([page.data.length, page.total]).toEqual([1, 3]);
  expect((await boss.call("auditList", { search: guest.email.toUpperCase() })).total).toBe(2);
  const from = new Date(clock.now() + 1).toISOString();
  expect((await boss.call("auditList", { filter: { from } })).total).toBe(0);
  await expect(guest.call("auditList", {})).refusesWith("forbidden");
});

test("lines come with the names of people and things, also by the last one of what is gone, and are found by them", async () => {
  const { boss, amina } = await cast({
    boss: { role: "super_admin" },
    amina: { role: "user", containers: ["kidal"], password },
  });
  await boss.call("saveUserAccount", { userId: amina.userId, firstName: "Amina", lastName: "Diallo" });
  await boss.call("updateUserContainerList", { userId: amina.userId, containers: [] });
  const { data: cluster } = await boss.call("clusterSave", { name: "Sahel north", containers: ["kidal"] });
  const { data: kit } = await boss.call("kitSet", { name: "Village M" });
  const strings = [{ panels: 8, panelWp: 410 }];
  const array = { strings, tilt: null, azimuth: null, loss: 10, limitW: 5_000, provider: "auto" as const };
  const { data: template } = await boss.call("solarTemplateSave", { name: "Roof of eight", ...array });
  await amina.call("saveUserSetting", { theme: "dark" });
  const person = { kind: "person", name: "Amina Diallo", email: amina.email, isGone: false };
  const before = await boss.call("auditList", {});
  expect(before.names).toMatchObject({
    [amina.userId]: person,
    [cluster.id]: { kind: "cluster", name: "Sahel north", isGone: false },
    kidal: { kind: "container", isGone: false },
    [kit.id]: { kind: "kit", name: "Village M", isGone: false },
    [template.id]: { kind: "solar_template", name: "Roof of eight", isGone: false },
  });
  expect((await boss.call("auditList", { search: "of eight" })).data).toMatchObject([{ target: template.id }]);
  expect((await boss.call("auditList", { search: "amina dia" })).data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["saveUserSetting", "updateUserContainerList", "saveUserAccount"]) as string[],
  );
  await boss.call("roleSave", { id: "user", label: "Night watch" });
  const ofRole = await boss.call("auditList", { search: "night w" });
  expect(ofRole.data).toMatchObject([{ action: "roleSave", target: "user" }]);
  expect(ofRole.names).toMatchObject({ user: { kind: "role", name: "Night watch" } });
  await boss.call("clusterDelete", { id: cluster.id });
  await boss.call("kitDelete", { id: kit.id });
  await boss.call("solarTemplateDelete", { id: template.id });
  await boss.call("removeUser", { userId: amina.userId });
  const erased = { filter: { actions: ["person_erased"], target: amina.userId } };
  await vi.waitFor(async () => expect((await boss.call("auditList", erased)).total).toBe(1), { timeout: 30_000 });
  expect((await boss.call("auditList", {})).names).toMatchObject({
    [amina.userId]: { kind: "person", name: expect.stringMatching(/^Deleted person [0-9a-f]{4,}$/), isGone: true },
    [cluster.id]: { kind: "cluster", name: "Sahel north", isGone: true },
    [kit.id]: { kind: "kit", name: "Village M", isGone: true },
    [template.id]: { kind: "solar_template", name: "Roof of eight", isGone: true },
  });
});

test("rules, channels, charts and links to them have their names, and who opened a link is nobody", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin", containers: ["kidal"] }, amina: { role: "user" } });
  const door = { attributes: ["door.opened"], threshold: 1, window: 3600, duration: 0 };
  const made = await boss.call("registerWarning", {
    ruleName: "Night door",
    sites: ["kidal"],
    severity: "critical",
    note: "",
    conditions: [{ name: "Opened", type: "event", ...door }],
  });
  const channel = await amina.call("channelSave", {
    kind: "webhook",
    name: "Control room",
    url: "http://127.0.0.1:9/x",
  });
  const series = { id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["kidal"] } };
  const definition = { name: "Sun at the school", groupBy: "hour", series: [series] } as never;
  const { id: chartId } = (await boss.call("chartSave", { definition })).data;
  const range = { kind: "rolling", hours: 24 } as const;
  const link = (await boss.call("setChartToken", { chartId, range })).data;
  await (await aStranger()).call("getChartToken", { token: link.token ?? "" });
  const chart = { kind: "chart", name: "Sun at the school", isOwn: true, isGone: false };
  const { names } = await boss.call("auditList", {});
  expect(names).toMatchObject({
    [made.data.id]: { kind: "warning_rule", name: "Night door", isOwn: true, isGone: false },
    [channel.data.id]: { kind: "channel", name: "Control room", isOwn: false, isGone: false },
    [chartId]: chart,
    [link.id]: { ...chart, kind: "chart_link", chartId },
  });
  const [opened] = (await boss.call("auditList", { filter: { actions: ["getChartToken"] } })).data;
  expect(opened).toMatchObject({ userId: null, email: null, target: link.id, after: { ownerId: boss.userId } });
  const found = await boss.call("auditList", { search: "night door" });
  expect(found.data).toMatchObject([{ action: "registerWarning", target: made.data.id }]);
  await boss.call("deleteWarning", { id: made.data.id });
  await boss.call("chartTokenRevoke", { id: link.id });
  await amina.call("channelDelete", { id: channel.data.id });
  expect((await boss.call("auditList", {})).names).toMatchObject({
    [made.data.id]: { kind: "warning_rule", name: "Night door", isGone: true },
    [channel.data.id]: { kind: "channel", name: "Control room", isGone: true },
    [link.id]: { kind: "chart_link", name: "Sun at the school", isGone: true },
  });
});

test("lines about tickets have what they are called, and their addresses for whoever may open them", async () => {
  const { boss, clerk, amina } = await cast({
    boss: { role: "super_admin" },
    clerk: { role: "user" },
    amina: { role: "user", containers: ["kidal"] },
  });
  const { pool } = (await thePortal()).database;
  const ticket = await ask(amina, { containerId: "kidal", subject: "Pump stands still" });
  await say(amina, ticket.slug, "It is quiet.");
  await expect(clerk.call("ticketUpdate", { id: ticket.slug, subject: "Mine" })).refusesWith("not_found");
  const named = { kind: "ticket", name: `${ticket.slug} Pump stands still`, slug: ticket.slug, isGone: false };
  const { data, names } = await boss.call("auditList", { search: "pump st" });
  expect(data.map(({ action, target }) => [action, target])).toEqual([
    ["updateTicketChat", ticket.id],
    ["ticketCreate", "kidal"],
  ]);
  expect(names).toMatchObject({ [ticket.id]: named });
  const refused = await boss.call("auditList", { filter: { userId: clerk.userId, actions: ["ticketUpdate"] } });
  expect(refused.data).toMatchObject([{ target: ticket.slug, result: "not_found" }]);
  expect(refused.names[ticket.slug]).toEqual(named);
  // Somebody who reads the log and does not see the container.
  await pool.query("update role set permissions = permissions || '{audit}' where id = 'user'");
  const { names: read } = await clerk.call("auditList", { search: "pump st" });
  await pool.query("update role set permissions = array_remove(permissions, 'audit') where id = 'user'");
  expect(read[ticket.id]).toEqual({ kind: "ticket", name: named.name, isGone: false });
});

test("an action and its line belong together: if the line cannot be written, nothing is done", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { pool } = (await thePortal()).database;
  await pool.query("alter table audit add constraint no_lines check (action <> 'savePortalSetting') not valid");
  expect((await boss.post("savePortalSetting", { registration: true })).code).toBe("internal");
  await pool.query("alter table audit drop constraint no_lines");
  expect((await boss.call("getPortalSetting", {})).data).toMatchObject({ registration: false });
});

test("lines are added and never changed, not even by the owner of the database", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  await boss.call("saveUserSetting", { theme: "dark" });
  const { pool } = (await thePortal()).database;
  for (const sql of [
    "update audit set result = 'ok'",
    "delete from audit",
    "truncate audit",
    "delete from audit_seal",
  ]) {
    await expect(pool.query(sql)).rejects.toThrow(/takes new lines only/);
  }
});

test("lines older than a minute are sealed in a chain, and a change of one breaks it", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { db, pool } = (await thePortal()).database;
  clock.advance(60_001);
  await sealSettled(db, clock.now());
  for (let round = 0; round < 3; round++) {
    await boss.call("saveUserSetting", { theme: round % 2 === 0 ? "dark" : "light" });
    const unsealed = async () => {
      const { rows } = await pool.query<{ count: number }>(
        "select count(*)::int as count from audit where user_id = $1 and id > (select coalesce(max(audit_id), 0) from audit_seal)",
        [boss.userId],
      );
      return rows[0]?.count;
    };
    await sealSettled(db, clock.now());
    expect(await unsealed()).toBe(1);
    clock.advance(60_001);
    // The portal's own job may have been there first.
    await sealSettled(db, clock.now());
    expect(await unsealed()).toBe(0);
  }
  expect(await findBrokenSeal(db)).toBeUndefined();
  const { rows } = await pool.query<{ id: number }>("select id from audit where user_id = $1 order by id", [
    boss.userId,
  ]);
  const forged = rows[1]?.id;
  await pool.query("alter table audit disable trigger audit_append_only");
  await pool.query("update audit set result = 'forged' where id = $1", [forged]);
  expect(await findBrokenSeal(db)).toBe(forged);
  await pool.query("update audit set result = 'ok' where id = $1", [forged]);
  expect(await findBrokenSeal(db)).toBeUndefined();
  await pool.query("delete from audit where id = $1", [forged]);
  expect(await findBrokenSeal(db)).toBe(forged);
  await pool.query("alter table audit enable trigger audit_append_only");
});

test("an incident is called by its condition and its container, also where a line names one of its warnings", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", containers: ["timia"] } });
  const { pool } = (await thePortal()).database;
  await pool.query(`insert into incident (id, state, cause, cause_key, severity, began_at, gather_until)
    values ('i-timia', 'open', 'single', 'w-timia', 'warning', now(), now())`);
  await pool.query(`insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at)
    values ('w-timia', 'timia', 'Dark', 'The container is dark', '', false, 'warning', now())`);
  await pool.query(`insert into incident_member (warning_id, incident_id, joined_at, is_dark)
    values ('w-timia', 'i-timia', now(), true)`);
  await boss.call("incidentAcknowledge", { id: "i-timia" });
  const called = { kind: "incident", name: expect.stringMatching(/^The container is dark · /), incidentId: "i-timia" };
  expect((await boss.call("auditList", { filter: { target: "i-timia" } })).names).toMatchObject({ "i-timia": called });
});

test("C8: the lines are exported as a file in which nothing that people typed runs as a formula", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const stranger = await aStranger();
  await stranger.post("login", { email: "+cmd@example.org", password: "wrong" });
  const { text, headers } = await boss.post("auditExport", { filter: { actions: ["login"] } });
  expect(headers.get("content-disposition")).toMatch(/attachment; filename="audit_\d{4}-\d\d-\d\d.csv"/);
  const lines = text.split("\r\n");
  expect(lines[0]).toBe("id,at,userId,email,role,address,requestId,action,target,before,after,result,command");
  expect(lines.some((line) => line.includes(",'+cmd@example.org,"))).toBe(true);
  expect(lines.every((line) => !/,[=+@]/.test(line))).toBe(true);
  expect((await boss.call("auditList", { filter: { actions: ["auditExport"] } })).total).toBe(1);
  for (let count = 0; count < 4; count++) expect((await boss.post("auditExport", {})).status).toBe(200);
  expect(await boss.post("auditExport", {})).toMatchObject({ status: 429, code: "too_many" });
});

test("lines are in the order of the time that they tell, on every page and in the file, whenever they were written", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { pool } = (await thePortal()).database;
  const at = (seconds: number) => new Date(clock.now() - 60_000 + seconds * 1000);
  // A slow call gets its id after others that began later; of one instant, the one written last is the newest.
  for (const [seconds, name] of [
    [23, "third"],
    [50, "first"],
    [22, "fifth"],
    [23, "second"],
    [22, "fourth"],
  ] as const) {
    await pool.query(
      "insert into audit (at, user_id, action, target, result) values ($1, 'u-order', 'login', $2, 'ok')",
      [at(seconds), name],
    );
  }
  const filter = { userId: "u-order" };
  const page = async (number: number) =>
    (await boss.call("auditList", { filter, page: number, pageSize: 2 })).data.map(({ target }) => target);
  const inOrder = ["first", "second", "third", "fourth", "fifth"];
  expect([...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual(inOrder);
  const { text } = await boss.post("auditExport", { filter });
  expect(text.match(/first|second|third|fourth|fifth/g)).toEqual(inOrder);
});

test("A7: no token, password, code or secret is in a log, an error, the audit or the database", async () => {
  const { boss, amina } = await cast({ boss: { role: "super_admin" }, amina: { role: "offgrid_staff", password } });
  const stranger = await aStranger();
  const secrets: string[] = [password, "a kite above the ridge", "wrong wrong wrong", amina.token, boss.token];
  const texts: string[] = [];
  const keep = async (answer: Promise<{ text: string }>) => texts.push((await answer).text);

  const { authToken } = await stranger.call("login", { email: amina.email, password });
  secrets.push(authToken);
  await keep(stranger.post("login", { email: amina.email, password: "wrong wrong wrong" }));
  await keep(stranger.post("login", { email: amina.email, password: ["wrong wrong wrong"] }));
  await keep(amina.post("editPassword", { oldPassword: "wrong wrong wrong", newPassword: "a kite above the ridge" }));
  await amina.call("confirmPassword", { password });
  const setup = await amina.call("totpSetup", {});
  secrets.push(setup.data.secret);
  await stranger.call("forgotPassword", { email: amina.email });
  const { token } = await nextMail(amina.email);
  secrets.push(token);
  await keep(stranger.post("confirmPassword", { token: `${token.slice(0, -1)}!`, password }));
  await stranger.call("confirmPassword", { token, password: "a kite above the ridge" });
  await keep(stranger.post("confirmPassword", { token, password: "a kite above the ridge" }));
  const { data } = await boss.call("registerNewContainer", { name: "Diré", serialNumber: "SN-dire" });
  secrets.push(data.secret);
  const live = await boss.call("registerLiveNotification", {});
  secrets.push(live.password);

  const { pool } = (await thePortal()).database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from "${name}" t`);
    texts.push(...rows.map(({ line }) => line));
  }
  texts.push(Buffer.concat(logged).toString("utf8"));
  expect(Buffer.concat(logged).length).toBeGreaterThan(0);
  const all = texts.join("\n");
  const hex = (secret: string) => Buffer.from(secret).toString("hex");
  expect(secrets.filter((secret) => all.includes(secret) || all.includes(hex(secret)))).toEqual([]);
});
