import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { expect, test } from "vitest";

import { cast } from "../../testing/cast.ts";

const note = (id: string, text = ""): KeptWidget => ({
  ...{ id, v: 1, type: "text", title: "", size: { w: 3, h: 2 } },
  ...{ pinned: false, text },
});

test("a board is changed widget by widget, and is the `widgets` of the settings", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff" } });
  const changed = async (input: Parameters<typeof amina.call<"widgetsChange">>[1]) =>
    (await amina.call("widgetsChange", input)).data.widgets.map(({ id }) => id);
  expect(await changed({ put: [note("a"), note("b"), note("c")] })).toEqual(["a", "b", "c"]);
  expect(await changed({ move: { id: "c", before: "a" } })).toEqual(["c", "a", "b"]);
  expect(await changed({ remove: ["a"], put: [note("d")], before: "b" })).toEqual(["c", "d", "b"]);
  await changed({ put: [note("d", "Call the mason")] });
  const { userSetting } = await amina.call("getUserSetting", {});
  expect(userSetting.widgets?.[1]).toEqual(note("d", "Call the mason"));
});

test("two screens that add widgets at once lose neither each other's nor other settings", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  await amina.call("saveUserSetting", { theme: "dark" });
  const ids = Array.from({ length: 12 }, (_, number) => `tab-${number}`);
  await Promise.all(ids.map((id) => amina.call("widgetsChange", { put: [note(id)] })));
  const { userSetting } = await amina.call("getUserSetting", {});
  expect(userSetting.widgets?.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(userSetting.theme).toBe("dark");
});

test("a widget of a type that the portal does not know is kept as it is; one of a known type has its shape", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const strange = { id: "clock", v: 7, type: "clock", hands: [1, 2] };
  await amina.call("widgetsChange", { put: [strange, note("a")] });
  await amina.call("widgetsChange", { move: { id: "a", before: "clock" } });
  expect((await amina.call("getUserSetting", {})).userSetting.widgets).toEqual([note("a"), strange]);
  const wrong = { ...note("a"), size: { w: 99, h: 1 } };
  await expect(amina.call("widgetsChange", { put: [wrong] })).refusesWith("bad_input");
  await expect(amina.call("saveUserSetting", { widgets: [wrong] })).refusesWith("bad_input");
});

test("a board has no two widgets of one id, however it is saved", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  await amina.call("saveUserSetting", { widgets: [note("a"), note("b")] });
  const twice = amina.call("saveUserSetting", { widgets: [note("a"), note("b"), note("a", "once more")] });
  await expect(twice).refusesWith("bad_input");
  await amina.call("widgetsChange", { put: [note("c", "first"), note("c", "last")] });
  const { userSetting } = await amina.call("getUserSetting", {});
  expect(userSetting.widgets).toEqual([note("a"), note("b"), note("c", "last")]);
});

test("a board has room for 200 widgets", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => note(`w-${from + at}`));
  await amina.call("widgetsChange", { put: many(0, 199) });
  await expect(amina.call("widgetsChange", { put: many(199, 2) })).refusesWith("too_large");
  expect((await amina.call("getUserSetting", {})).userSetting.widgets).toHaveLength(199);
});
