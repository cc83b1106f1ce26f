import type { Calls } from "@offgrid/contract/registry";
import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { RequestOf } from "@offgrid/contract/core/call";
import { missing } from "@offgrid/contract/telemetry/format";
import { beforeAll, expect, test } from "vitest";

import { openSecretBox } from "../../core/secret-box.ts";
import { aStranger, type Actor, cast, thePortal } from "../../testing/cast.ts";
import { mailReader } from "../../testing/mails.ts";
import { readPdf } from "../../testing/pdf-text.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";
import { chartReport, definedReport } from "./chart-report.ts";
import { stopToken } from "./stop-token.ts";

const hour = 3_600_000;
const noon = Date.UTC(2026, 5, 10, 12);
const clock = testClock(noon);
const mailTo = mailReader(async () => (await thePortal()).config.dataDir);

beforeAll(async () => {
  await thePortal({ clock, config: { publicUrl: "https://portal.example.org" } });
  const hours = Array.from({ length: 10 * 24 }, (_, index) => noon - (10 * 24 - index) * hour);
  await store(
    "gao",
    ["solar.power"],
    hours.map((atMs) => [atMs, [1_000]]),
    3_600,
  );
});

type Plan = RequestOf<Calls["reportSave"]>["plan"];
const plan = (more: Partial<Plan> = {}): Plan => ({
  name: "Fleet",
  subject: { kind: "fleet_week" },
  schedule: { time: "07:00", zone: "Africa/Bamako", repeat: { kind: "week", days: [1] } },
  language: "fr",
  ...more,
});
const setVerified = async ({ userId }: Actor, isVerified: boolean) =>
  (await thePortal()).database.pool.query("update app_user set email_verified = $2 where id = $1", [
    userId,
    isVerified,
  ]);
const crowd = () =>
  cast({
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    fatou: { role: "customer_staff", containers: ["lodwar"] },
  });

test("a report is kept with when it is due next, changed, paused and deleted, by its owner alone", async () => {
  const { amina, brahim } = await crowd();
  const people = [amina.userId, brahim.userId];
  const { data } = await amina.call("reportSave", { plan: plan(), people });
  expect(data).toMatchObject({ nextAt: "2026-06-15T07:00:00.000Z", pauseReason: null, last: null });
  expect(data.people.map(({ userId }) => userId).toSorted()).toEqual(people.toSorted());
  expect((await amina.call("reportList", {})).data).toEqual([data]);
  expect((await brahim.call("reportList", {})).data).toEqual([]);
  await expect(brahim.call("reportDelete", { id: data.id })).refusesWith("not_found");
  await expect(brahim.call("reportSave", { id: data.id, plan: plan(), people: [] })).refusesWith("not_found");
  const paused = await amina.call("reportSave", {
    id: data.id,
    plan: plan({ name: "Week" }),
    people: [],
    paused: true,
  });
  expect(paused.data).toMatchObject({ nextAt: null, pauseReason: "paused", people: [], plan: { name: "Week" } });
  await amina.call("reportDelete", { id: data.id });
  expect((await amina.call("reportList", {})).data).toEqual([]);
});

test("a report goes to people whom its owner sees and who see something of it, and to no other address", async () => {
  const { amina, brahim, fatou } = await crowd();
  const sentTo = async (...people: string[]) => {
    const { body } = await amina.post("reportSave", { plan: plan(), people });
    return (body["fields"] as Record<string, string> | undefined)?.["people"];
  };
  expect(await sentTo("somebody@example.org")).toMatch(/^Reports go to people who have an account here/);
  expect(await sentTo(fatou.userId)).toBe("There is nobody like that whom you see.");
  const { pool } = (await thePortal()).database;
  await pool.query("delete from container_user where user_id = $1", [brahim.userId]);
  await pool.query("update app_user set created_by = $2 where id = $1", [brahim.userId, amina.userId]);
  expect(await sentTo(brahim.userId)).toMatch(/^Somebody here sees no container of this report/);
});

