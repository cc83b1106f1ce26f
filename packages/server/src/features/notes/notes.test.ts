import { longestNote, mostNotesListed } from "@offgrid/contract/notes/note-limits";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";

const now = Date.UTC(2026, 5, 10, 12);
const hour = 3_600_000;
const clock = testClock(now);
const iso = (ms: number) => new Date(ms).toISOString();
const range = { from: iso(now - 24 * hour), to: iso(now + hour) };
const read = async (who: Actor, ...containerIds: string[]) =>
  (await who.call("noteList", { containerIds, ...range })).data.map(({ text, by, mayDelete }) => [
    text,
    by?.name,
    mayDelete,
  ]);

beforeAll(() => thePortal({ clock }));

const crowd = () =>
  cast({
    amina: { role: "user", containers: ["gao", "kayes"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    fatou: { role: "user", containers: ["kayes"] },
  });

test("a note on a time is read by those who see the container, with who wrote it, and by nobody else", async () => {
  const { amina, brahim, fatou } = await crowd();
  const { data } = await amina.call("noteAdd", { containerId: "gao", at: iso(now - hour), text: "  Panels cleaned " });
  expect(data).toMatchObject({ text: "Panels cleaned", at: iso(now - hour), writtenAt: iso(now), mayDelete: true });
  await amina.call("noteAdd", { containerId: "kayes", at: iso(now - 2 * hour), text: "Fuse changed" });
  expect(await read(amina, "gao", "kayes")).toEqual([
    ["Panels cleaned", "amina", true],
    ["Fuse changed", "amina", true],
  ]);
  expect(await read(brahim, "gao", "kayes")).toEqual([["Panels cleaned", "amina", false]]);
  expect(await read(fatou, "gao")).toEqual([]);
  await expect(fatou.call("noteAdd", { containerId: "gao", at: iso(now), text: "Here too" })).refusesWith("not_found");
  const before = await amina.call("noteList", { containerIds: ["gao"], from: range.from, to: iso(now - hour) });
  expect(before.data).toEqual([]);
});

test("a note is deleted by its writer, taken back within a day, and gone after it", async () => {
  const { amina, brahim, fatou } = await crowd();
  const { id } = (await amina.call("noteAdd", { containerId: "gao", at: iso(now), text: "Door left open" })).data;
  await expect(brahim.call("noteDelete", { id })).refusesWith("not_found");
  await expect(fatou.call("noteDelete", { id })).refusesWith("not_found");
  await amina.call("noteDelete", { id });
  await expect(amina.call("noteDelete", { id })).refusesWith("not_found");
  const texts = async () => (await read(amina, "gao")).map(([text]) => text);
  expect(await texts()).not.toContain("Door left open");
  await amina.call("noteDelete", { id, undo: true });
  expect(await texts()).toContain("Door left open");
  await amina.call("noteDelete", { id });
  const { database } = await thePortal();
  await database.pool.query("update note set deleted_at = deleted_at - interval '25 hours' where id = $1", [id]);
  await expect(amina.call("noteDelete", { id, undo: true })).refusesWith("not_found");
  const other = (await amina.call("noteAdd", { containerId: "gao", at: iso(now), text: "Another" })).data;
  await amina.call("noteDelete", { id: other.id });
  await expect(amina.call("noteDelete", { id, undo: true })).refusesWith("not_found");
});

test("a note is one line about what has happened", async () => {
  const { amina } = await crowd();
  const add = (at: number, text: string) => amina.call("noteAdd", { containerId: "gao", at: iso(at), text });
  await expect(add(now, "   ")).refusesWith("bad_input");
  await expect(add(now, "two\nlines")).refusesWith("bad_input");
  await expect(add(now, "a".repeat(longestNote + 1))).refusesWith("bad_input");
  await expect(add(now + hour, "Tomorrow")).refusesWith("bad_input");
});

test("of many notes the newest are listed, and that there are more is said", async () => {
  const { amina } = await crowd();
  const { database } = await thePortal();
  await database.pool.query(
    `insert into note (id, container_id, at, text, user_id, written_at)
      select 'many-' || n, 'kayes', to_timestamp($1::float8 / 1000) - n * interval '1 second', 'Note ' || n, $2, now()
      from generate_series(1, $3) n`,
    [now, amina.userId, mostNotesListed + 1],
  );
  const { data, isMore } = await amina.call("noteList", { containerIds: ["kayes"], ...range });
  expect([data.length, data[0]?.text, isMore]).toEqual([mostNotesListed, "Note 1", true]);
});

test("whoever may configure the container deletes notes of others, and only they take that back", async () => {
  const { amina, boss } = await cast({
    amina: { role: "user", containers: ["gao"] },
    boss: { role: "super_admin" },
  });
  const { id } = (await amina.call("noteAdd", { containerId: "gao", at: iso(now), text: "Not for here" })).data;
  await boss.call("noteDelete", { id });
  await expect(amina.call("noteDelete", { id, undo: true })).refusesWith("not_found");
  await boss.call("noteDelete", { id, undo: true });
  expect((await read(amina, "gao")).map(([text]) => text)).toContain("Not for here");
});
