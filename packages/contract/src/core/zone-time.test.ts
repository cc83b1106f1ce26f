import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { groupEdges, localDate, localDay, offsetMs, startOfLocalDay } from "./zone-time.ts";

const zones = ["UTC", "Europe/Paris", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Cairo"];
const groups = ["15m", "hour", "day", "week", "month", "year"] as const;
const hour = 3_600_000;
const iso = (edges: number[]) => edges.map((edge) => new Date(edge).toISOString());

test("a day of a clock change has 23 or 25 hours in Paris, 23.5 or 24.5 on Lord Howe", () => {
  const lengthH = (zone: string, atMs: number) => {
    const { startMs, endMs } = localDay(zone, atMs);
    return (endMs - startMs) / hour;
  };
  expect(lengthH("Europe/Paris", Date.UTC(2026, 2, 29, 12))).toBe(23);
  expect(lengthH("Europe/Paris", Date.UTC(2026, 9, 25, 12))).toBe(25);
  expect(lengthH("Australia/Lord_Howe", Date.UTC(2026, 9, 4, 2))).toBe(23.5);
  expect(lengthH("Australia/Lord_Howe", Date.UTC(2026, 3, 5, 2))).toBe(24.5);
});

test("hours and days of Kathmandu begin a quarter past the UTC hour", () => {
  const from = Date.UTC(2026, 5, 1, 18, 20);
  expect(iso(groupEdges(from, from + hour, "hour", "Asia/Kathmandu"))).toEqual([
    "2026-06-01T18:15:00.000Z",
    "2026-06-01T19:15:00.000Z",
    "2026-06-01T20:15:00.000Z",
  ]);
  expect(localDay("Asia/Kathmandu", from)).toMatchObject({ date: "2026-06-02", startMs: Date.UTC(2026, 5, 1, 18, 15) });
});

test("the hour in which Lord Howe's clock goes back by half an hour is followed by a short one", () => {
  // At 02:00 (+11) the clock goes back to 01:30 (+10:30): 15:00 UTC.
  const edges = groupEdges(Date.UTC(2026, 3, 4, 14), Date.UTC(2026, 3, 4, 16, 30), "hour", "Australia/Lord_Howe");
  expect(iso(edges).map((edge) => edge.slice(11, 16))).toEqual(["14:00", "15:00", "15:30", "16:30"]);
});

test("a midnight that does not exist begins the day at the instant of the change", () => {
  // Cairo, 2026-04-24: 00:00 becomes 01:00.
  const start = startOfLocalDay("Africa/Cairo", { year: 2026, month: 4, day: 24 });
  expect(localDate("Africa/Cairo", start - 1)).toEqual({ year: 2026, month: 4, day: 23 });
  expect(localDate("Africa/Cairo", start)).toEqual({ year: 2026, month: 4, day: 24 });
});

test("weeks start on Monday", () => {
  const [start = 0] = groupEdges(Date.UTC(2026, 10, 22, 12), Date.UTC(2026, 10, 22, 13), "week", "UTC");
  expect(new Date(start).toISOString()).toBe("2026-11-16T00:00:00.000Z");
});

test("groups rise, cover the range, and begin where local time says", () => {
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...zones),
      fc.constantFrom(...groups),
      (from, hours, zone, group) => {
        const to = from + hours * hour;
        const edges = groupEdges(from, to, group, zone);
        expect(edges[0]).toBeLessThanOrEqual(from);
        expect(edges[1]).toBeGreaterThan(from);
        expect(edges.at(-1)).toBeGreaterThanOrEqual(to);
        expect(edges.at(-2)).toBeLessThan(to);
        for (const [index, edge] of edges.entries()) {
          if (index > 0) expect(edge).toBeGreaterThan(edges[index - 1] as number);
          if (group === "15m" || group === "hour") continue;
          const { day } = localDate(zone, edge);
          expect(localDate(zone, edge - 1).day).not.toBe(day);
          if (group === "month" || group === "year") expect(day).toBe(1);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("an offset is how far the zone's clock is ahead", () => {
  expect(offsetMs("Asia/Kathmandu", 0)).toBe(5.5 * hour);
  expect(offsetMs("Asia/Kathmandu", Date.UTC(2026, 0, 1))).toBe(5.75 * hour);
});

test("every zone's offset is that of Intl, hour by hour around its clock changes", () => {
  const clock = (zone: string) => {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    return (atMs: number) => Date.parse(`${format.format(atMs).replace(" ", "T")}Z`) - atMs;
  };
  let changes = 0;
  for (const zone of [...zones, "Africa/Casablanca", "Antarctica/Troll", "Pacific/Apia", "America/Caracas"]) {
    const shown = clock(zone);
    // Casablanca leaves its time for Ramadan; Apia went over the date line; Caracas moved by half an hour.
    for (let atMs = Date.UTC(2011, 0, 1); atMs < Date.UTC(2027, 0, 1); atMs += 24 * hour) {
      const [before, after] = [shown(atMs), shown(atMs + 24 * hour)];
      if (before === after) continue;
      changes++;
      for (let each = atMs - hour; each <= atMs + 25 * hour; each += hour / 4) {
        expect([zone, each, offsetMs(zone, each)]).toEqual([zone, each, shown(each)]);
      }
    }
  }
  expect(changes).toBeGreaterThan(100);
});

test("a zone is looked up once, however its letters are written", () => {
  const at = Date.UTC(2026, 5, 10);
  const offset = offsetMs("Asia/Kathmandu", at);
  const made = vi.spyOn(Intl, "DateTimeFormat");
  expect(["asia/kathmandu", "ASIA/KATHMANDU", "aSIA/kATHMANDU"].map((zone) => offsetMs(zone, at))).toEqual([
    offset,
    offset,
    offset,
  ]);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
