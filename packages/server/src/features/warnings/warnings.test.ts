import { randomUUID } from "node:crypto";

import { type Permission, roleTable } from "@offgrid/contract/core/access";
import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { insertEvents } from "../events/events.store.ts";
import { peopleNotified } from "../../testing/notified.ts";
import { userMessages } from "../../testing/user-messages.ts";

const inTime = { timeout: 50_000 };
type Rule = RequestOf<Calls["registerWarning"]>;

const doorRule = (containerId: string, more: Partial<Rule> = {}): Rule => ({
  ruleName: "Door",
  sites: [containerId],
  severity: "critical",
  note: "Call the guard.",
  conditions: [{ name: "Opened", type: "event", attributes: ["door.opened"], threshold: 1, window: 3600, duration: 0 }],
  ...more,
});

/** As if a controller had sent it, some minutes after the start of the portal. */
async function doorOpens(containerId: string): Promise<void> {
  const { database } = await thePortal();
  const event = { ts: Date.now(), code: "door.opened", level: "info", data: {} } as const;
  await database.db
    .transaction()
    .execute((tx) => insertEvents(tx, [{ containerId, boot: randomUUID(), seq: 1, event }], Date.now(), []));
  await database.pool.query("update role_lease set since = now() - interval '1 hour'");
}

/** The work is due at once rather than within a quarter of a minute. */
async function judged(isSo: () => Promise<boolean>): Promise<void> {
  const { database } = await thePortal();
  await vi.waitUntil(async () => {
    await database.pool.query("update job set due_at = now() where kind = 'warning-ticks' and claim is null");
    return isSo();
  }, inTime);
  await peopleNotified(database);
}

const historyOf = async (person: Actor, containerId: string) =>
  (await person.call("getWarningContainerHistory", { containerId })).data;
const unreadOf = async (person: Actor) => (await person.call("getWarningUnreadCount", {})).count;

async function raised(containerId: string, more: Partial<Rule> = {}) {
  const people = await cast({
    amina: { role: "user", containers: [containerId] },
    binta: { role: "customer_staff", containers: [containerId] },
    kofi: { role: "user", containers: ["elsewhere"] },
  });
  const { id: ruleId } = (await people.amina.call("registerWarning", doorRule(containerId, more))).data;
  await doorOpens(containerId);
  await judged(async () => (await historyOf(people.amina, containerId)).length > 0);
  const [warning] = await historyOf(people.amina, containerId);
  return { ...people, ruleId, warning: warning as NonNullable<typeof warning> };
}

test("a rule raises a warning that everybody who sees the container has in their list, unread, and nobody else", async () => {
  const { amina, binta, kofi, ruleId, warning } = await raised("kayes");
  expect(warning).toMatchObject({
    ruleId,
    ruleName: "Door",
    isOwnRule: true,
    content: "Opened",
    severity: "critical",
    note: "Call the guard.",
    value: 1,
    clearedAt: null,
    read: false,
  });
  expect(warning.ruleOwner).toBeUndefined();
  expect((await binta.call("getWarningHistory", { state: "open", search: "OPEN" })).data).toMatchObject([
    { id: warning.id, isOwnRule: false, ruleOwner: { userId: amina.userId, name: "amina" }, read: false },
  ]);
  expect((await binta.call("getWarningUnread", {})).data).toMatchObject([{ id: warning.id, code: "warning.raised" }]);
  const openOf = async (person: Actor) =>
    (await person.call("getSitesV2", {})).data.map(({ warnings, openWarnings }) => ({ warnings, openWarnings }));
  expect(await openOf(binta)).toEqual([
    { warnings: 1, openWarnings: { count: 1, worst: "critical", attributes: ["door.opened"] } },
  ]);
  expect(await openOf(kofi)).toEqual([{ warnings: 0, openWarnings: null }]);
  expect((await kofi.call("getWarningHistory", {})).total).toBe(0);
  await expect(kofi.call("getWarningContainerHistory", { containerId: "kayes" })).refusesWith("not_found");
  await expect(kofi.call("warningAcknowledge", { id: warning.id })).refusesWith("not_found");

  expect(await binta.call("setWarningAsRead", { ids: [warning.id] })).toMatchObject({ count: 0 });
  expect([await unreadOf(amina), await unreadOf(binta)]).toEqual([1, 0]);
  expect((await historyOf(binta, "kayes"))[0]?.read).toBe(true);
});

