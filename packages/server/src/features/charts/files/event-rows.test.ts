import { randomUUID } from "node:crypto";

import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../../testing/test-database.ts";
import { registerContainer } from "../../containers/registration.ts";
import { insertEvents } from "../../events/events.store.ts";
import { deleteNote, insertNote } from "../../notes/notes.store.ts";
import { noteWorks } from "../../works/works-events.ts";
import { eventRows } from "./event-rows.ts";

const minute = 60_000;
const midnight = Date.UTC(2026, 5, 10);

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const seconds = (count: number) => midnight - count * 1000;

/** Somebody who sees containers that are made for them. */
async function viewerOf(...ids: string[]) {
  const { db } = database;
  const userId = randomUUID();
  const admin = {
    ...{ id: userId, email: `${userId}@example.org`, firstName: "Awa", lastName: "Diarra" },
    ...{ role: "admin", setting: "{}" },
  } as const;
  await db.insertInto("appUser").values(admin).execute();
  for (const containerId of ids) {
    const container = { containerId, name: containerId, serialNumber: `SN-${containerId}`, users: [] };
    await db.transaction().execute((tx) => registerContainer(tx, container));
  }
  return { userId };
}

/** What is read at noon after the midnight that a span ends with. */
const reader = (viewer: { userId: string }, language: "en" | "fr") => ({
  ...{ db: database.db, viewer, language, nowMs: midnight + 720 * minute },
});

test("of more events than a sheet is for it has the newest of all containers, and says from when on they are all", async () => {
  const { db } = database;
  const viewer = await viewerOf("busy", "quiet");
  const opened = (containerId: string, ts: number) => ({
    ...{ containerId, boot: null, seq: null },
    event: { ts, code: "door.opened", level: "info" as const, data: {} },
  });
  const all = [
    ...Array.from({ length: 2_000 }, (_, index) => opened("busy", seconds(100 + index))),
    ...[10, 50, 5_000].map((ago) => opened("quiet", seconds(ago))),
  ];
  await db.transaction().execute((tx) => insertEvents(tx, all, midnight));
  const rowsFrom = (from: number, ...ids: string[]) =>
    eventRows(new Map(ids.map((id) => [id, id])), { from, to: midnight, zone: "UTC" }, reader(viewer, "en"));
  const placed = (rows: Awaited<ReturnType<typeof rowsFrom>>["rows"]) => rows.map(([at, name]) => [Number(at), name]);
  const newest = [
    ...[10, 50].map((ago) => [seconds(ago), "quiet"]),
    ...Array.from({ length: 1_998 }, (_, index) => [seconds(100 + index), "busy"]),
  ];
  for (const ids of [
    ["busy", "quiet"],
    ["quiet", "busy"],
  ]) {
    const { rows, cut } = await rowsFrom(seconds(6_000), ...ids);
    expect(placed(rows)).toEqual(newest);
    expect(cut).toEqual({ count: 2_000, fromMs: seconds(2_097) });
  }
  // Those of a shorter range are as many as a sheet is for.
  const whole = await rowsFrom(seconds(2_097), "busy", "quiet");
  expect(placed(whole.rows)).toEqual(newest);
  expect(whole.cut).toBeUndefined();
});

test("a mild warning that is over stands before thousands of grave ones that are older", async () => {
  const { pool } = database;
  const viewer = await viewerOf("warned");
  await pool.query(
    `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
      select 'grave-' || ago, 'warned', 'Grave', 'Grave', '', false, 'critical', $1::timestamptz - ago * interval '1 second',
        null::timestamptz, null from generate_series(101, 2101) ago
      union all select 'mild', 'warned', 'Mild', 'Mild', '', false, 'info', $2, $3, 'data'`,
    [new Date(midnight), new Date(seconds(60)), new Date(seconds(30))],
  );
  const drawn = { from: seconds(6_000), to: midnight, zone: "UTC" };
  const { rows, cut } = await eventRows(new Map([["warned", "warned"]]), drawn, reader(viewer, "en"));
  expect(rows[0]?.slice(2, 4)).toEqual(["Information", "Mild"]);
  expect(rows).toHaveLength(2_000);
  expect(cut).toEqual({ count: 2_000, fromMs: seconds(2_099) });
});

