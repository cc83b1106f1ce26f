import type { DeviceTypeInput } from "@offgrid/contract/device-types/device-types.schema";
import { starterTypes } from "@offgrid/contract/device-types/starter-types";
import { mostDeviceTypes } from "@offgrid/contract/device-types/parameters";
import { longestFile, writeTypes } from "@offgrid/contract/device-types/types-file";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

const fresh = () => `acme.t${Math.random().toString(36).slice(2, 10)}`;
const people = () =>
  cast({
    sam: { role: "super_admin" },
    ada: { role: "admin" },
    user: { role: "user", containers: ["lome"] },
    staff: { role: "offgrid_staff" },
  });
const voltage = {
  name: "grid.voltage",
  unit: "V",
  scale: 0.1,
  register: { area: "input", address: 0, format: "uint16" },
  kind: "gauge",
  access: "read",
} as const;
const meter = (id: string): DeviceTypeInput => ({
  id,
  name: "Meter",
  maker: id,
  model: null,
  kind: "grid_meter",
  parameters: [voltage],
});

test("a type is made, read by everyone, changed by one person at a time, and deleted", async () => {
  const { sam, ada, user, staff } = await people();
  const id = fresh();
  const read = async () => (await user.call("getDeviceTypes", {})).data.find((type) => type.id === id);
  expect((await ada.call("deviceTypeSave", { ...meter(id), revision: 0 })).data).toEqual({ id, revision: 1 });
  expect(await read()).toMatchObject({ ...meter(id), revision: 1, savedBy: null, isUsed: false });
  // Who changed it is for those who see that person.
  const seenBySam = (await sam.call("getDeviceTypes", {})).data.find((type) => type.id === id);
  expect(seenBySam?.savedBy).toEqual({ userId: ada.userId, name: expect.any(String) });
  await expect(staff.call("deviceTypeSave", { ...meter(id), revision: 1 })).refusesWith("forbidden");
  await expect(ada.call("deviceTypeSave", { ...meter(id), revision: 0 })).refusesWith("device_type_id_used");
  await sam.call("deviceTypeSave", { ...meter(id), name: "Grid meter", revision: 1 });
  const late = await ada.post("deviceTypeSave", { ...meter(id), name: "My meter", revision: 1 });
  const { savedBy, savedAt } = (await sam.call("getDeviceTypes", {})).data.find((type) => type.id === id)!;
  expect(late.body).toMatchObject({
    code: "device_type_changed",
    holder: { name: savedBy?.name ?? null, since: savedAt },
  });
  expect((await read())?.name).toBe("Grid meter");
  await expect(ada.call("deviceTypeDelete", { id, revision: 1 })).refusesWith("device_type_changed");
  await ada.call("deviceTypeDelete", { id, revision: 2 });
  expect(await read()).toBeUndefined();
  await expect(ada.call("deviceTypeDelete", { id, revision: 2 })).refusesWith("not_found");
  await expect(ada.call("deviceTypeSave", { ...meter(id), revision: 2 })).refusesWith("not_found");
});

test("each field that means nothing is named, and nothing is stored", async () => {
  const { ada } = await people();
  const id = fresh();
  const save = async (changes: object) =>
    (await ada.post("deviceTypeSave", { ...meter(id), revision: 0, ...changes })).body["fields"];
  const same = { ...voltage, name: "grid.current", unit: "A" };
  expect(await save({ parameters: [voltage, same, { ...voltage, scale: 0 }] })).toEqual({
    "parameters.1.register.address": "Another parameter has this register.",
    "parameters.2.name": "Another parameter has this name.",
    "parameters.2.scale": "Please fill a scale that is not 0, -1000000 to 1000000.",
    "parameters.2.register.address": "Another parameter has this register.",
  });
  expect(await save({ id: "Acme", parameters: [{ ...voltage, unit: "kV" }] })).toMatchObject({
    id: expect.stringContaining("advantech.adam-6060"),
    "parameters.0.unit": expect.stringContaining("Please fill one of the units W, Wh"),
  });
  expect((await ada.call("getDeviceTypes", {})).data.some((type) => type.id === id)).toBe(false);
});

