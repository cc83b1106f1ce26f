import { csvLine } from "@offgrid/contract/core/csv-cells";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readPdf } from "../../testing/pdf-text.ts";
import { benchOf, portalUrl } from "./reports.fixture.ts";
import { sendReports } from "./send-reports.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const arrived = { timeout: 30_000 };

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("a report is sent when it is due, with figures that carry their unit and coverage, and with its files", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const gao = await bench.container("Gao", amina.id);
  const id = await bench.report(amina.id, [amina.id], { files: ["pdf", "csv", "xlsx"] });
  await bench.run();
  expect((await bench.shown(amina.id, id))?.last).toBeNull();
  bench.clock.advance(hourMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
  const [mail] = bench.mails;
  expect(mail).toMatchObject({ to: amina.email, subject: "Fleet: 8 Jun 2026 to 14 Jun 2026" });
  // 24 kWh a day.
  expect(mail?.text).toContain("Solar energy: 168\u00a0kWh (100\u00a0% measured)");
  expect(mail?.text).toContain("Consumption: 84.0\u00a0kWh (100\u00a0% measured)");
  expect(mail?.text).toContain("Gao | 168\u00a0kWh | 84.0\u00a0kWh");
  expect(mail?.html).toContain("<b>168\u00a0kWh</b>");
  // What is said of a figure stands below its name, where a phone has room for it.
  expect(mail?.html).toMatch(/Solar energy<br><span[^>]*>100\u00a0% measured<\/span><\/td>/);
  // Beside wide heads a table would be wider than the mail.
  expect(mail?.html).not.toMatch(/<th[^>]*nowrap/);
  // On a phone a table that is wider moves sideways, and the words around it keep to the width of the screen.
  expect(mail?.html).toContain('<meta name="viewport" content="width=device-width');
  expect(mail?.html).toMatch(/By container<\/h2>\n<div style="overflow-x:auto"><table/);
  // And where it may, its cells stand below the name of their row, each under what it is of.
  expect(mail?.html).toMatch(/<table class="rows"[^>]*>.*<td class="name"[^>]*>Gao<\/td>/);
  expect(mail?.html).toMatch(/<span class="label"[^>]*display:none[^>]*>Solar energy<\/span>168\u00a0kWh/);
  const csv = mail?.files.get("fleet_2026-06-08_2026-06-14.csv")?.toString("utf8").split("\n") ?? [];
  expect(csv[0]).toContain("Solar energy (Wh)");
  expect(csv[1]).toContain("08/06/2026 00:00:00");
  const pdf = readPdf(mail?.files.get("fleet_2026-06-08_2026-06-14.pdf") ?? Buffer.alloc(0));
  expect(pdf.text).toContain("Solarenergy168kWh100%measured");
  const sheet = await readXlsx(mail?.files.get("fleet_2026-06-08_2026-06-14.xlsx") ?? Buffer.alloc(0));
  const days = (sheet.sheets[0]?.rows.slice(1) ?? []).map((row) => Math.round(Number(row[2])));
  expect(days).toEqual(Array.from({ length: 7 }, () => 24_000));
  expect(await bench.shown(amina.id, id)).toMatchObject({
    nextAt: new Date("2026-06-22T07:00:00Z"),
    last: { dueAt: "2026-06-15T07:00:00.000Z", sent: 1, waiting: 0, reason: null },
  });
  expect(gao).toBeTruthy();
});

test.each([
  [
    "en" as const,
    [
      ["Report", "Parc"],
      ["Containers", "Gao, Kayes"],
      ["Range", "08/06/2026 00:00:00 – 15/06/2026 00:00:00"],
      ["Time zone", "UTC"],
      ["A row per", "day"],
      ["Solar energy: measured", "100\u00a0%"],
      ["Consumption: measured", "100\u00a0%"],
      ["Made", "15/06/2026 07:00:00, by Offgrid Portal"],
    ],
  ],
  [
    "fr" as const,
    [
      ["Rapport", "Parc"],
      ["Conteneurs", "Gao, Kayes"],
      ["Période", "08/06/2026 00:00:00 – 15/06/2026 00:00:00"],
      ["Fuseau horaire", "UTC"],
      ["Une ligne par", "jour"],
      ["Énergie solaire\u00a0: part mesurée", "100\u00a0%"],
      ["Consommation\u00a0: part mesurée", "100\u00a0%"],
      ["Établi", "15/06/2026 07:00:00, par Offgrid Portal"],
    ],
  ],
])(
  "the files of a report say what they are of, how much was measured and when they were made (%s)",
  async (language, about) => {
    const bench = await benchOf(database);
    const amina = await bench.person("Amina");
    await bench.container("Gao", amina.id);
    await bench.container("Kayes", amina.id);
    await bench.report(amina.id, [amina.id], { name: "Parc", language, files: ["csv", "xlsx"] });
    bench.clock.advance(hourMs);
    await bench.run();
    await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
    const file = (ending: string) =>
      bench.mails[0]?.files.get(`parc_2026-06-08_2026-06-14.${ending}`) ?? Buffer.alloc(0);
    const { sheets } = await readXlsx(file("xlsx"));
    expect(sheets.map(({ name }) => name)).toEqual(language === "en" ? ["Data", "About"] : ["Données", "À propos"]);
    expect(sheets[1]?.rows).toEqual(about);
    expect(file("csv").toString("utf8").split("\r\n\r\n")[1]).toBe(about.map((fact) => csvLine(fact)).join(""));
  },
);

