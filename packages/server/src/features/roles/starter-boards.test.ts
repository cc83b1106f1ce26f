import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { afterEach, expect, test } from "vitest";

import { type Actor, cast } from "../../testing/cast.ts";

const common = { v: 1, title: "", size: { w: 4, h: 3 }, pinned: false };
const note: KeptWidget = { ...common, id: "note", type: "text", text: "Call Awa" };
const flow = (container: string): KeptWidget => ({ ...common, id: "flow", type: "flow", container });
const charge = (of: object): KeptWidget => ({ ...common, id: "charge", type: "charge", of: of as never });

const boardOf = async (person: Actor) => (await person.call("getUserSetting", {})).userSetting.widgets;

const { ada } = await cast({ ada: { role: "super_admin" } });
afterEach(async () => {
  await ada.call("roleSave", { id: "user", starterBoard: null });
});

test("who has no board of their own sees that of their role, about their own containers, until they change it", async () => {
  const { amina, kofi, nobody } = await cast({
    amina: { role: "user", containers: ["starter-gao"] },
    kofi: { role: "customer_staff", containers: ["starter-gao"] },
    nobody: { role: "user" },
  });
  const board = [note, flow("starter-lodwar"), charge({ kind: "containers", ids: ["starter-lodwar"] })];
  await ada.call("roleSave", { id: "user", starterBoard: board });
  expect(await boardOf(amina)).toEqual([note, flow("starter-gao"), charge({ kind: "all" })]);
  expect(await boardOf(nobody)).toEqual([note, charge({ kind: "all" })]);
  expect(await boardOf(kofi)).toBeUndefined();
  // Another setting makes no copy, and its answer has the board too.
  expect((await amina.call("saveUserSetting", { theme: "dark" })).userSetting.widgets).toHaveLength(3);
  await ada.call("roleSave", { id: "user", starterBoard: [note] });
  expect(await boardOf(amina)).toEqual([note]);

  await amina.call("widgetsChange", { put: [{ ...note, id: "more" }] });
  await ada.call("roleSave", { id: "user", starterBoard: [flow("starter-gao")] });
  expect((await boardOf(amina))?.map(({ id }) => id)).toEqual(["note", "more"]);
  // An empty board is one of their own as well.
  await amina.call("widgetsChange", { remove: ["note", "more"] });
  expect(await boardOf(amina)).toEqual([]);
});

test("the audit says what the parts of a board are, since their ids say nothing", async () => {
  await ada.call("roleSave", { id: "user", starterBoard: [note, flow("starter-gao")] });
  const { data } = await ada.call("auditList", { filter: { actions: ["roleSave"] } });
  expect(data[0]?.after).toMatchObject({ starterWidgets: ["text", "flow"] });
});

test("whoever has a board of their own goes back to that of their role, which is lent again, and can take that back", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["starter-gao"] } });
  const stateOf = async () => (await amina.call("getUserSetting", {})).starterBoard;
  expect(await stateOf()).toBe("none");
  await amina.call("widgetsChange", { put: [{ ...note, id: "own" }] });
  // There is nothing to go back to, and nothing is lost by asking.
  await expect(amina.call("widgetsReset", {})).refusesWith("not_found");
  expect(await boardOf(amina)).toEqual([{ ...note, id: "own" }]);
  await ada.call("roleSave", { id: "user", starterBoard: [flow("starter-lodwar")] });
  expect(await stateOf()).toBe("replaced");
  expect((await amina.call("widgetsReset", {})).data.widgets).toEqual([flow("starter-gao")]);
  expect([await stateOf(), await boardOf(amina)]).toEqual(["shown", [flow("starter-gao")]]);
  await ada.call("roleSave", { id: "user", starterBoard: [note] });
  expect(await boardOf(amina)).toEqual([note]);
  await amina.call("widgetsChange", { remove: ["note"], put: [{ ...note, id: "own" }] });
  expect([await stateOf(), await boardOf(amina)]).toEqual(["replaced", [{ ...note, id: "own" }]]);
});

test("a starter board is set and seen only by who may edit the role, and its widgets have their shape", async () => {
  const { boss } = await cast({ boss: { role: "admin" } });
  await expect(boss.call("roleSave", { id: "user", starterBoard: [note] })).refusesWith("forbidden");
  await ada.call("roleSave", { id: "user", starterBoard: [note] });
  const seenBy = async (person: Actor) =>
    (await person.call("roleList", {})).data.find(({ id }) => id === "user")?.starterBoard;
  expect(await seenBy(ada)).toEqual([note]);
  expect(await seenBy(boss)).toBeNull();
  const wrong = { ...note, size: { w: 99, h: 1 } };
  await expect(ada.call("roleSave", { id: "user", starterBoard: [wrong] })).refusesWith("bad_input");
  await expect(ada.call("roleSave", { id: "user", starterBoard: [note, note] })).refusesWith("bad_input");
  const many = Array.from({ length: 41 }, (_, at) => ({ ...note, id: `w-${at}` }));
  await expect(ada.call("roleSave", { id: "user", starterBoard: many })).refusesWith("bad_input");
});
