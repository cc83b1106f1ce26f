import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

test("a text for tickets is called by its title and a report by its name, also once they are gone", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", containers: ["kidal"] } });
  const text = { category: null, language: "en", title: "Power is back", text: "There is power again." } as const;
  const { id: textId } = (await boss.call("ticketTextSave", text)).data;
  const schedule = { time: "07:00", zone: "Africa/Bamako", repeat: { kind: "week" as const, days: [1] } };
  const plan = { name: "Week of Kidal", subject: { kind: "fleet_week" as const }, schedule, language: "fr" as const };
  const { id: reportId } = (await boss.call("reportSave", { plan, people: [] })).data;
  const namesOf = async (isGone: boolean) => {
    const { names } = await boss.call("auditList", {});
    expect(names).toMatchObject({
      [textId]: { kind: "ticket_text", name: "Power is back", isGone },
      [reportId]: { kind: "report", name: "Week of Kidal", isGone },
    });
  };
  await namesOf(false);
  const found = await boss.call("auditList", { search: "power is b" });
  expect(found.data).toMatchObject([{ action: "ticketTextSave", target: textId }]);
  await boss.call("ticketTextDelete", { id: textId });
  await boss.call("reportDelete", { id: reportId });
  await namesOf(true);
});

test("containers that a line has as keys have their names", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", containers: ["timia"] } });
  const { db } = (await thePortal()).database;
  const place = { latitude: 16.27, longitude: -0.04, zoneName: "Africa/Niamey" };
  await db.updateTable("container").set(place).where("id", "=", "timia").execute();
  const array = { strings: [{ panels: 8, panelWp: 410 }], tilt: null, azimuth: null, loss: 10, limitW: 5_000 };
  const template = { name: "Roof of Timia", ...array, provider: "auto" as const };
  const { id } = (await boss.call("solarTemplateSave", template)).data;
  await boss.call("solarTemplateApply", { id, containerIds: ["timia"], revision: 1 });
  const filter = { actions: ["solarTemplateApply"] };
  const { data, names } = await boss.call("auditList", { filter });
  expect(data).toMatchObject([{ after: { timia: { limitW: 5_000 } } }]);
  expect(names).toMatchObject({ timia: { kind: "container" } });
});

test("an account says each thing that changed, and what is asked to be as it is leaves no line", async () => {
  const { boss, amina } = await cast({
    boss: { role: "super_admin" },
    amina: { role: "user", containers: ["agadez"] },
  });
  const filter = { actions: ["saveUserAccount", "savePortalSetting", "restoreContainer"], userId: boss.userId };
  const lines = async () => (await boss.call("auditList", { filter })).data;
  await boss.call("saveUserAccount", { userId: amina.userId, language: "fr", phone: "" });
  const [changed, ...others] = await lines();
  expect(changed).toMatchObject({ target: amina.userId, after: { language: "fr" } });
  expect([Object.keys(changed?.after ?? {}), others]).toEqual([["language"], []]);
  await boss.call("saveUserAccount", { userId: amina.userId, language: "fr", email: amina.email });
  const { data } = await boss.call("getPortalSetting", {});
  await boss.call("savePortalSetting", { registration: data.registration });
  await boss.call("restoreContainer", { containerId: "agadez" });
  expect(await lines()).toHaveLength(1);
  await boss.call("savePortalSetting", { registration: !data.registration });
  expect(await lines()).toHaveLength(2);
  await boss.call("savePortalSetting", { registration: null });
});

test("a warning rule says what changed in it, and of a favorite whether it was marked", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", containers: ["timia"] } });
  const door = { name: "Opened", type: "event" as const, attributes: ["door.opened"], window: 3600, duration: 0 };
  const rule = (threshold: number) => ({
    ...{ ruleName: "Door", sites: ["timia"], note: "", conditions: [{ ...door, threshold }] },
  });
  const { id } = (await boss.call("registerWarning", rule(1))).data;
  await boss.call("registerWarning", { id, ...rule(2), enabled: false });
  const [changed] = (await boss.call("auditList", { filter: { target: id } })).data;
  const of = (threshold: number) => ({ severity: "warning", conditions: [{ name: "Opened", threshold, duration: 0 }] });
  expect(changed).toMatchObject({
    before: { name: "Door", containers: ["timia"], enabled: true, rule: of(1) },
    after: { name: "Door", containers: ["timia"], enabled: false, rule: of(2) },
  });
  await boss.call("favoriteSet", { containerId: "timia", favorite: true });
  await boss.call("favoriteSet", { containerId: "timia", favorite: false });
  const { data } = await boss.call("auditList", { filter: { actions: ["favoriteSet"], userId: boss.userId } });
  expect(data).toMatchObject([
    { target: "timia", after: { favorite: false } },
    { target: "timia", after: { favorite: true } },
  ]);
});