test("a type that devices are of says at which containers, and cannot be deleted, not even by whom that is hidden from", async () => {
  const { ada, user, staff } = await people();
  const id = fresh();
  await ada.call("deviceTypeSave", { ...meter(id), revision: 0 });
  const { db } = (await thePortal()).database;
  const device = { type: "grid_meter", maker: id.toUpperCase(), model: "EM24" };
  const devices = JSON.stringify([
    { id: "a", ...device },
    { id: "b", ...device },
  ]);
  await db
    .insertInto("containerLatest")
    .values({ containerId: "lome", liveValues: "{}", devices } as never)
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet({ devices }))
    .execute();
  const read = async (who: typeof user) => (await who.call("getDeviceTypes", {})).data.find((type) => type.id === id);
  expect(await read(user)).toMatchObject({ devices: 2, containers: [{ id: "lome" }], isUsed: true });
  expect(await read(staff)).toMatchObject({ devices: 0, containers: [], isUsed: true });
  await expect(ada.call("deviceTypeDelete", { id, revision: 1 })).refusesWith("device_type_used");
  await db.updateTable("containerLatest").set({ devices: "[]" }).where("containerId", "=", "lome").execute();
  await ada.call("deviceTypeDelete", { id, revision: 1 });
});

test("there are 500 types at most: one more is refused, by a form and by a file, until one is deleted", async () => {
  const { ada } = await people();
  const { db } = (await thePortal()).database;
  const known = (await ada.call("getDeviceTypes", {})).data.length;
  const prefix = fresh();
  const rows = Array.from({ length: mostDeviceTypes - known }, (_, place) => ({
    id: `${prefix}-${place}`,
    name: "Filler",
    maker: prefix,
    model: String(place),
    kind: "grid_meter" as const,
    parameters: "[]",
    revision: 1,
    savedBy: null,
    savedAt: new Date(),
  }));
  await db.insertInto("deviceType").values(rows).execute();
  try {
    const id = fresh();
    await expect(ada.call("deviceTypeSave", { ...meter(id), revision: 0 })).refusesWith("device_types_full");
    const file = { text: writeTypes([meter(id)]), dryRun: false };
    await expect(ada.call("deviceTypeImport", file)).refusesWith("device_types_full");
    await ada.call("deviceTypeDelete", { id: `${prefix}-0`, revision: 1 });
    expect((await ada.call("deviceTypeSave", { ...meter(id), revision: 0 })).data.revision).toBe(1);
    await ada.call("deviceTypeDelete", { id, revision: 1 });
  } finally {
    await db.deleteFrom("deviceType").where("maker", "=", prefix).execute();
  }
});

test("a file is looked at first, then stored as a whole, and what changed meanwhile is not overwritten", async () => {
  const { ada, sam } = await people();
  const [id, other] = [fresh(), fresh()];
  await ada.call("deviceTypeSave", { ...meter(id), revision: 0 });
  const text = writeTypes([
    { ...meter(id), parameters: [{ ...voltage, scale: 0.01 }] },
    { ...meter(other), model: "EM24" },
  ]);
  const preview = (await ada.call("deviceTypeImport", { text })).data;
  expect(preview).toMatchObject({
    faults: [],
    isStored: false,
    types: [
      {
        id,
        line: 3,
        change: "changed",
        revision: 1,
        differences: [{ path: "grid.voltage", line: 9, before: { scale: 0.1 }, after: { scale: 0.01 } }],
      },
      { id: other, change: "new", revision: 0, differences: [] },
    ],
  });
  const seen = Object.fromEntries(preview.types.map((type) => [type.id, type.revision]));
  await sam.call("deviceTypeSave", { ...meter(id), name: "Other", revision: 1 });
  await expect(ada.call("deviceTypeImport", { text, dryRun: false, seen })).refusesWith("device_type_changed");
  const ids = async () => (await ada.call("getDeviceTypes", {})).data.map((type) => type.id);
  expect(await ids()).not.toContain(other);
  expect((await ada.call("deviceTypeImport", { text, dryRun: false, seen: { ...seen, [id]: 2 } })).data.isStored).toBe(
    true,
  );
  expect(await ids()).toEqual(expect.arrayContaining([id, other]));
  const again = (await ada.call("deviceTypeImport", { text })).data.types;
  expect(again.map(({ change }) => change)).toEqual(["same", "same"]);
});