test("a warning of a file is one row with since when it was so, when it was raised and when it ended, as far as that is known", async () => {
  const { db, pool } = database;
  const viewer = await viewerOf("mopti");
  const at = (minutes: number) => new Date(midnight + minutes * minute);
  const cut = suggestedRules[0]!.en.ruleName;
  // Found a day after it began, over, begun before the range, over in it, over after it, and only tried.
  for (const [id, content, isShadow, raised, found, cleared] of [
    ["w-found", cut, false, -3_000, -60, null],
    ["w-over", "Door open", false, -300, null, -200],
    ["w-before", "Sun low", false, -5_000, null, null],
    ["w-over-within", "Tank low", false, -4_000, null, -700],
    ["w-over-after", "Link slow", false, -30, null, 45],
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
  const rowsIn = (language: "en" | "fr") => eventRows(names, drawn, reader(viewer, language));
  const { heads, rows } = await rowsIn("en");
  expect(heads).toEqual(["Datetime", "Container", "Level", "Event", "Since", "Ended"]);
  expect(rows).toEqual([
    [at(-30), "Mopti", "Critical", "Link slow", at(-30), at(45)],
    [at(-60), "Mopti", "Critical", cut, at(-3_000), null],
    [at(-90), "Mopti", "Information", "The door was opened", null, null],
    [at(-300), "Mopti", "Critical", "Door open", at(-300), at(-200)],
    [at(-4_000), "Mopti", "Critical", "Tank low", at(-4_000), at(-700)],
    [at(-5_000), "Mopti", "Critical", "Sun low", at(-5_000), null],
  ]);
  const french = await rowsIn("fr");
  expect(french.heads.slice(3)).toEqual(["Événement", "Depuis", "Fin"]);
  expect(french.rows[1]?.slice(1, 4)).toEqual(["Mopti", "Critique", suggestedRules[0]!.fr.ruleName]);
});

test("works of a file are one row each, of those that a chart of the span marks, and what began and ended them is not said again", async () => {
  const { db, pool } = database;
  const viewer = await viewerOf("kayes");
  const at = (minutes: number) => new Date(midnight + minutes * minute);
  // Over before the span, begun before it, over in it, cancelled, over their time, planned in it and after it.
  for (const [id, state, startsAt, endsAt, endedAt] of [
    ["w-long-over", "ended", -9_000, -8_000, -8_100],
    ["w-before", "ended", -2_000, -300, -400],
    ["w-within", "ended", -200, -100, -150],
    ["w-cancelled", "cancelled", -90, -80, -95],
    ["w-overrun", "overrun", -3_000, -2_000, null],
    ["w-planned", "planned", -20, 60, null],
    ["w-later", "planned", 30, 60, null],
  ] as const)
    await pool.query(
      `insert into works (id, container_id, state, user_id, reason, starts_at, ends_at, created_at, ended_at)
       values ($1, 'kayes', $2, $3, $1, $4, $5, $4, $6)`,
      [id, state, viewer.userId, at(startsAt), at(endsAt), endedAt && at(endedAt)],
    );
  const row = { userId: viewer.userId, userName: null, startsAt: at(-200), endsAt: at(-100), endedAt: null };
  for (const [minutes, kind, id] of [
    [-400, "ended", "w-before"],
    [-200, "began", "w-within"],
    [-150, "ended", "w-within"],
    [-120, "began", "w-unknown"],
  ] as const)
    await db
      .transaction()
      .execute((tx) =>
        noteWorks(
          tx,
          { ...row, id, containerId: "kayes", state: "active", reason: "Fan" },
          { kind, endedBy: viewer.userId },
          Number(at(minutes)),
        ),
      );
  const drawn = { from: midnight - 1_440 * minute, to: midnight, zone: "UTC" };
  const rowsIn = async (who: typeof viewer, language: "en" | "fr") =>
    (await eventRows(new Map([["kayes", "Kayes"]]), drawn, reader(who, language))).rows.map(([, , ...row]) => row);
  const who = "Awa Diarra";
  expect(await rowsIn(viewer, "en")).toEqual([
    ["Information", `Works planned by ${who}: w-planned`, at(-20), null],
    ["Information", `${who} has begun works: Fan`, null, null],
    ["Information", `Works by ${who}: w-within`, at(-200), at(-150)],
    ["Information", `Works by ${who}: w-before`, at(-2_000), at(-400)],
    ["Information", `Works by ${who}: w-overrun`, at(-3_000), null],
  ]);
  const french = (await rowsIn(viewer, "fr")).map(([, text]) => text);
  expect([french[0], french[2]]).toEqual([
    `Travaux prévus par ${who}\u00A0: w-planned`,
    `Travaux de ${who}\u00A0: w-within`,
  ]);
  expect(await rowsIn({ userId: randomUUID() }, "en")).toEqual([]);
});

test("notes that people wrote on a time stand among what happened then, for those who see their container", async () => {
  const { db } = database;
  const viewer = await viewerOf("segou", "bandiagara");
  await viewerOf("sikasso");
  const guest = await viewerOf();
  await db.updateTable("appUser").set({ role: "customer_staff" }).where("id", "=", guest.userId).execute();
  await db
    .insertInto("containerUser")
    .values({ ...guest, containerId: "segou" })
    .execute();
  const at = (minutes: number) => new Date(midnight + minutes * minute);
  const write = (containerId: string, minutes: number, text: string) =>
    db.transaction().execute((tx) => {
      const note = { containerId, userId: viewer.userId, at: at(minutes), text };
      return insertNote(tx, note, midnight);
    });
  await write("segou", -60, "Panels cleaned");
  await write("bandiagara", -30, "Dust storm");
  await write("sikasso", -45, "Not in this chart");
  await write("segou", -1_441, "Before the span");
  await write("segou", 0, "After the span");
  const { id } = await write("segou", -50, "Taken back");
  await db.transaction().execute((tx) => deleteNote(tx, viewer, id, midnight));
  const drawn = { from: midnight - 1_440 * minute, to: midnight, zone: "UTC" };
  const names = new Map([
    ["segou", "Ségou"],
    ["bandiagara", "Bandiagara"],
  ]);
  const rowsIn = async (who: typeof viewer, language: "en" | "fr") =>
    (await eventRows(names, drawn, reader(who, language))).rows;
  expect(await rowsIn(viewer, "en")).toEqual([
    [at(-30), "Bandiagara", "Information", "Note by Awa Diarra: Dust storm", null, null],
    [at(-60), "Ségou", "Information", "Note by Awa Diarra: Panels cleaned", null, null],
  ]);
  expect((await rowsIn(viewer, "fr")).map(([, , , text]) => text)).toEqual([
    "Note de Awa Diarra\u00A0: Dust storm",
    "Note de Awa Diarra\u00A0: Panels cleaned",
  ]);
  expect((await rowsIn(guest, "en")).map(([, name]) => name)).toEqual(["Ségou"]);
});

test("of a container with more notes than a screen lists a file has all", async () => {
  const { pool } = database;
  const viewer = await viewerOf("noted");
  await pool.query(
    `insert into note (id, container_id, at, text, user_id, written_at)
      select 'noted-' || ago, 'noted', $1::timestamptz - ago * interval '1 second', 'Seen', $2, $1 from generate_series(1, 300) ago`,
    [new Date(midnight), viewer.userId],
  );
  const drawn = { from: seconds(6_000), to: midnight, zone: "UTC" };
  expect((await eventRows(new Map([["noted", "Noted"]]), drawn, reader(viewer, "en"))).rows).toHaveLength(300);
});