test("warnings are listed by the cluster that their container is in", async () => {
  const { amina, binta, warning } = await raised("tessalit");
  const { data: north } = await amina.call("clusterSave", { name: "North of the list", containers: ["tessalit"] });
  const idsIn = async (clusterId: string) =>
    (await binta.call("getWarningHistory", { clusterId })).data.map(({ id }) => id);
  expect(await idsIn(north.id)).toEqual([warning.id]);
  expect(await idsIn("another")).toEqual([]);
});

test("a suggested rule is found by what it is called in the language of whoever searches", async () => {
  const { binta } = await raised("djenne", { ruleName: "Charge low" });
  const totals = async (language: string) => {
    const count = async (search: string) => {
      const answer = await binta.post("getWarningHistory", { search }, { "accept-language": language });
      return answer.body["total"];
    };
    return [await count("charge basse"), await count("charge LOW"), await count("opened djenne")];
  };
  expect(await totals("fr")).toEqual([1, 0, 1]);
  expect(await totals("en")).toEqual([0, 1, 1]);
});

test("screens of all who see the container learn at once that a warning was raised, and that it is over", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["goundam"] },
    binta: { role: "customer_staff", containers: ["goundam"] },
  });
  const messages = await userMessages(binta);
  const news = () => messages.filter((one) => "command" in one && one.command === "warningsChanged").length;
  const { id } = (await amina.call("registerWarning", doorRule("goundam"))).data;
  await doorOpens("goundam");
  await judged(async () => (await historyOf(amina, "goundam")).length > 0);
  await vi.waitUntil(() => news() > 0, inTime);
  const raisedNews = news();
  await amina.call("deleteWarning", { id });
  await vi.waitUntil(() => news() > raisedNews, inTime);
});

test("a mild warning is unread like any other until it, or its incident, is read or looked after", async () => {
  const { amina, binta, warning } = await raised("nioro", { severity: "info" });
  expect(warning).toMatchObject({ severity: "info", read: false });
  expect((await amina.call("getWarningUnread", {})).data).toMatchObject([{ id: warning.id, level: "info" }]);
  const [incident] = (await amina.call("incidentList", { containerId: "nioro" })).data;
  expect(incident).toMatchObject({ read: false });
  expect((await amina.call("getWarningUnread", {})).data).toMatchObject([{ incidentId: incident?.id }]);
  expect(await amina.call("getWarningUnreadCount", {})).toMatchObject({ incidents: 1, reports: 0, personal: 0 });
  expect(await amina.call("setWarningAsRead", { ids: [incident?.id ?? ""] })).toMatchObject({ count: 0 });
  expect((await historyOf(amina, "nioro"))[0]?.read).toBe(true);
  expect(await unreadOf(binta)).toBe(1);
  await binta.call("incidentAcknowledge", { id: incident?.id ?? "" });
  expect(await unreadOf(binta)).toBe(0);
  // Also who was not notified finds the incident from the event.
  await (await thePortal()).database.pool.query("delete from notification where user_id = $1", [amina.userId]);
  const { data } = await amina.call("getNotificationsHistory", { containerId: "nioro", type: "warning" });
  expect(data).toMatchObject([{ read: true, incidentId: incident?.id }]);
});

