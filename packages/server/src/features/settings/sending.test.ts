import { channelRefusals } from "@offgrid/contract/channels/channel-refusals";
import { sendingRefusals } from "@offgrid/contract/settings/sending-services";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { Limits } from "../../calls/limits.ts";
import type { SendingValues } from "../../config/config.sending.ts";
import { readConfig } from "../../config/config.ts";
import { LiveConfig } from "../../config/live-config.ts";
import { SecretBox } from "../../core/secret-box.ts";
import { openMailer } from "../../mail/mailer.ts";
import { Outbox } from "../../mail/outbox.ts";
import { startPortal } from "../../portal.ts";
import { checkPortalKey } from "../../postgres/portal-key.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { mailServer } from "../../testing/mail-server.ts";
import { standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { benchOf, box } from "../channels/channels.fixture.ts";
import { deliverAll } from "../channels/deliver.ts";
import { planAll } from "../channels/planner.ts";
import { Sender } from "../channels/sender.ts";
import { reloadSettings } from "./reload.ts";
import * as sending from "./sending.store.ts";

/** The environment has a bot of Telegram that nobody answers for, and one address of this machine may be dialled. */
const config = {
  externalAllow: ["127.0.0.1/32"],
  telegramUrl: "http://127.0.0.1:1",
  telegramToken: "123:from-the-environment",
};
const key = "apiKey: a-key-that-stays-here";
const phone = "+254 700 000 000";

let boss: Actor;
beforeEach(async () => {
  const { database } = await thePortal({ config });
  ({ boss } = await cast({ boss: { role: "super_admin" } }));
  // Each test tries services until a change is known in the process.
  await database.pool.query("delete from limit_window");
  await database.pool.query("update app_user set email_verified = true where id = $1", [boss.userId]);
  for (const service of ["mail", "sms", "telegram", "heartbeat"] as const)
    await boss.call("saveSendingService", { service, source: "environment" });
});

async function aService() {
  const service = await startStandIn({ body: "ok" });
  onTestFinished(() => service.stop());
  return service;
}

/** Another process of the same portal. @returns what comes of a test there. */
async function anotherProcess() {
  const first = await thePortal();
  const second = await startPortal(first.config, { log: pino({ level: "silent" }) });
  onTestFinished(() => second.stop());
  return async (body: object): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${second.port}/api/portalServiceTest`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-token": boss.token, "x-user-id": boss.userId },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: { result: string } }).data.result;
  };
}

const stateOf = async (service: string) =>
  (await boss.call("getSendingServices", {})).data.find((one) => one.service === service);

test("SMS are set while the portal runs, in every process, and once they are removed none sends any more", async () => {
  const { staff } = await cast({ staff: { role: "offgrid_staff" } });
  await expect(staff.call("getSendingServices", {})).refusesWith("forbidden");
  await expect(staff.call("saveSendingService", { service: "sms", source: "none" })).refusesWith("forbidden");
  const [service, elsewhere] = [await aService(), await anotherProcess()];
  expect(await stateOf("sms")).toMatchObject({ source: "environment", isOn: false, isInEnvironment: false });
  const values = { smsUrl: `${service.url}/send?user=7`, smsHeaders: key, smsBody: '{"to":"{to}","text":"{text}"}' };
  const saved = await boss.call("saveSendingService", { service: "sms", source: "portal", values });
  expect(saved.data).toMatchObject({ source: "portal", isOn: true, changedAt: expect.any(String) });
  expect(saved.data.fields).toEqual([
    { name: "smsUrl", isSet: true, isSecret: true, shown: new URL(service.url).host, setAt: expect.any(String) },
    { name: "smsHeaders", isSet: true, isSecret: true, shown: null, setAt: expect.any(String) },
    { name: "smsBody", isSet: true, isSecret: true, shown: null, setAt: expect.any(String) },
  ]);
  const here = async () => (await boss.call("portalServiceTest", { kind: "sms", phone })).data.result;
  await expect.poll(() => elsewhere({ kind: "sms", phone })).toBe("ok");
  expect(await here()).toBe("ok");
  expect(service.asked.map(({ path, headers }) => [path, headers["apikey"]])).toEqual([
    ["/send", "a-key-that-stays-here"],
    ["/send", "a-key-that-stays-here"],
  ]);
  await boss.call("saveSendingService", { service: "sms", source: "none" });
  expect(await stateOf("sms")).toMatchObject({ source: "none", isOn: false, changedAt: expect.any(String) });
  await expect.poll(() => elsewhere({ kind: "sms", phone })).toBe("not_configured");
  expect(await here()).toBe("not_configured");
  expect(service.asked).toHaveLength(2);
});

test("health says since when a service does not take messages, until it takes one or has other settings", async () => {
  const service = await aService();
  const values = { smsUrl: `${service.url}/send`, smsBody: "to={to}&m={text}" };
  const health = async () => (await boss.call("getPortalHealth", {})).data.sending.find((one) => one.service === "sms");
  const tried = () => boss.call("portalServiceTest", { kind: "sms", phone });
  await boss.call("saveSendingService", { service: "sms", source: "portal", values });
  await expect.poll(health).toEqual({ service: "sms", isOn: true, doneAt: null, failedAt: null, problem: null });
  service.answer = { status: 401, body: {} };
  await tried();
  expect(await health()).toMatchObject({ doneAt: null, failedAt: expect.any(String), problem: "refused" });
  service.answer = { body: {} };
  await tried();
  expect(await health()).toMatchObject({ doneAt: expect.any(String), failedAt: null, problem: null });
  service.answer = { status: 503, body: {} };
  await tried();
  expect(await health()).toMatchObject({ doneAt: expect.any(String), problem: "unreachable" });
  await boss.call("saveSendingService", {
    service: "sms",
    source: "portal",
    values: { ...values, smsUrl: `${service.url}/v2` },
  });
  expect(await health()).toMatchObject({ isOn: true, doneAt: null, failedAt: null, problem: null });
});

test("no secret leaves the server: neither answers nor the audit nor the rows of the database have it", async () => {
  const { pool } = (await thePortal()).database;
  const service = await aService();
  const values = {
    smsUrl: `${service.url}/send?key=in-the-address`,
    smsHeaders: key,
    smsBody: "pw=in-the-body&to={to}&m={text}",
  };
  const saved = await boss.call("saveSendingService", { service: "sms", source: "portal", values });
  const { rows } = await pool.query("select * from sending_service");
  const { rows: lines } = await pool.query("select * from audit where action = 'saveSendingService'");
  const all = JSON.stringify([saved, await boss.call("getSendingServices", {}), lines]);
  const sealed = rows.map((row: { sealed: Buffer | null }) => row.sealed?.toString("latin1")).join(" ");
  for (const secret of ["a-key-that-stays-here", "in-the-address", "in-the-body", "from-the-environment"])
    expect(`${all} ${sealed}`).not.toContain(secret);
  expect(lines.at(-1)).toMatchObject({
    target: "sms",
    before: { source: "unset", smsUrl: null },
    after: { source: "portal", smsUrl: `${new URL(service.url).host} (new)`, smsHeaders: "(new)", smsBody: "(new)" },
  });
});

test("a secret goes to no other address than the one it was given for, be it from the environment", async () => {
  expect(await stateOf("telegram")).toMatchObject({ source: "environment", isOn: true, isInEnvironment: true });
  const service = await aService();
  const move = { service: "telegram" as const, source: "portal" as const, values: { telegramUrl: service.url } };
  expect(await boss.post("saveSendingService", move)).toMatchObject({
    code: "bad_input",
    body: { fields: { telegramToken: sendingRefusals.again } },
  });
  await boss.call("saveSendingService", { ...move, values: { ...move.values, telegramToken: "9:new" } });
  await expect
    .poll(async () => (await boss.call("portalServiceTest", { kind: "telegram", chat: "42" })).data.result)
    .toBe("ok");
  expect(service.asked.map(({ path }) => path)).toEqual(["/bot9:new/sendMessage"]);
  // What was given here stays where it is, and the environment's holds again once that is undone.
  await boss.call("saveSendingService", {
    service: "telegram",
    source: "portal",
    values: { telegramToken: "9:newer" },
  });
  const undone = await boss.call("saveSendingService", { service: "telegram", source: "environment" });
  expect(undone.data).toMatchObject({ source: "environment", isOn: true, changedAt: null });
});

test("what cannot be is refused by field, with the words of the configuration and of the guard", async () => {
  const fieldsOf = async (service: "sms" | "mail" | "heartbeat", values: Record<string, string>) =>
    (await boss.post("saveSendingService", { service, source: "portal", values })).body["fields"];
  expect(await fieldsOf("sms", { smsUrl: "http://127.0.0.2/", smsBody: "to={to}&text={words}" })).toEqual({
    smsBody: 'It must be a form such as to={to}&message={text}, or JSON such as {"to":"{to}","text":"{text}"}.',
  });
  expect(await fieldsOf("sms", { smsUrl: "http://127.0.0.2/" })).toEqual({ smsUrl: channelRefusals.closed });
  expect(await fieldsOf("heartbeat", { heartbeatUrl: "http://10.0.0.1/" })).toEqual({
    heartbeatUrl: channelRefusals.closed,
  });
  expect(await fieldsOf("mail", { smtpHost: "10.0.0.1" })).toEqual({ smtpHost: channelRefusals.closed });
  expect(await fieldsOf("mail", { smsUrl: "https://sms.example.org" })).toMatchObject({ smsUrl: expect.any(String) });
  expect(await stateOf("sms")).toMatchObject({ source: "environment" });
});

test("a message that waits when its service is removed says that the portal has none any more", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const service = await aService();
  service.answer = { status: 503, body: "" };
  const { db, clock, tools, person, container, channel, incident, news, fates } = benchOf(database);
  const live = new LiveConfig({ ...readConfig({}), externalAllow: standInNetworks });
  const set = async (values: SendingValues | undefined) => {
    await sending.keep(db, box, "sms", { values, givenMs: {}, changedAt: new Date(clock.now()) });
    await reloadSettings(db, live, box);
  };
  const outbox = new Outbox({ db, clock, box, mailer: openMailer(live.config) });
  const sender = new Sender({ config: live.config, db, clock, box, outbox, limits: new Limits({ db, clock }) });
  const deliver = () => deliverAll({ ...tools, sender });
  await set({ smsUrl: service.url });
  const owner = await person("Amina");
  await channel(owner, { kind: "sms", phone });
  const incidentId = await incident([await container("Gao", owner)]);
  await news(incidentId, "raised");
  await planAll(tools);
  await deliver();
  expect(await fates(incidentId)).toEqual(["raised retrying unreachable"]);
  const asked = service.asked.length;
  service.answer = { body: "ok" };
  await set(undefined);
  clock.advance(3_600_000);
  await deliver();
  expect(await fates(incidentId)).toEqual(["raised failed not_configured"]);
  expect(service.asked).toHaveLength(asked);
});

test("with another portal.key what people had set is forgotten, and what they removed stays removed", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  const log = pino({ level: "silent" });
  const start = (own: SecretBox, takesNewKey: boolean) =>
    checkPortalKey({ db, log, ofProcess: "nobody" }, own, { dataDir: "/nowhere", takesNewKey });
  await start(box, false);
  const changedAt = new Date("2026-11-20T12:00:00Z");
  const smsUrl = "https://sms.example.org/";
  await sending.keep(db, box, "sms", { values: { smsUrl }, givenMs: {}, changedAt });
  await sending.keep(db, box, "telegram", { values: undefined, givenMs: {}, changedAt });
  const another = new SecretBox(Buffer.alloc(32, 9));
  await start(another, true);
  const live = new LiveConfig(readConfig({ SMS_URL: "https://usual.example.org/", TELEGRAM_TOKEN: "1:abc" }));
  await reloadSettings(db, live, another);
  expect(live.config).toMatchObject({ smsUrl: "https://usual.example.org/", telegramToken: undefined });
});

const partsOf = ({ url }: { url: string }) => ({
  smtpHost: new URL(url).hostname,
  smtpPort: new URL(url).port,
  smtpSecurity: "offered",
});

test("the mail server is set and changed while the portal runs, and what was written when it is removed waits for the next", async () => {
  const { pool } = (await thePortal()).database;
  const [first, second] = [await mailServer(), await mailServer()];
  const elsewhere = await anotherProcess();
  const health = async () => (await boss.call("getPortalHealth", {})).data.mail;
  const set = (values: Record<string, string>) =>
    boss.call("saveSendingService", { service: "mail", source: "portal", values });
  expect((await health()).way).toBe("files");
  await set({ ...partsOf(first), mailFrom: "portal@sahel.example" });
  await expect.poll(async () => (await health()).way).toBe("server");
  await expect
    .poll(async () => {
      await elsewhere({ kind: "mail" });
      return first.mails.length;
    })
    .toBeGreaterThan(0);
  expect(first.mails[0]?.from).toContain("portal@sahel.example");

  await boss.call("saveSendingService", { service: "mail", source: "none" });
  await expect.poll(async () => (await health()).way).toBe("none");
  expect((await boss.call("portalServiceTest", { kind: "mail" })).data.result).toBe("not_configured");
  await boss.call("createNewUser", {
    firstName: "New",
    lastName: "Person",
    email: "new@sahel.example",
    role: "user",
    containers: [],
    language: "en",
  });
  await expect.poll(async () => (await health()).failure, { timeout: 20_000 }).toMatch(/^The mail server was removed/);

  await set({ ...partsOf(second), mailFrom: "portal@sahel.example" });
  await vi.waitFor(async () => {
    await pool.query("update job set due_at = now() where kind = 'mail' and claim is null");
    expect(second.mails).toHaveLength(1);
  }, 20_000);
  await expect.poll(async () => (await health()).waiting).toBe(0);
});

test("where TLS is asked for, no mail goes to a server that has none", async () => {
  const server = await mailServer();
  const values = { ...partsOf(server), smtpSecurity: "starttls" };
  await boss.call("saveSendingService", { service: "mail", source: "portal", values });
  await expect.poll(async () => (await boss.call("getPortalHealth", {})).data.mail.way).toBe("server");
  expect((await boss.call("portalServiceTest", { kind: "mail" })).data.result).toBe("refused");
  expect(server.mails).toEqual([]);
});

test("who hears the heartbeat is set while the portal runs, and tried once by hand", async () => {
  const { pool } = (await thePortal()).database;
  const service = await aService();
  expect((await boss.call("portalServiceTest", { kind: "heartbeat" })).data.result).toBe("not_configured");
  const values = { heartbeatUrl: `${service.url}/ping/abc` };
  const { data } = await boss.call("saveSendingService", { service: "heartbeat", source: "portal", values });
  expect(data.fields).toMatchObject([{ shown: new URL(service.url).host }]);
  await expect.poll(async () => (await boss.call("portalServiceTest", { kind: "heartbeat" })).data.result).toBe("ok");
  const before = service.asked.length;
  await vi.waitFor(async () => {
    await pool.query("update job set due_at = now() where kind = 'heartbeat' and claim is null");
    expect(service.asked.length).toBeGreaterThan(before);
  }, 30_000);
  expect(new Set(service.asked.map(({ path }) => path))).toEqual(new Set(["/ping/abc"]));
});
