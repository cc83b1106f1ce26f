import { type Role, roleTable, roles } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import { type CallName, calls } from "@offgrid/contract/registry";
import { beforeAll, describe, expect, test } from "vitest";

import { fixtures } from "./access-matrix.fixture.ts";
import { none } from "./access-matrix.things.ts";
import { store } from "./features/charts/charts.fixture.ts";
import { type Actor, cast, thePortal } from "./testing/cast.ts";
import { testClock } from "./testing/test-clock.ts";

/**
 * Everything that returns many things at once without naming them: lists, searches, counts, charts and files, for
 * people who see only what is assigned to them.
 */

const now = Date.UTC(2026, 5, 10, 12);
const dayMs = 86_400_000;
const yesterday = { from: now - 1.5 * dayMs, to: now - 0.5 * dayMs, zone: "UTC", groupBy: "day" } as const;
const mine = "ours-lodwar";
const theirs = "others-fogo";
/** Only people and containers out of sight have these. */
const foreignMarks = [theirs, "Others-fogo", "SN-others", "foreigner"];
const lists: Partial<Record<CallName, readonly unknown[]>> = {
  getSites: [{}],
  getSitesV2: [{}, { search: "fogo" }, { search: "o", sort: "-name" }, { filter: { status: "offline" } }],
  userList: [{}, { search: "foreigner" }, { sort: "email" }],
  getGeneration: [yesterday],
  getConsumption: [yesterday],
};
const reads = (Object.keys(calls) as CallName[]).filter((name) => (calls[name] as Call).effect === "read");
const scoped = roles.filter((role) => roleTable[role].containers === "assigned");

beforeAll(async () => {
  await thePortal({ clock: testClock(now) });
  const minutes = Array.from({ length: 1_441 }, (_, index) => yesterday.from + index * 60_000);
  for (const [containerId, watts] of [
    [mine, 100],
    [theirs, 900],
  ] as const) {
    await store(
      containerId,
      ["solar.power", "load.power"],
      minutes.map((at) => [at, [watts, watts]]),
      60,
    );
  }
  await cast({
    foreigner: { role: "customer_staff", containers: [theirs] },
    "foreigner-owner": { role: "user", containers: [theirs] },
  });
});

const watcher = async (role: Role): Promise<Actor> => {
  const { me } = await cast({
    me: { role, containers: [mine] },
    colleague: { role: "customer_staff", containers: [mine] },
  });
  return me;
};

describe.each(scoped)("%s", (role) => {
  test("B2: lists, searches, charts and files contain nothing about containers and people that the caller may not see", async () => {
    const me = await watcher(role);
    const things = { ...none, containerId: mine, serialNumber: `SN-${mine}`, userId: me.userId, email: me.email };
    for (const name of reads) {
      const fixture = fixtures[name];
      const own = typeof fixture === "function" ? fixture(things, () => "x") : fixture.plain(() => "x");
      for (const question of [own, ...(lists[name] ?? [])]) {
        const { text } = await me.post(name, question);
        for (const mark of foreignMarks)
          expect([name, question, text]).not.toEqual([name, question, expect.stringContaining(mark)]);
      }
    }
  });

  test("B2: counts and sums include only the caller's own containers", async () => {
    const me = await watcher(role);
    const list = await me.call("getSitesV2", {});
    expect([list.total, list.data.map(({ id }) => id)]).toEqual([1, [mine]]);
    expect((await me.call("getSites", {})).data.map(({ id }) => id)).toEqual([mine]);
    for (const name of ["getGeneration", "getConsumption"] as const) {
      expect((await me.call(name, yesterday)).data.total).toBeCloseTo(2_400, 3);
    }
    expect((await me.call("getCurrentUserInfo", {})).info.containerCount).toBe(1);
  });
});

test("B2: a caller who sees everything gets everything from the same calls", async () => {
  const me = await watcher("admin");
  const answers = await Promise.all(
    Object.entries(lists).flatMap(([name, questions]) => questions.map((question) => me.post(name, question))),
  );
  const all = answers.map(({ text }) => text).join("\n");
  for (const mark of foreignMarks) expect(all).toContain(mark);
  expect((await me.call("getGeneration", yesterday)).data.total).toBeCloseTo(24_000, 3);
});