test("a report about a chart or a container that its owner does not see is refused", async () => {
  const { amina, fatou } = await crowd();
  const definition = {
    name: "Sun",
    series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "$container" } }],
  } as const;
  const { id: chartId } = (
    await amina.call("chartSave", { definition: { ...definition, series: [...definition.series] } })
  ).data;
  const save = (who: Actor, subject: Plan["subject"]) =>
    who.call("reportSave", { plan: plan({ subject }), people: [] });
  await expect(save(fatou, { kind: "chart", chartId })).refusesWith("not_found");
  await expect(save(fatou, { kind: "container_month", containerId: "gao" })).refusesWith("not_found");
  // It has a placeholder, and nothing that stands for it.
  await expect(save(amina, { kind: "chart", chartId })).refusesWith("bad_input");
  await expect(save(amina, { kind: "chart", chartId, containerId: "lodwar" })).refusesWith("bad_input");
  expect((await save(amina, { kind: "chart", chartId, containerId: "gao" })).data.nextAt).not.toBeNull();
});

test("a test goes to whoever asks for it alone, in the language of the report, and needs an address that is proved", async () => {
  const { amina } = await crowd();
  await setVerified(amina, false);
  await expect(amina.call("reportTest", { plan: plan() })).refusesWith("not_verified");
  await setVerified(amina, true);
  expect((await amina.call("reportTest", { plan: plan() })).data).toEqual({ to: amina.email });
  const mail = await mailTo(amina.email);
  expect(mail.subject).toBe("Fleet\u00a0: du 3 juin 2026 au 9 juin 2026");
  expect(mail.text).toContain("Énergie solaire\u00a0: 168\u00a0kWh (mesuré à 100\u00a0%)");
  expect(mail.text).toContain("Ceci est un essai");
  expect(mail.unsubscribe).toBeUndefined();
});

test("a chart in a mail has its figures, and a link to the chart over its time; whom it is not shared with has one that asks the same", async () => {
  const { amina, brahim } = await crowd();
  const series = [
    { id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } },
  ] as const;
  const definition = { name: "Sun", period: "yesterday", groupBy: "hour", series: [...series] } as const;
  const { id: chartId } = (
    await amina.call("chartSave", {
      definition: { ...definition, series: [{ ...series[0], of: { kind: "containers", ids: ["gao"] } }] },
    })
  ).data;
  await amina.call("reportTest", { plan: plan({ language: "en", subject: { kind: "chart", chartId } }) });
  const { text } = await mailTo(amina.email);
  expect(text).toContain("Solar power | 1.00\u00a0kW | 1.00\u00a0kW | 1.00\u00a0kW | 100\u00a0%");
  expect(text).toContain("Chart Sun: Solar power.");
  const [from, to] = [Date.UTC(2026, 5, 9), Date.UTC(2026, 5, 10)];
  expect(text).toContain(`Open in the portal:\nhttps://portal.example.org/charts/${chartId}?from=${from}&to=${to}`);
  await amina.call("reportTest", { plan: plan({ subject: { kind: "chart", chartId } }) });
  expect((await mailTo(amina.email)).text).toContain("Ouvrir dans le portail\u00a0:\nhttps://portal.example.org/fr/");
  const { db } = (await thePortal()).database;
  const report = { db, ownerId: amina.userId, language: "en", dueMs: noon, nowMs: noon, url: "" } as const;
  const { link } = await chartReport("Sun", { kind: "chart", chartId }, { ...report, readerId: brahim.userId });
  const asked = /charts\/add\?d=([\w-]+)/.exec(link)?.[1] ?? "";
  const kept = JSON.parse(Buffer.from(asked, "base64url").toString("utf8")) as object;
  expect(kept).toMatchObject({ period: "custom", from, to });
});