test("all are marked as read up to an instant: what came later stays unread", async () => {
  const { amina } = await raised("segou");
  const before = new Date(Date.now() - 3_600_000).toISOString();
  expect(await amina.call("maskAllWarningAsRead", { until: before })).toMatchObject({ count: 1 });
  expect(await amina.call("maskAllWarningAsRead", {})).toMatchObject({ count: 0 });
});

test("a warning is acknowledged with a note until that lapses, and muted by each for themselves", async () => {
  const { amina, binta, warning } = await raised("mopti");
  const { data } = await binta.call("warningAcknowledge", { id: warning.id, note: "On my way" });
  expect(data).toMatchObject({ acknowledgedBy: { userId: binta.userId, name: "binta" }, acknowledgeNote: "On my way" });
  expect(Date.parse(data.acknowledgedUntil ?? "") - Date.parse(data.acknowledgedAt ?? "")).toBe(4 * 3_600_000);
  expect((await amina.call("warningMute", { id: warning.id, hours: 8 })).data.mutedUntil).not.toBeNull();
  // Whoever presses twice mutes once.
  await amina.call("warningMute", { id: warning.id, hours: 0 });
  const presses = Array.from({ length: 8 }, () => amina.post("warningMute", { id: warning.id, hours: 8 }));
  expect((await Promise.all(presses)).map(({ status }) => status)).toEqual(presses.map(() => 200));
  expect((await historyOf(binta, "mopti"))[0]?.mutedUntil).toBeNull();
  expect((await amina.call("warningMute", { id: warning.id, hours: 0 })).data.mutedUntil).toBeNull();
});

test("a rule that is changed or deleted closes what it has open, and its history stays", async () => {
  const { amina, binta, ruleId, warning } = await raised("gao");
  await expect(binta.call("deleteWarning", { id: ruleId })).refusesWith("not_found");
  await amina.call("registerWarning", { id: ruleId, ...doorRule("gao", { enabled: false, ruleName: "Gate" }) });
  expect(await historyOf(amina, "gao")).toMatchObject([{ closeReason: "rule_changed", ruleName: "Door" }]);
  expect((await amina.call("getSitesV2", {})).data).toMatchObject([{ warnings: 0, openWarnings: null }]);
  expect((await amina.call("getWarningConfiguration", { id: ruleId })).data).toMatchObject([
    {
      rule: { ruleName: "Gate", enabled: false, sites: ["gao"] },
      containers: 0,
      open: 0,
      lastRaisedAt: warning.raisedAt,
      raisedIn30Days: 1,
    },
  ]);
  await amina.call("deleteWarning", { id: ruleId });
  await expect(amina.call("getWarningConfiguration", { id: ruleId })).refusesWith("not_found");
  expect(await historyOf(amina, "gao")).toMatchObject([{ ruleId: null, ruleName: "Door" }]);
  expect(await unreadOf(amina)).toBe(1);
});

test("a rule that is only tried notifies nobody, and only its owner sees what it would have raised", async () => {
  const { amina, binta, warning } = await raised("taoudenni", { shadow: true });
  expect(warning).toMatchObject({ isShadow: true, read: true });
  expect(await historyOf(binta, "taoudenni")).toEqual([]);
  expect([await unreadOf(amina), await unreadOf(binta)]).toEqual([0, 0]);
});

