import { beforeAll, describe, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { byDay } from "../../ui/day-groups.ts";
import { queryOf } from "./audit-query.ts";
import { actionsIn, auditSearch } from "./audit.search.ts";

beforeAll(timeReady);

describe("the audit", () => {
  test("is requested from the first instant of the first day to the last of the last day, in the reader's zone", () => {
    expect(queryOf({ from: "2026-11-20", to: "2026-11-20" }, "Africa/Nairobi")).toEqual({
      filter: { from: "2026-11-19T21:00:00.000Z", to: "2026-11-20T21:00:00.000Z" },
    });
    expect(
      queryOf({ from: "2026-13-40", search: "ada", person: "u-1", container: "gao", result: "refused" }, "UTC"),
    ).toEqual({
      search: "ada",
      filter: { userId: "u-1", target: "gao", result: "refused" },
    });
  });

  test("stands under the days of the reader's zone, in its order", () => {
    const at = (...instants: string[]) => instants.map((one) => ({ at: one }));
    const lines = at("2026-11-20T22:30:00Z", "2026-11-20T20:30:00Z", "2026-11-20T08:00:00Z", "2026-11-18T08:00:00Z");
    expect(byDay(lines, "Africa/Nairobi").map(({ day, lines: own }) => [day, own.length])).toEqual([
      ["2026-11-21", 1],
      ["2026-11-20", 2],
      ["2026-11-18", 1],
    ]);
    expect(byDay(lines, "UTC").map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-18"]);
  });

  test("takes only valid filters from its address", () => {
    const given = { from: "yesterday", to: "2026-11-20", action: "", result: "ok", page: 1, more: "x" };
    expect(auditSearch(given)).toEqual({ to: "2026-11-20", result: "ok" });
    expect(actionsIn({ action: "login,,signOut,login" })).toEqual(["login", "signOut"]);
    expect(queryOf({ action: "login,signOut" }, "UTC")).toEqual({ filter: { actions: ["login", "signOut"] } });
    expect(auditSearch({ search: 12, page: 3 })).toEqual({ search: "12", page: 3 });
  });
});