test("paper has the colours of the screen, what is laid over in that of its line, and thresholds with their value", async () => {
  const { amina } = await crowd();
  const { db } = (await thePortal()).database;
  const at = { kind: "containers", ids: ["gao"] } as const;
  const series = [
    { id: "a", kind: "metric", metric: "solar.power", of: at },
    { id: "b", kind: "metric", metric: "solar.power", of: at, multiply: 2, title: "Twice", plot: 1 },
    { id: "c", kind: "formula", op: "minus", a: "b", b: "a", title: "Between", plot: 1 },
  ];
  const thresholds = [
    { value: 1_500, plot: 1 },
    { value: 800, title: "Enough" },
  ];
  const definition = ChartDefinition.parse({
    ...{ name: "Sun", period: "yesterday", groupBy: "hour", compare: { kind: "previous" } },
    ...{ series, thresholds },
  });
  const people = { ownerId: amina.userId, readerId: amina.userId };
  const report = { db, ...people, dueMs: noon, nowMs: noon, url: "" };
  const { plots, tables, about } = await definedReport("Sun", definition, { ...report, language: "en" });
  // A colour of an energy is used once in a chart, whichever its drawing.
  expect(plots.map(({ lines }) => lines.map(({ title, color, isOver }) => [title, color, isOver ?? false]))).toEqual([
    [
      ["Solar power", "solar", false],
      ["Solar power (a day before)", "solar", true],
    ],
    [
      ["Twice", "compare-1", false],
      ["Twice (a day before)", "compare-1", true],
      ["Between", "compare-2", false],
      ["Between (a day before)", "compare-2", true],
    ],
  ]);
  expect(plots.map(({ levels }) => levels)).toEqual([
    [{ title: "Enough: 800\u00a0W", value: 800, axis: "left" }],
    [{ title: "Threshold 1.50\u00a0kW", value: 1_500, axis: "left" }],
  ]);
  // How much of the earlier time was measured was not looked for.
  expect(tables[0]?.rows.slice(0, 2).map((row) => row.at(-1))).toEqual(["100\u00a0%", missing]);
  expect(about).toEqual([
    ...["Gao", "“a day before” stands for 8 Jun 2026", "Times in UTC, by hour"],
    // They are stored long after their day.
    "24 h of values reached the portal late".replace(" ", "\u00a0"),
  ]);
  const french = await definedReport("Sun", definition, { ...report, language: "fr" });
  expect(french.about[1]).toBe("«\u00a0un jour avant\u00a0»\u00a0: 8 juin 2026");
  expect(french.plots[0]?.levels?.[0]?.title).toBe("Enough\u00a0: 800\u00a0W");
});