test("of a file only the types that were chosen are stored, and only those that it has can be", async () => {
  const { ada } = await people();
  const [one, other] = [fresh(), fresh()];
  const text = writeTypes([meter(one), { ...meter(other), model: "EM24" }]);
  const store = { text, dryRun: false };
  await expect(ada.call("deviceTypeImport", { ...store, only: [one, "acme.none"] })).refusesWith("bad_input");
  const { data } = await ada.call("deviceTypeImport", { ...store, only: [other] });
  expect(data).toMatchObject({ isStored: true, types: [{ id: other, change: "new" }] });
  const ids = (await ada.call("getDeviceTypes", {})).data.map((type) => type.id);
  expect([ids.includes(one), ids.includes(other)]).toEqual([false, true]);
});

test("the starter set can be imported", async () => {
  const { ada } = await people();
  const { data } = await ada.call("deviceTypeImport", { text: writeTypes(starterTypes) });
  expect(data.faults).toEqual([]);
  expect(data.types).toHaveLength(starterTypes.length);
});

test("two files at once that have the same types end with one of them stored, and the other refused", async () => {
  const { ada, sam } = await people();
  const made = Array.from({ length: 12 }, () => meter(fresh()));
  const send = (who: typeof ada, list: readonly DeviceTypeInput[], name: string) =>
    who.post("deviceTypeImport", { text: writeTypes(list.map((type) => ({ ...type, name }))), dryRun: false });
  for (const names of [
    ["A", "B"],
    ["C", "D"],
  ] as const) {
    const answers = await Promise.all([send(ada, made, names[0]), send(sam, made.toReversed(), names[1])]);
    expect(answers.map(({ status, code }) => (status === 200 ? "stored" : code))).toContain("stored");
    for (const { status, code } of answers) if (status !== 200) expect(code).toBe("device_type_changed");
    const stored = (await ada.call("getDeviceTypes", {})).data.filter(({ id }) => made.some((one) => one.id === id));
    expect(stored).toHaveLength(made.length);
    expect(new Set(stored.map(({ name }) => name)).size).toBe(1);
  }
});

test("an import leaves one line with all that it changed, a look at a file none, and a new type is not made twice", async () => {
  const { ada, sam } = await people();
  const [one, other] = [meter(fresh()), meter(fresh())];
  const text = writeTypes([one, other]);
  const { database } = await thePortal();
  const lines = async () => {
    const { rows } = await database.pool.query<{ after: unknown }>(
      "select after from audit where user_id = $1 and action = 'deviceTypeImport' order by at desc",
      [ada.userId],
    );
    return rows.map(({ after }) => after);
  };
  const before = (await lines()).length;
  await ada.call("deviceTypeImport", { text });
  expect(await lines()).toHaveLength(before);
  await sam.call("deviceTypeSave", { ...one, name: "Made meanwhile", revision: 0 });
  const store = (seen: Record<string, number>) => ada.call("deviceTypeImport", { text, dryRun: false, seen });
  await expect(store({})).refusesWith("device_type_changed");
  await store({ [one.id]: 1 });
  expect((await lines())[0]).toEqual({ types: [`${one.id}: changed`, `${other.id}: new`] });
});

test("a file that no parser should see, or that is too long, is refused, and the portal goes on", async () => {
  const { ada } = await people();
  const faultsOf = async (text: string) =>
    (await ada.call("deviceTypeImport", { text })).data.faults.map(({ fault }) => fault);
  for (const text of ["[".repeat(1_500) + "]".repeat(1_500), "- ".repeat(3_000)])
    expect([await faultsOf(text), await faultsOf(text)]).toEqual([["deep"], ["deep"]]);
  // Its brackets look as if they were quoted: its reader ends, or says what is wrong with it.
  expect((await faultsOf("[a 'b, ".repeat(20_000))).length).toBeGreaterThan(0);
  expect((await ada.call("getDeviceTypes", {})).data.length).toBeGreaterThanOrEqual(0);
  const sizeOf = async (length: number) =>
    (await ada.post("deviceTypeImport", { text: `# ${'"'.repeat(length - 2)}` })).status;
  expect([await sizeOf(longestFile), await sizeOf(longestFile + 1)]).toEqual([200, 400]);
});
