import { dateText, localDate, startOfLocalDay } from "@offgrid/contract/core/zone-time";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { storeInZone } from "../charts/charts.fixture.ts";
import { byHarm, containerTable, fleetWeek } from "./fleet-week.ts";
import { fileOf } from "./report-files.ts";
import { reportMail } from "./report-mail.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Monday, seven in the morning in Paris: in Adak Sunday goes on, in Kiritimati it has been over for most of a day. */
const due = Date.UTC(2026, 5, 15, 5);
const zone = "Europe/Paris";
const zones = { "week-adak": "America/Adak", "week-nepal": "Asia/Kathmandu", "week-kiritimati": "Pacific/Kiritimati" };
type Id = keyof typeof zones;
const ids = Object.keys(zones) as Id[];
const clock = testClock(due);
const portal = await thePortal({ clock });

test("a fleet's week is that of the dashboard, each container's own days, and says so in mail, document and files", async () => {
  const from = due - 10 * day;
  for (const id of ids) {
    // 100 W on the first of the month, 200 W on the second, as its own clocks have it.
    const watts = (at: number) => 100 * localDate(zones[id], at).day;
    await storeInZone(id, zones[id], { fromMs: from, toMs: from + 10 * day }, watts);
  }
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ids } });
  const { db } = portal.database;
  const to = { db, ownerId: amina.userId, readerId: amina.userId, dueMs: due, nowMs: due, url: "" };
  const report = await fleetWeek("Week", zone, { ...to, language: "en" });
  const dates = Array.from({ length: 7 }, (_, index) => ({ year: 2026, month: 6, day: 8 + index }));
  const { data: shown } = await amina.call("getConsumption", {
    ...{
      period: "custom",
      from: startOfLocalDay(zone, dates[0]!),
      to: startOfLocalDay(zone, { ...dates[6]!, day: 15 }),
    },
    ...{ groupBy: "day", zone, containerIds: ids, ownDays: true },
  });
  const [plot] = report.plots;
  const load = plot?.lines.find(({ quantity }) => quantity === "load.power");
  expect(plot?.t.map((at) => dateText(localDate(zone, at)))).toEqual(dates.map((date) => dateText(date)));
  for (const [place, wh] of shown.values.entries()) expect(load?.values[place]).toBeCloseTo(wh ?? NaN, 6);
  expect(load?.coverage).toBeCloseTo(shown.coverage, 9);
  // In Adak it is 20:00 of the last day. Between two readings around midnight nobody knows which of the two it was.
  const wanted = dates.map((date) => 100 * date.day * (date.day === 14 ? 24 + 24 + 20 : 3 * 24));
  for (const [place, wh] of wanted.entries()) expect(Math.abs((load?.values[place] ?? NaN) - wh)).toBeLessThan(50);
  const rows = new Map(report.tables.at(-1)?.rows.map(([name, ...cells]) => [name, cells]));
  expect(rows.get("Week-nepal")?.[0]).toBe("185\u00a0kWh");
  expect(rows.get("Week-kiritimati")?.[0]).toBe("185\u00a0kWh");

  expect(report.about[1]).toBe("Each container’s days begin at midnight in its own time zone");
  expect(report.notes).toEqual(["At 1 container the last day was not over yet when this report was made."]);
  const options = { language: "en", portalName: "Portal", nowMs: due, forWhom: "amina" } as const;
  const mail = reportMail(report, [], { ...options, email: "a@example.org", firstName: "", why: "" });
  for (const text of [mail.text, mail.html]) expect(text).toContain("midnight in its own time zone");
  const french = await fleetWeek("Semaine", zone, { ...to, language: "fr" });
  expect(french.about[1]).toBe("Les jours de chaque conteneur commencent à minuit dans son propre fuseau horaire");
  const { stream } = await fileOf(french, "csv", { ...options, language: "fr" });
  let csv = "";
  for await (const piece of stream) csv += Buffer.from(piece).toString("utf8");
  expect(csv).toContain('Jours,"ceux de chaque conteneur, à partir de minuit dans son fuseau horaire"');
  expect(csv).toContain('TimeStamp,"minuit, fuseau Europe/Paris"');
  expect(csv).not.toContain("Fuseau horaire,");
});

test("containers are listed the worst first: longest without power, then most warnings, then as they are called", () => {
  const row = (name: string, hours: number | null, warnings: number) => ({
    ...{ name, warnings },
    cuts: hours === null ? undefined : { hours, count: 1, coverage: 1 },
  });
  const rows = [row("Agadez", 0, 0), row("Gao", 0, 3), row("Jumla", 2, 1), row("Kayes", null, 4), row("Lodwar", 9, 0)];
  expect(rows.toSorted(byHarm).map(({ name }) => name)).toEqual(["Lodwar", "Jumla", "Kayes", "Gao", "Agadez"]);
});

test("a row says how much was measured of what it shows, also where that is not the consumption", () => {
  const known = (total: number | null, coverage: number) => ({ values: [], total, coverage });
  const none = known(null, 0);
  const row = (name: string, solar: typeof none, load: typeof none) => ({
    ...{ name, energy: { solar, load, generator: none } },
    ...{ cuts: undefined, warnings: 0 },
  });
  const rows = [
    row("Agadez", known(50_400, 0.97), none),
    row("Gao", known(50_400, 0.97), known(20_000, 0.62)),
    row("Jumla", none, none),
  ];
  const all = { solar: known(100_800, 0.97), load: known(20_000, 0.62), generator: none };
  const table = containerTable(rows, all, "en");
  const measured = table.heads.indexOf("Measured");
  expect(table.rows.map((cells) => cells[measured]).map((text) => String(text).replaceAll("\u00a0", " "))).toEqual([
    "97 %",
    "62 %",
    "not measured",
  ]);
});