test("whoever has a mail stops its report by one request of the mail program, and takes that back on a page", async () => {
  const { amina, brahim } = await crowd();
  const { pool } = (await thePortal()).database;
  const people = [brahim.userId];
  const { id } = (await amina.call("reportSave", { plan: plan(), people })).data;
  await pool.query("update report set next_at = $2 where id = $1", [id, new Date(clock.now())]);
  const { unsubscribe, text } = await mailTo(brahim.email);
  expect(unsubscribe?.isOneClick).toBe(true);
  expect(text).toContain("https://portal.example.org/fr/reports/stop?token=");
  const { pathname, search } = new URL(unsubscribe?.address ?? "");
  const { api } = await thePortal();
  const address = `${new URL(api).origin}${pathname}${search}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(address, { method: "POST", headers, body: "List-Unsubscribe=One-Click" });
  expect(answer.status).toBe(200);
  const stopped = async () => (await amina.call("reportList", {})).data[0]?.people[0]?.stoppedAt;
  expect(await stopped()).not.toBeNull();
  // The owner cannot take that back for them.
  await amina.call("reportSave", { id, plan: plan(), people: [] });
  await amina.call("reportSave", { id, plan: plan(), people });
  expect(await stopped()).not.toBeNull();
  const token = new URLSearchParams(search).get("token") ?? "";
  const stranger = await aStranger();
  expect((await stranger.call("reportStop", { token, stop: false })).data).toEqual({ name: null, isStopped: false });
  expect(await stopped()).toBeNull();
  await expect(stranger.call("reportStop", { token: `${token.slice(0, -4)}AAAA` })).refusesWith("not_found");
});

test("whoever stopped a person's report is sent nothing of theirs, also when it is deleted and set up anew, until they take that back", async () => {
  const { amina, brahim } = await crowd();
  const { pool } = (await thePortal()).database;
  const people = [brahim.userId];
  const box = openSecretBox((await thePortal()).config.dataDir);
  const { id } = (await amina.call("reportSave", { plan: plan(), people })).data;
  const token = stopToken(box, { reportId: id, userId: brahim.userId, ownerId: amina.userId });
  // The owner was quicker: the link of the mail works all the same.
  await amina.call("reportDelete", { id });
  const stranger = await aStranger();
  expect((await stranger.call("reportStop", { token })).data).toEqual({ name: null, isStopped: true });
  const next = (await amina.call("reportSave", { plan: plan({ name: "Anew" }), people: [...people, amina.userId] }))
    .data;
  const stops = new Map(next.people.map(({ userId, stoppedAt }) => [userId, stoppedAt]));
  expect(stops.get(brahim.userId)).toBe(new Date(clock.now()).toISOString());
  expect(stops.get(amina.userId)).toBeNull();
  await pool.query("update report set next_at = $2 where id = $1", [next.id, new Date(clock.now())]);
  await mailTo(amina.email);
  const { rows } = await pool.query("select user_id from report_sending where report_id = $1", [next.id]);
  expect(rows).toEqual([{ user_id: amina.userId }]);
  await stranger.call("reportStop", { token, stop: false });
  const [shown] = (await amina.call("reportList", {})).data;
  expect(shown?.people.map(({ stoppedAt }) => stoppedAt)).toEqual([null, null]);
});

test("a link of one's own report stops that one alone, and is none once one is not on it", async () => {
  const { amina } = await crowd();
  const box = openSecretBox((await thePortal()).config.dataDir);
  const people = [amina.userId];
  const { id } = (await amina.call("reportSave", { plan: plan(), people })).data;
  await amina.call("reportSave", { plan: plan({ name: "Other" }), people });
  const token = stopToken(box, { reportId: id, userId: amina.userId, ownerId: amina.userId });
  const stranger = await aStranger();
  expect((await stranger.call("reportStop", { token })).data).toEqual({ name: "Fleet", isStopped: true });
  const stops = (await amina.call("reportList", {})).data.map(({ plan: { name }, people: [one] }) => [
    name,
    one?.stoppedAt !== null,
  ]);
  expect(stops).toEqual([
    ["Fleet", true],
    ["Other", false],
  ]);
  await amina.call("reportSave", { id, plan: plan({ name: "Secret" }), people: [] });
  for (const stop of [true, false]) await expect(stranger.call("reportStop", { token, stop })).refusesWith("not_found");
});

test("a formula without a title is called in a report as in the legend of its chart, also where it is not drawn", async () => {
  const { amina } = await crowd();
  const of = { kind: "containers", ids: ["gao"] };
  const definition = ChartDefinition.parse({
    ...{ name: "Sun", period: "yesterday", groupBy: "hour" },
    series: [
      { id: "s1", kind: "metric", metric: "solar.power", of },
      { id: "s2", kind: "metric", metric: "solar.power", of, func: "max", title: "Peak" },
      { id: "s3", kind: "metric", metric: "battery.soc", of, axis: "right" },
      { id: "s6", kind: "formula", op: "minus", a: "s2", b: "s1" },
      { id: "s7", kind: "formula", op: "minus", a: "s2", b: "s3" },
    ],
  });
  const { db } = (await thePortal()).database;
  const to = {
    db,
    ownerId: amina.userId,
    readerId: amina.userId,
    language: "en",
    dueMs: noon,
    nowMs: noon,
    url: "",
  } as const;
  const { query, notes, plots } = await definedReport("Sun", definition, to);
  expect(plots.flatMap(({ lines }) => lines.map(({ title }) => title))).toContain("Peak − Solar power");
  expect(query).toContain(": Solar power, Peak, State of charge, Peak − Solar power, Peak − State of charge.");
  expect(notes.some((note) => note.startsWith("Peak − State of charge: "))).toBe(true);
  expect([query, ...notes].join(" ")).not.toMatch(/\bs\d/);
});

test("a week of a container and a chart are taken as PDF by whoever sees them, and by nobody else", async () => {
  const { amina, fatou } = await crowd();
  const taken = async (name: string, input: object) => {
    const { api } = await thePortal();
    const answer = await fetch(`${api}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-token": amina.token, "x-user-id": amina.userId },
      body: JSON.stringify(input),
    });
    const disposition = answer.headers.get("content-disposition");
    return { disposition, ...readPdf(Buffer.from(await answer.arrayBuffer())) };
  };
  const week = await taken("containerReport", { containerId: "gao", span: "week" });
  expect(week.disposition).toContain("container-week-gao_2026-06-03_2026-06-09.pdf");
  expect(week.text).toContain("Containerweek:Gao");
  expect(week.text).toContain("Solarenergy168kWh100%measured");
  const series = [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "$container" } }];
  const definition = { name: "Sun", period: "yesterday", series };
  const chart = await taken("chartReport", { definition, containerId: "gao" });
  expect(chart.text).toContain("Solarpower1.00kW1.00kW1.00kW100%");
  // Its title stands above it, and where it is told what was asked.
  expect(chart.text.match(/Sun(?!power)/g)).toHaveLength(2);
  await expect(fatou.call("containerReport", { containerId: "gao", span: "week" })).refusesWith("not_found");
});
