import { widgetLimits } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";

/** The smallest PNG: one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const segment = (marker: number, contents: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(contents.length + 2, 2);
  return Buffer.concat([head, contents]);
};
/** A JPEG of one pixel up to its pixels, with segments before them. */
const jpeg = (...before: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1")),
    ...before,
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0, 0xff, 0xd9]),
  ]);
const withPngText = () => {
  const text = Buffer.from("Location\0Gao", "latin1");
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("tEXt", "latin1"), text, Buffer.alloc(4)]);
  chunk.writeUInt32BE(text.length);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
};

const saveOf = (who: Actor) => async (bytes: Buffer) =>
  (await who.call("widgetPictureSave", { picture: bytes.toString("base64") })).data.id;
const widget = (id: string, picture: string): KeptWidget => ({
  ...{ id, v: 1, type: "picture", title: "", size: { w: 4, h: 4 }, pinned: false },
  ...{ picture, alt: "The school of Gao" },
});

test("a picture is kept for the boards of its owner, and shown to nobody who has not got it on theirs", async () => {
  const { amina, brahim, ada } = await cast({
    amina: { role: "user" },
    brahim: { role: "customer_staff" },
    ada: { role: "super_admin" },
  });
  const id = await saveOf(amina)(png);
  const lent = await saveOf(ada)(png);
  const seen = { picture: `data:image/png;base64,${png.toString("base64")}` };
  expect((await amina.call("widgetPicture", { id })).data).toEqual(seen);
  await expect(brahim.call("widgetPicture", { id })).refusesWith("not_found");
  await expect(amina.call("widgetPicture", { id: "unknown" })).refusesWith("not_found");
  // Of the starter board of a role, whoever begins with it sees the pictures too.
  await ada.call("roleSave", { id: "customer_staff", starterBoard: [widget("plan", lent)] });
  expect((await brahim.call("getUserSetting", {})).userSetting.widgets).toEqual([widget("plan", lent)]);
  expect((await brahim.call("widgetPicture", { id: lent })).data).toEqual(seen);
  await ada.call("roleSave", { id: "customer_staff", starterBoard: null });
  await expect(brahim.call("widgetPicture", { id: lent })).refusesWith("not_found");
});

test("nobody sees a picture by putting its id on a board of their own, and one that is lent with a board can stay on it", async () => {
  const { amina, brahim, ada } = await cast({
    amina: { role: "user" },
    brahim: { role: "customer_staff" },
    ada: { role: "super_admin" },
  });
  const id = await saveOf(amina)(png);
  const field = (name: string) => ({ [`${name}.0.picture`]: expect.stringContaining("somebody else's") });
  const others = [widget("taken", id)];
  expect(await brahim.post("widgetsChange", { put: others })).toMatchObject({
    ...{ status: 400, code: "bad_input", body: { fields: field("put") } },
  });
  expect(await brahim.post("saveUserSetting", { widgets: others })).toMatchObject({
    ...{ status: 400, code: "bad_input", body: { fields: field("widgets") } },
  });
  // Whoever gives boards to roles gives no pictures that they do not see.
  expect(await ada.post("roleSave", { id: "customer_staff", starterBoard: others })).toMatchObject({
    ...{ status: 400, code: "bad_input", body: { fields: field("starterBoard") } },
  });
  await expect(brahim.call("widgetPicture", { id })).refusesWith("not_found");

  const plan = await saveOf(ada)(png);
  await ada.call("roleSave", { id: "customer_staff", starterBoard: [widget("plan", plan)] });
  await brahim.call("widgetsChange", { put: [{ ...widget("plan", plan), title: "Our plan" }] });
  await ada.call("roleSave", { id: "customer_staff", starterBoard: null });
  await brahim.call("widgetsChange", { put: [{ ...widget("plan", plan), title: "The old plan" }] });
  expect((await brahim.call("widgetPicture", { id: plan })).data.picture).toContain("data:image/png");
});

test("the content decides what a picture is, and one that says where it was taken is refused", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const post = async (bytes: Buffer) => {
    const { status, code, body } = await amina.post("widgetPictureSave", { picture: bytes.toString("base64") });
    return [status, code, Object.keys(body["fields"] ?? {})];
  };
  for (const wrong of [
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    Buffer.from("GIF89a"),
    png.subarray(0, 20),
  ])
    expect(await post(wrong)).toEqual([400, "bad_image", []]);
  const exif = Buffer.from("Exif\0\0MM\0*", "latin1");
  for (const telling of [jpeg(segment(0xe1, exif)), jpeg(segment(0xfe, Buffer.from("Gao"))), withPngText()])
    expect(await post(telling)).toEqual([400, "bad_input", ["picture"]]);
  // What follows the end of a picture is not one.
  expect(await post(Buffer.concat([png, Buffer.from("more")]))).toEqual([400, "bad_input", ["picture"]]);
  // Cameras append a second picture with notes of its own.
  expect(await post(Buffer.concat([jpeg(), jpeg(segment(0xe1, exif))]))).toEqual([400, "bad_input", ["picture"]]);
  expect(await post(jpeg(segment(0xe2, Buffer.from("MPF\0MM\0*"))))).toEqual([400, "bad_input", ["picture"]]);
  expect((await post(jpeg(segment(0xe2, Buffer.from("ICC_PROFILE\0\x01\x01")))))[0]).toBe(200);
  expect((await post(jpeg()))[0]).toBe(200);
  const wide = Buffer.from(png);
  wide.writeUInt32BE(4_097, 16);
  expect(await post(wide)).toEqual([400, "bad_input", ["picture"]]);
});

test("a person has so many pictures: those on no board make room, those on boards stay", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const save = saveOf(amina);
  const { database } = await thePortal();
  const [used, unused] = [await save(png), await save(png)];
  await amina.call("widgetsChange", { put: [widget("a", used)] });
  const { rows } = await database.pool.query<{ owner: string }>(
    "select owner_id as owner from widget_picture where id = $1",
    [used],
  );
  const fill =
    "insert into widget_picture select 'more-' || n, $1, 'image/png', '', now() from generate_series(1, $2::integer) n";
  await database.pool.query(fill, [rows[0]?.owner, widgetLimits.pictures - 2]);
  const next = await save(png);
  expect((await amina.call("widgetPicture", { id: used })).data.picture).toContain("data:image/png");
  await expect(amina.call("widgetPicture", { id: unused })).refusesWith("not_found");
  const board = Array.from({ length: widgetLimits.pictures - 2 }, (_, index) => widget(`m-${index}`, `full-${index}`));
  await database.pool.query(fill.replace("'more-' || n", "'full-' || (n - 1)"), [
    rows[0]?.owner,
    widgetLimits.pictures - 2,
  ]);
  await amina.call("widgetsChange", { put: [...board, widget("b", next)] });
  await expect(amina.call("widgetPictureSave", { picture: png.toString("base64") })).refusesWith("too_large");
});
