import { channelRefusals } from "@offgrid/contract/channels/channel-refusals";
import { createECDH } from "node:crypto";

import type { RequestOf } from "@offgrid/contract/core/call";
import type { channelCalls } from "@offgrid/contract/channels/channels.calls";
import { expect, onTestFinished, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { insertPersonalEvent } from "../events/events.store.ts";
import { openPush } from "./browser.fixture.ts";

type Save = RequestOf<typeof channelCalls.channelSave>;

const config = { externalAllow: standInNetworks, telegramToken: "1:abc", smsUrl: undefined };

async function aPerson() {
  await thePortal({ config });
  return (await cast({ amina: { role: "user" as const } })).amina;
}

async function aService(answer: Parameters<typeof startStandIn>[0] = { body: "ok" }) {
  const service = await startStandIn(answer);
  onTestFinished(() => service.stop());
  return service;
}

test("a person adds a webhook, tests it, changes it and deletes it; where it leads is shown without its path", async () => {
  const amina = await aPerson();
  const service = await aService();
  const { data } = await amina.call("channelSave", {
    kind: "webhook",
    name: "Control room",
    url: `${service.url}/secret-path`,
  });
  const listed = async () => (await amina.call("channelList", {})).data;
  expect(await listed()).toMatchObject([
    {
      id: data.id,
      kind: "webhook",
      severity: "warning",
      timing: "steps",
      leadsTo: new URL(service.url).host,
      pausedAt: null,
    },
  ]);
  expect(JSON.stringify(await listed())).not.toContain("secret-path");
  expect((await amina.call("channelTest", { id: data.id })).data).toEqual({ result: "ok" });
  expect(JSON.parse(service.asked[0]?.body.toString() ?? "")).toMatchObject({ version: 1, id: "test", items: [] });
  const [{ secret } = { secret: "" }] = await listed();
  await amina.call("channelSave", { id: data.id, kind: "webhook", name: "Control room", severity: "critical" });
  expect(await listed()).toMatchObject([{ severity: "critical", secret, testResult: "ok" }]);
  await amina.call("channelDelete", { id: data.id });
  expect(await listed()).toEqual([]);
});

test("a test says in one word what stands in the way", async () => {
  const amina = await aPerson();
  const service = await aService();
  const { data } = await amina.call("channelSave", { kind: "webhook", name: "Hook", url: service.url });
  const resultOf = async (status: number) => {
    service.answer = { status, body: "" };
    return (await amina.call("channelTest", { id: data.id })).data.result;
  };
  expect([await resultOf(500), await resultOf(403), await resultOf(429), await resultOf(204)]).toEqual([
    "unreachable",
    "refused",
    "rate_limited",
    "ok",
  ]);
  await service.stop();
  expect((await amina.call("channelTest", { id: data.id })).data).toEqual({ result: "unreachable" });
  const log = (await amina.call("deliveryList", {})).data;
  expect(log.map(({ kind, channelName, state, reason }) => [kind, channelName, state, reason])).toEqual(
    ["unreachable", null, "rate_limited", "refused", "unreachable"].map((reason) => [
      "test",
      "Hook",
      reason === null ? "sent" : "failed",
      reason,
    ]),
  );
});

test("tests that fail are no failures of a channel in a row, and one that succeeds lets a paused one go on, whose notice is read then", async () => {
  const amina = await aPerson();
  const service = await aService({ status: 500, body: "" });
  const { data } = await amina.call("channelSave", { kind: "webhook", name: "Hook", url: service.url });
  for (let count = 0; count < 5; count++) await amina.call("channelTest", { id: data.id });
  const one = async () => (await amina.call("channelList", {})).data[0];
  expect(await one()).toMatchObject({ pausedAt: null, testResult: "unreachable" });

  const { db, pool } = (await thePortal()).database;
  await pool.query("update channel set paused_at = now(), pause_reason = 'unreachable' where id = $1", [data.id]);
  const paused = { channelId: data.id, channelKind: "webhook", channelName: "Hook", reason: "unreachable" };
  await db
    .transaction()
    .execute((tx) =>
      insertPersonalEvent(tx, amina.userId, { code: "channel.paused", level: "warning", data: paused }, Date.now()),
    );
  const notices = async () => (await amina.call("getWarningUnread", {})).data.map(({ code }) => code);
  await vi.waitUntil(async () => (await notices()).length === 1, { timeout: 30_000 });
  service.answer = { body: "ok" };
  expect((await amina.call("channelTest", { id: data.id })).data).toEqual({ result: "ok" });
  expect(await one()).toMatchObject({ pausedAt: null });
  expect(await notices()).toEqual([]);
});

test.each<[string, Save, string]>([
  ["a private address", { kind: "webhook", name: "X", url: "http://10.1.2.3/hook" }, "url"],
  ["a name of this machine in other digits", { kind: "webhook", name: "X", url: "http://0xa9fea9fe/" }, "url"],
  ["an address with a password", { kind: "webhook", name: "X", url: "https://a:b@example.org/" }, "url"],
  ["no address", { kind: "webhook", name: "X" }, "url"],
  [
    "a text with an unknown placeholder",
    { kind: "telegram", name: "X", chat: "1", template: "{what} {soc}" },
    "template",
  ],
  ["a kind without a service", { kind: "sms", name: "X", phone: "+254700000000" }, "phone"],
  [
    "hours that are none",
    { kind: "mail", name: "X", hours: { from: "07:00", to: "07:00", zoneName: "UTC" } },
    "hours.to",
  ],
  [
    "a zone that is none",
    { kind: "mail", name: "X", hours: { from: "07:00", to: "08:00", zoneName: "Mars" } },
    "hours.zoneName",
  ],
])("%s is refused at its field", async (_, input, field) => {
  const amina = await aPerson();
  const answer = await amina.post("channelSave", input);
  expect([answer.status, Object.keys(answer.body["fields"] ?? {})]).toEqual([400, [field]]);
});

test("an address of a webhook that is refused says which of the reasons it is", async () => {
  const amina = await aPerson();
  const service = await aService();
  const save = (url: string) => amina.post("channelSave", { kind: "webhook", name: "Hook", url });
  const whyOf = async (url: string) => (await save(url)).body["fields"];
  expect(await whyOf("http://10.1.2.3/hook")).toEqual({ url: channelRefusals.closed });
  expect(await whyOf("https://a:b@example.org/")).toEqual({ url: channelRefusals.unshaped });
  expect(await whyOf("https://no-such-name.invalid/hook")).toEqual({ url: channelRefusals.unfound });
  expect((await save(`${service.url}/twice`)).status).toBe(200);
  expect(await whyOf(`${service.url}/twice`)).toEqual({ url: channelRefusals.taken });
});

test("mail goes only to an address that its person has proved, and one channel leads to a place", async () => {
  const amina = await aPerson();
  const { db } = (await thePortal()).database;
  const verify = (emailVerified: boolean) =>
    db.updateTable("appUser").set({ emailVerified }).where("id", "=", amina.userId).execute();
  await verify(false);
  expect((await amina.post("channelSave", { kind: "mail", name: "Mail" })).body["fields"]).toEqual({
    kind: "Please confirm your email address first.",
  });
  await verify(true);
  const { data } = await amina.call("channelSave", { kind: "mail", name: "Mail" });
  expect((await amina.post("channelSave", { kind: "mail", name: "Again" })).body["fields"]).toEqual({
    kind: "You have a channel that leads there already.",
  });
  await verify(false);
  expect((await amina.call("channelTest", { id: data.id })).data).toEqual({ result: "unverified" });
});

test("a browser is sent an encrypted message, and one that is gone is told so", async () => {
  const amina = await aPerson();
  const service = await aService({ status: 201, body: "" });
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.alloc(16, 5);
  const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
  const subscription = { endpoint: `${service.url}/send/abc`, keys };
  const { data } = await amina.call("channelSave", { kind: "push", name: "Phone", subscription });
  expect((await amina.call("channelTest", { id: data.id })).data).toEqual({ result: "ok" });
  const { pushKey } = await amina.call("channelList", {});
  const [asked] = service.asked;
  expect(asked?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "14400", urgency: "normal" });
  expect(asked?.headers.authorization).toContain(`, k=${pushKey}`);
  const shown = JSON.parse(openPush(asked?.body ?? Buffer.alloc(0), browser, auth)) as object;
  expect(shown).toMatchObject({ title: "Test message of Offgrid Portal", url: "/users/profile" });
  service.answer = { status: 410, body: "" };
  expect((await amina.call("channelTest", { id: data.id })).data).toEqual({ result: "gone" });
});

test("other people's channels are not there", async () => {
  const amina = await aPerson();
  const { kofi } = await cast({ kofi: { role: "admin" } });
  const { data } = await amina.call("channelSave", { kind: "telegram", name: "Chat", chat: "12345" });
  await expect(kofi.call("channelTest", { id: data.id })).refusesWith("not_found");
  await expect(kofi.call("channelDelete", { id: data.id })).refusesWith("not_found");
  await expect(kofi.call("channelSave", { id: data.id, kind: "telegram", name: "Mine", chat: "666" })).refusesWith(
    "not_found",
  );
  expect((await kofi.call("channelList", {})).data).toEqual([]);
  expect((await amina.call("channelList", {})).data).toMatchObject([{ name: "Chat", leadsTo: "…2345" }]);
});
