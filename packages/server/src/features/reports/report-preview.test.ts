import type { Calls } from "@offgrid/contract/registry";
import type { RequestOf } from "@offgrid/contract/core/call";
import { formatQuantityText } from "@offgrid/contract/telemetry/format";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { readPdf } from "../../testing/pdf-text.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";

const quarterMs = 900_000;
/** Clocks in Paris change on the 29th of March. */
const march = Date.UTC(2026, 1, 28, 23);
const april = Date.UTC(2026, 2, 31, 22);
const clock = testClock(Date.UTC(2026, 3, 3, 12));
const mailTo = mailReader(async () => (await thePortal()).config.dataDir);

beforeAll(async () => {
  await thePortal({ clock, config: { publicUrl: "https://portal.example.org" } });
  const frames = Array.from({ length: 35 * 96 }, (_, index): [number, number[]] => {
    const atMs = march - 96 * quarterMs + index * quarterMs;
    const sun = Math.max(0, Math.sin(((atMs % 86_400_000) / 86_400_000 - 0.25) * 2 * Math.PI));
    return [atMs, [Math.round(3_000 * sun), 400 + (index % 7) * 10, 50 + (index % 40)]];
  });
  await store("gao", ["solar.power", "load.power", "battery.soc"], frames);
  await store("kayes", [], []);
  const { pool } = (await thePortal()).database;
  await pool.query("update container set zone_name = 'Europe/Paris'");
});

type Plan = RequestOf<Calls["reportPreview"]>["plan"];
const monthOf = (containerId: string, more: Partial<Plan> = {}): Plan => ({
  name: "Month",
  subject: { kind: "container_month", containerId },
  schedule: { time: "07:00", zone: "Europe/Paris", repeat: { kind: "month", day: 1 } },
  language: "en",
  ...more,
});
const crowd = () =>
  cast({
    amina: { role: "user", containers: ["gao", "kayes"] },
    fatou: { role: "customer_staff", containers: ["kayes"] },
  });
const setVerified = async ({ userId }: Actor, isVerified: boolean) =>
  (await thePortal()).database.pool.query("update app_user set email_verified = $2 where id = $1", [
    userId,
    isVerified,
  ]);