test("a week of the fleet says at how many of its containers an energy is measured, in the reader's language", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  await bench.container("Gao", amina.id);
  await bench.container("Kayes", amina.id);
  await bench.silentContainer("Dahab", amina.id);
  await bench.report(amina.id, [amina.id], { files: ["pdf"] });
  await bench.report(amina.id, [amina.id], { name: "Parc", language: "fr" });
  bench.clock.advance(hourMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(2), arrived);
  const mail = (name: string) => bench.mails.find(({ subject }) => subject.startsWith(name));
  expect(mail("Fleet")?.text).toContain("Solar energy: 336\u00a0kWh (100\u00a0% measured, at 2 of 3 containers)");
  const pdf = readPdf(mail("Fleet")?.files.get("fleet_2026-06-08_2026-06-14.pdf") ?? Buffer.alloc(0));
  expect(pdf.text).toContain("100%measured,at2of3containers");
  expect(mail("Parc")?.text).toContain("mesuré à 100\u00a0%, dans 2 des 3 conteneurs");
});

test("three that send at once send each report to each person once", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina", "admin");
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => bench.person(`P${index}`)));
  await bench.container("Gao", ...people.map(({ id }) => id));
  await bench.report(
    amina.id,
    people.map(({ id }) => id),
  );
  await bench.report(amina.id, [people[0]!.id], { name: "Other" });
  bench.clock.advance(hourMs);
  await Promise.all([bench.run(), bench.run(), bench.run()]);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(9), arrived);
  const mailed = bench.mails.map(({ to, subject }) => `${to} ${subject.split(":")[0]}`);
  expect(mailed.toSorted()).toEqual(
    [...people.map(({ email }) => `${email} Fleet`), `${people[0]!.email} Other`].toSorted(),
  );
});

test("everyone sees what they and the owner see at that moment, and who sees nothing any more is sent nothing", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const brahim = await bench.person("Brahim");
  const fatou = await bench.person("Fatou");
  await bench.container("Gao", amina.id, brahim.id);
  const kayes = await bench.container("Kayes", amina.id, fatou.id);
  await bench.container("Lodwar", brahim.id);
  const id = await bench.report(amina.id, [amina.id, brahim.id, fatou.id]);
  await bench.pool.query("delete from container_user where container_id = $1 and user_id = $2", [kayes, fatou.id]);
  bench.clock.advance(hourMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(2), arrived);
  const textTo = (email: string) => bench.mails.find(({ to }) => to === email)?.text ?? "";
  expect(textTo(amina.email)).toMatch(/Gao[^]*Kayes/);
  expect(textTo(amina.email)).not.toContain("Lodwar");
  expect(textTo(brahim.email)).toContain("Gao |");
  expect(textTo(brahim.email)).not.toMatch(/Kayes|Lodwar/);
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ sent: 2, skipped: 1, reason: "no_rights" });
});

test("an owner whose account is closed sends nothing more, and the report is paused", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina", "admin");
  const brahim = await bench.person("Brahim");
  await bench.container("Gao", brahim.id);
  const id = await bench.report(amina.id, [brahim.id]);
  await bench.pool.query("update app_user set disabled = true where id = $1", [amina.id]);
  bench.clock.advance(hourMs);
  await bench.run();
  expect(await bench.shown(amina.id, id)).toMatchObject({ nextAt: null, pauseReason: "account", last: { skipped: 1 } });
  expect(bench.mails).toEqual([]);
});