test("a person who goes may leave their rules to somebody else", async () => {
  const { boss, amina } = await cast({
    boss: { role: "admin" },
    amina: { role: "user", containers: ["menaka"] },
  });
  const { id } = (await amina.call("registerWarning", doorRule("menaka"))).data;
  expect((await boss.call("getUsersWarningConfig", { userId: amina.userId })).data).toMatchObject([
    { id, owner: { userId: amina.userId, name: "amina" }, containers: 1 },
  ]);
  await expect(amina.call("warningTakeOver", { id })).refusesWith("forbidden");
  await expect(boss.call("warningTakeOver", { id: "none" })).refusesWith("not_found");
  const other = (await amina.call("registerWarning", doorRule("menaka", { ruleName: "Gate" }))).data.id;
  await boss.call("warningTakeOver", { id: other });
  expect((await amina.call("getWarningConfiguration", {})).data).toMatchObject([{ id }]);
  expect((await boss.call("getWarningConfiguration", {})).data).toMatchObject([{ id: other, containers: 1 }]);
  // It is nobody else's any more.
  await expect(boss.call("warningTakeOver", { id: other })).refusesWith("not_found");
  await boss.call("deleteWarning", { id: other });
  await boss.call("removeUser", { userId: amina.userId, transferTo: boss.userId });
  expect((await boss.call("getWarningConfiguration", {})).data).toMatchObject([{ id, containers: 1 }]);
});

test("whoever sees a container learns that it is watched already for what a usual rule looks at, and by whom", async () => {
  const { amina, binta, kofi } = await cast({
    amina: { role: "user", containers: ["timbuktu", "araouane"] },
    binta: { role: "user", containers: ["timbuktu", "araouane", "kidal"] },
    kofi: { role: "user", containers: ["kidal"] },
  });
  const silence = { name: "Dark", type: "silent", attributes: [], duration: 3_600 } as const;
  const rule = (sites: string[], more: Partial<Rule> = {}): Rule => ({
    ruleName: "Mine",
    sites,
    conditions: [{ ...silence, attributes: [] }],
    ...more,
  });
  const watchedBy = async (person: Actor) => {
    const { data } = await person.call("warningWatched", {});
    const { containerIds = [], by = [] } = data.find(({ key }) => key === "dark") ?? {};
    return { containerIds, by: by.map(({ name, containers }) => [name, containers]) };
  };
  expect(await watchedBy(amina)).toEqual({ containerIds: [], by: [] });
  // What is off, only tried, only at some hours, or off at a container, watches nothing there.
  await binta.call("registerWarning", rule(["timbuktu"], { enabled: false }));
  await binta.call("registerWarning", rule(["timbuktu"], { shadow: true }));
  const hours = { from: { time: "18:00" }, to: { time: "06:00" } };
  await binta.call("registerWarning", rule(["timbuktu"], { activeHours: hours }));
  const off = [{ ...silence, attributes: [], overrides: [{ containerId: "timbuktu", off: true }] }];
  await binta.call("registerWarning", rule(["timbuktu", "kidal"], { conditions: off }));
  expect(await watchedBy(amina)).toEqual({ containerIds: [], by: [] });
  await binta.call("registerWarning", rule(["timbuktu", "kidal"]));
  await amina.call("registerWarning", rule(["araouane", "timbuktu"]));
  expect(await watchedBy(amina)).toEqual({
    containerIds: ["araouane", "timbuktu"],
    by: [
      ["amina", 2],
      ["binta", 1],
    ],
  });
  expect(await watchedBy(kofi)).toEqual({ containerIds: ["kidal"], by: [["binta", 1]] });
});

test("rules of others are seen by who may, as far as they see the containers", async () => {
  const { staff, amina, kofi } = await cast({
    staff: { role: "offgrid_staff", containers: ["bandiagara"] },
    amina: { role: "user", containers: ["bandiagara", "douentza"] },
    kofi: { role: "user", containers: ["bourem"] },
  });
  const { id } = (await amina.call("registerWarning", doorRule("bandiagara"))).data;
  await amina.call("registerWarning", doorRule("bandiagara", { sites: ["bandiagara", "douentza"] }));
  await kofi.call("registerWarning", doorRule("bourem"));
  await expect(staff.call("getUsersWarningConfig", {})).refusesWith("forbidden");
  const { db } = (await thePortal()).database;
  const allow = (permissions: readonly Permission[]) =>
    db
      .updateTable("role")
      .set({ permissions: [...permissions] })
      .where("id", "=", "offgrid_staff")
      .execute();
  await allow([...roleTable.offgrid_staff.grants, "rules_others"]);
  try {
    expect((await staff.call("getUsersWarningConfig", {})).data.map((one) => one.id)).toEqual([id]);
    expect((await staff.call("getUsersWarningConfig", { userId: kofi.userId })).data).toEqual([]);
  } finally {
    await allow(roleTable.offgrid_staff.grants);
  }
});

