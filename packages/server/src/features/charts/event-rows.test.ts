import { randomUUID } from "node:crypto";

import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { registerContainer } from "../containers/registration.ts";
import { insertEvents } from "../events/events.store.ts";
import { eventRows } from "./event-rows.ts";

const minute = 60_000;
const midnight = Date.UTC(2026, 5, 10);

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("a warning of a file is one row with since when it was so, when it was raised and when it ended, as far as that is known", async () => {
  const { db, pool } = database;
  const userId = randomUUID();
  const admin = { id: userId, email: `${userId}@example.org`, role: "admin", setting: "{}" } as const;
  await db.insertInto("appUser").values(admin).execute();
  const container = { containerId: "mopti", name: "Mopti", serialNumber: "SN-mopti", users: [] };
  await db.transaction().execute((tx) => registerContainer(tx, container));
  const at = (minutes: number) => new Date(midnight + minutes * minute);
  const cut = suggestedRules[0]!.en.ruleName;
  // Found a day after it began, over, begun before the range, and only tried.
  for (const [id, content, isShadow, raised, found, cleared] of [
    ["w-found", cut, false, -3_000, -60, null],
    ["w-over", "Door open", false, -300, null, -200],
    ["w-before", "Sun low", false, -5_000, null, null],
    ["w-tried", "Tried", true, -300, null, null],
    ["w-long-over", "Long over", false, -9_000, null, -8_000],
  ] as const)
    await pool.query(
      `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at, found_at, cleared_at, close_reason)
       values ($1, 'mopti', $2, $2, '', $3, 'critical', $4, $5, $6, $7)`,
      [id, content, isShadow, at(raised), found && at(found), cleared && at(cleared), cleared && "data"],
    );
  const raised = (["w-found", "w-over"] as const).map((warningId, index) => ({
    ...{ containerId: "mopti", boot: null, seq: null },
    event: {
      ts: midnight - [60, 300][index]! * minute,
      ...{ code: "warning.raised", level: "critical" as const, data: { warningId, content: cut } },
    },
  }));
  const door = { ts: midnight - 90 * minute, code: "door.opened", level: "info" as const, data: {} };
  const all = [...raised, { containerId: "mopti", boot: null, seq: null, event: door }];
  await db.transaction().execute((tx) => insertEvents(tx, all, midnight));
  const names = new Map([["mopti", "Mopti"]]);
  const drawn = { from: midnight - 1_440 * minute, to: midnight, zone: "UTC" };
  const rowsIn = (language: "en" | "fr") => eventRows(names, drawn, { db, viewer: { userId }, language });
  const { heads, rows } = await rowsIn("en");
  expect(heads).toEqual(["Datetime", "Container", "Level", "Event", "Since", "Ended"]);
  expect(rows).toEqual([
    [at(-60), "Mopti", "Critical", cut, at(-3_000), null],
    [at(-90), "Mopti", "Information", "The door was opened", null, null],
    [at(-300), "Mopti", "Critical", "Door open", at(-300), at(-200)],
    [at(-5_000), "Mopti", "Critical", "Sun low", at(-5_000), null],
  ]);
  const french = await rowsIn("fr");
  expect(french.heads.slice(3)).toEqual(["Événement", "Depuis", "Fin"]);
  expect(french.rows[0]?.slice(1, 4)).toEqual(["Mopti", "Critique", suggestedRules[0]!.fr.ruleName]);
});