test("a report about a container that is gone is paused, and its owner alone is told", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const brahim = await bench.person("Brahim");
  const gao = await bench.container("Gao", amina.id, brahim.id);
  const subject = { kind: "container_month", containerId: gao } as const;
  const id = await bench.report(amina.id, [amina.id, brahim.id], { subject });
  await bench.pool.query("delete from container_user where user_id = $1", [amina.id]);
  bench.clock.advance(hourMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
  expect(bench.mails[0]).toMatchObject({ to: amina.email, subject: "Your report “Fleet” is paused" });
  // It is no report: it has nothing to say of how it was worked out, and nobody set it up.
  expect(bench.mails[0]?.text).toMatch(/sent to nobody[^\n]*\n\nOpen in the portal:[^]*because the report is yours\./);
  expect(bench.mails[0]?.html).not.toMatch(/<p[^>]*><\/p>/);
  expect(await bench.shown(amina.id, id)).toMatchObject({ nextAt: null, pauseReason: "gone" });
});

test("a report that is wanted only if something was raised is sent only then", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const gao = await bench.container("Gao", amina.id);
  const id = await bench.report(amina.id, [amina.id], { condition: "raised" });
  bench.clock.advance(hourMs);
  await bench.run();
  expect((await bench.shown(amina.id, id))?.last).toMatchObject({ sent: 0, skipped: 1, reason: "condition" });
  await bench.pool.query(
    `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at)
      values ('w', $1, 'Rule', 'Charge low', '', false, 'warning', '2026-06-17T10:00:00Z')`,
    [gao],
  );
  bench.clock.advance(7 * 24 * hourMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
  expect(bench.mails[0]?.text).toContain("Warnings: 1 (raised or open, at 1 container)");
});

test("where nothing was measured a report says so instead of 0, and one that is wanted only with data is not sent", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const gao = await bench.container("Gao", amina.id);
  const subject = { kind: "container_month", containerId: gao } as const;
  await bench.report(amina.id, [amina.id], { subject, name: "Always" });
  const only = await bench.report(amina.id, [amina.id], { subject, name: "Only", condition: "data" });
  // Of April there is nothing.
  bench.clock.advance(-39 * 24 * hourMs);
  await bench.pool.query("update report set next_at = '2026-05-06T07:00:00Z'");
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
  expect(bench.mails[0]?.subject).toBe("Always: 1 Apr 2026 to 30 Apr 2026");
  expect(bench.mails[0]?.text).toContain("Nothing was measured in this time.");
  expect(bench.mails[0]?.text).toContain("Solar energy: — (not measured)");
  expect((await bench.shown(amina.id, only))?.last).toMatchObject({ skipped: 1, reason: "condition" });
});

test("one that cannot be made is tried again within two hours, then its owner alone is told, once", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  const people = await Promise.all(["Brahim", "Fatou"].map((name) => bench.person(name)));
  await bench.container("Gao", amina.id, ...people.map(({ id }) => id));
  const id = await bench.report(
    amina.id,
    people.map((one) => one.id),
  );
  bench.clock.advance(hourMs);
  await bench.pool.query("alter table warning rename to warning_away");
  const state = async () => (await bench.shown(amina.id, id))?.last;
  try {
    for (const minutes of [0, 10, 30]) {
      bench.clock.advance(minutes * minuteMs);
      await bench.run();
      expect(await state()).toMatchObject({ waiting: 2, sent: 0, failed: 0 });
    }
    bench.clock.advance(60 * minuteMs);
    await Promise.all([bench.run(), bench.run()]);
  } finally {
    await bench.pool.query("alter table warning_away rename to warning");
  }
  expect(await state()).toMatchObject({
    waiting: 0,
    sent: 0,
    failed: 2,
    reason: expect.stringContaining("warning") as string,
  });
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
  expect(bench.mails[0]).toMatchObject({ to: amina.email, subject: "Your report “Fleet” was not sent" });
  // A week later it is made again.
  bench.clock.advance(7 * 24 * hourMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(3), arrived);
});

test("one that could be made at the second try is sent to everybody", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  await bench.container("Gao", amina.id);
  await bench.report(amina.id, [amina.id]);
  bench.clock.advance(hourMs);
  await bench.pool.query("alter table warning rename to warning_away");
  await bench.run();
  await bench.pool.query("alter table warning_away rename to warning");
  await bench.run();
  expect(bench.mails).toEqual([]);
  bench.clock.advance(10 * minuteMs);
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
});

test("a process that is stopping leaves its report to the others at once", async () => {
  const bench = await benchOf(database);
  const amina = await bench.person("Amina");
  await bench.container("Gao", amina.id);
  await bench.report(amina.id, [amina.id]);
  bench.clock.advance(hourMs);
  await sendReports(bench.tools, AbortSignal.abort());
  await bench.run();
  await vi.waitFor(() => expect(bench.mails).toHaveLength(1), arrived);
  expect(bench.mails[0]?.unsubscribe).toMatchObject({ isOneClick: true });
  expect(bench.mails[0]?.unsubscribe?.address).toContain(`${portalUrl}/reports/stop?token=`);
});