async function fileOf(actor: Actor, plan: Plan, format: "pdf" | "csv" | "xlsx") {
  const answer = await fetch(`${(await thePortal()).api}/reportPreviewFile`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": actor.token, "x-user-id": actor.userId },
    body: JSON.stringify({ plan, format }),
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test.each(["en", "fr"] as const)(
  "a preview has what the mail says and the files that go with it, in the language of the report (%s)",
  async (language) => {
    const { amina } = await crowd();
    await setVerified(amina, true);
    const plan = monthOf("gao", { language, files: ["pdf", "xlsx"] });
    const { letter, files, skip } = (await amina.call("reportPreview", { plan })).data;
    expect([files, skip]).toEqual([["pdf", "xlsx"], null]);
    await amina.call("reportTest", { plan });
    const mail = await mailTo(amina.email);
    expect(mail.subject).toBe(letter.subject);
    // All that it says but why it was sent, which is another reason.
    const said = [letter.name, letter.days, ...letter.about, letter.query, letter.open.label, letter.open.link];
    const figures = letter.figures.flatMap(({ label, value, note }) => [label, value, note]);
    const tables = letter.tables.flatMap(({ title, heads, rows }) => [title, ...heads, ...rows.flat()]);
    for (const part of [...said, ...figures, ...tables]) expect(mail.text).toContain(part);
    expect(figures.length).toBeGreaterThan(6);
    expect(tables.length).toBeGreaterThan(100);
    expect(letter.why).not.toBe("");
    const pdf = await fileOf(amina, plan, "pdf");
    const sent = [...mail.files].find(([name]) => name.endsWith(".pdf"))?.[1] ?? Buffer.alloc(0);
    expect(readPdf(pdf.bytes)).toEqual(readPdf(sent));
    const { sheets } = await readXlsx((await fileOf(amina, plan, "xlsx")).bytes);
    expect(sheets.map(({ name }) => name)).toEqual(language === "en" ? ["Data", "About"] : ["Données", "À propos"]);
  },
);

test("nothing is sent and nothing is noted by a preview", async () => {
  const { amina } = await crowd();
  await setVerified(amina, true);
  const { pool } = (await thePortal()).database;
  const countOf = async () => {
    const { rows } = await pool.query<{ mails: string; lines: string; made: string }>(
      `select (select count(*) from outbox) as mails, (select count(*) from audit) as lines,
        (select count(*) from report_sending) as made`,
    );
    return rows[0];
  };
  const before = await countOf();
  await amina.call("reportPreview", { plan: monthOf("gao") });
  expect(await countOf()).toEqual(before);
  // That a file was taken is noted, as of every file.
  expect((await fileOf(amina, monthOf("gao"), "pdf")).status).toBe(200);
  expect(await countOf()).toMatchObject({ mails: before?.mails, made: before?.made });
});

test("a month of a container has the figures of its energy balance, day by day, across a change of the clock", async () => {
  const { amina } = await crowd();
  const { letter } = (await amina.call("reportPreview", { plan: monthOf("gao") })).data;
  const balance = (
    await amina.call("getEnergyBalance", {
      containerId: "gao",
      from: march,
      to: april,
      groupBy: "day",
      zone: "Europe/Paris",
    })
  ).data;
  expect(balance.t).toHaveLength(31);
  const text = (wh: number | null | undefined) => formatQuantityText(wh ?? null, "Wh", "en");
  const figure = (label: string) => letter.figures.find((one) => one.label === label);
  const { solar, load } = balance.parts;
  expect(letter.days).toBe("1 Mar 2026 to 31 Mar 2026");
  expect(figure("Solar energy")).toMatchObject({ value: text(solar?.total), note: "100\u00a0% measured" });
  expect(figure("Consumption")).toMatchObject({ value: text(load?.total), note: "100\u00a0% measured" });
  expect(solar?.total).toBeGreaterThan(400_000);
  const days = letter.tables.at(-1);
  const columns = ["Solar energy", "Consumption"].map((head) => days?.heads.indexOf(head) ?? -1);
  const rows = days?.rows.slice(0, -1) ?? [];
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual(
    balance.t.map((_, day) => [text(solar?.values[day]), text(load?.values[day])]),
  );
  expect(rows.map(([day]) => day)).toContain("Sun 29 Mar");
});

test("a preview says why the report would not be sent, and that nothing was measured", async () => {
  const { amina } = await crowd();
  await setVerified(amina, false);
  expect((await amina.call("reportPreview", { plan: monthOf("gao") })).data.skip).toBe("no_address");
  await setVerified(amina, true);
  const skipOf = async (plan: Plan) => (await amina.call("reportPreview", { plan })).data.skip;
  expect(await skipOf(monthOf("gao", { condition: "data" }))).toBeNull();
  expect(await skipOf(monthOf("gao", { condition: "raised" }))).toBe("condition");
  expect(await skipOf(monthOf("kayes"))).toBeNull();
  const silent = monthOf("kayes", { condition: "data", files: ["pdf", "csv"] });
  const { letter, files, skip } = (await amina.call("reportPreview", { plan: silent })).data;
  expect(skip).toBe("condition");
  expect(letter.notes).toEqual(["Nothing was measured in this time. What is not known is not shown as 0."]);
  // Nothing is drawn, so there are no columns.
  expect(files).toEqual(["pdf"]);
  expect((await fileOf(amina, silent, "csv")).status).toBe(404);
  expect((await fileOf(amina, silent, "pdf")).status).toBe(200);
});

test("nobody sees a preview of what is not theirs", async () => {
  const { fatou } = await crowd();
  await expect(fatou.call("reportPreview", { plan: monthOf("gao") })).refusesWith("not_found");
  expect((await fileOf(fatou, monthOf("gao"), "pdf")).status).toBe(404);
});

test("what is laid over a chart goes with it by mail and on paper", async () => {
  const { amina } = await crowd();
  const definition = {
    ...{ name: "Sun", period: "yesterday" as const, groupBy: "hour" as const, compare: { kind: "previous" as const } },
    series: [
      { id: "a", kind: "metric" as const, metric: "solar.power", of: { kind: "containers" as const, ids: ["gao"] } },
    ],
  };
  const { id: chartId } = (await amina.call("chartSave", { definition })).data;
  const plan = monthOf("gao", { subject: { kind: "chart", chartId }, files: ["pdf"] });
  const { letter } = (await amina.call("reportPreview", { plan })).data;
  expect(letter.tables[0]?.rows.map(([title]) => title)).toEqual(["Solar power", "Solar power (a day before)"]);
  expect(readPdf((await fileOf(amina, plan, "pdf")).bytes).text).toContain("Solarpower(adaybefore)");
});

test("a chart over hours of two days says their times in the mail, in its subject and on paper", async () => {
  const { amina } = await crowd();
  const hours = { from: Date.parse("2026-03-10T17:00:00Z"), to: Date.parse("2026-03-11T20:30:00Z") };
  const definition = {
    ...{ name: "Sun", period: "custom" as const, groupBy: "hour" as const, ...hours },
    series: [
      { id: "a", kind: "metric" as const, metric: "solar.power", of: { kind: "containers" as const, ids: ["gao"] } },
    ],
  };
  const { id: chartId } = (await amina.call("chartSave", { definition })).data;
  const plan = monthOf("gao", { subject: { kind: "chart", chartId }, files: ["pdf"] });
  const { letter } = (await amina.call("reportPreview", { plan })).data;
  expect(letter.days).toMatch(/^10 Mar 2026, 6:00\spm – 11 Mar 2026, 9:30\spm$/);
  expect(letter.subject).toContain(letter.days);
  const paper = readPdf((await fileOf(amina, plan, "pdf")).bytes).text;
  expect(paper).toContain("10Mar2026,6:00pm–11Mar2026,9:30pm");
  // Midnight is on the axis, by its date.
  expect(paper).toMatch(/8:00pm11Mar4:00am/);
});