test("what is wrong with a rule is said by its field, in the sentences of the specification", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["ansongo"] } });
  const soc = { name: "Low", type: "below", attributes: ["battery.soc"], threshold: 20, duration: 60 } as const;
  const fieldsOf = async (rule: object) => {
    const answer = await amina.post("registerWarning", { ...doorRule("ansongo"), ...rule });
    expect([answer.status, answer.code]).toEqual([400, "bad_input"]);
    return answer.body["fields"];
  };
  expect(await fieldsOf({ ruleName: " " })).toEqual({ ruleName: "Please fill rule name" });
  expect(await fieldsOf({ conditions: [] })).toEqual({ conditions: "Please fill condition" });
  expect(await fieldsOf({ sites: [] })).toEqual({ sites: "Please add cluster name or sites" });
  expect(await fieldsOf({ conditions: [{ ...soc, name: "" }] })).toEqual({
    "conditions.0.name": "Please add condition name",
  });
  expect(await fieldsOf({ conditions: [{ ...soc, attributes: [] }] })).toEqual({
    "conditions.0.attributes": "Please fill array fields",
  });
  expect(await fieldsOf({ conditions: [{ ...soc, threshold: undefined }] })).toEqual({
    "conditions.0.threshold": "Please fill full condition data",
  });
  for (const duration of [-300, 60.6, 6e15, "5"])
    expect(await fieldsOf({ conditions: [{ ...soc, duration }] })).toEqual({
      "conditions.0.duration": "Please fill full condition data",
    });
  expect(await fieldsOf({ conditions: [{ ...soc, clearAt: 15 }] })).toEqual({
    "conditions.0.clearAt": "Please fill a clear level on the good side of the threshold.",
  });
  expect(await fieldsOf({ conditions: [{ ...soc, critical: { threshold: 30 } }] })).toEqual({
    "conditions.0.critical.threshold": "The critical threshold has to lie beyond the other one.",
  });
  const overrides = Array.from({ length: 251 }, (_, index) => ({ containerId: `c${index}`, off: true }));
  expect(
    await fieldsOf({
      conditions: [
        { ...soc, overrides },
        { ...soc, overrides },
      ],
    }),
  ).toEqual({
    conditions: "A rule has at most 500 overrides, those of all its conditions together.",
  });
  const when = [{ type: "above", attributes: ["battery.current"], threshold: 1 }];
  const silent = { name: "Dark", type: "silent", attributes: [], duration: 900, when };
  expect(await fieldsOf({ conditions: [silent] })).toEqual({
    "conditions.0.when": "Only a condition that looks at metrics can have guards.",
  });
  expect(await fieldsOf({ conditions: [soc] })).toEqual({
    "conditions.0.attributes": "None of these containers has ever sent battery.soc.",
  });
  const cut = { name: "Loads are cut", type: "cut" as const, attributes: [], duration: 60 };
  expect(await fieldsOf({ conditions: [cut] })).toEqual({
    "conditions.0.type": "None of these containers has ever sent what tells whether loads have power.",
  });
  const { pool } = (await thePortal()).database;
  await pool.query("insert into container_metric (container_id, name, slot) values ('ansongo', 'inverter.state', 1)");
  const { id } = (await amina.call("registerWarning", doorRule("ansongo", { conditions: [cut] }))).data;
  await amina.call("deleteWarning", { id });
  await expect(amina.call("registerWarning", doorRule("nowhere"))).refusesWith("not_found");
  expect((await amina.call("getWarningConfiguration", {})).data).toEqual([]);
});
