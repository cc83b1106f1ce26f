import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

const fresh = () => `k${Math.random().toString(36).slice(2, 10)}`;
const people = () =>
  cast({
    staff: { role: "offgrid_staff" },
    other: { role: "offgrid_staff" },
    user: { role: "user" },
  });
const figures = { pvWp: 6_600, batteryWh: 20_000, inverterW: 5_000, panels: 12, strings: 2 };
const limits = { reserveSoc: 30, maxLoadW: 4_000 };

test("a kit is made, read by everyone, changed, and deleted again", async () => {
  const { staff, user } = await people();
  const name = fresh();
  const { id } = (await staff.call("kitSet", { name, ...figures, limits })).data;
  const kit = async () => (await user.call("kitGet", {})).data.find((one) => one.id === id);
  expect(await kit()).toEqual({ id, name, ...figures, limits, containers: [], isUsed: false });
  await expect(user.call("kitSet", { name: fresh() })).refusesWith("forbidden");
  await staff.call("kitUpdate", { id, name, pvWp: 7_000 });
  expect(await kit()).toMatchObject({ pvWp: 7_000, batteryWh: null, limits: { reserveSoc: null, maxLoadW: null } });
  await staff.call("kitDelete", { id });
  expect(await kit()).toBeUndefined();
  await expect(staff.call("kitDelete", { id })).refusesWith("not_found");
  await expect(staff.call("kitUpdate", { id, name })).refusesWith("not_found");
});

test("two kits do not have one name, in any case, and a figure that cannot be is refused", async () => {
  const { staff } = await people();
  const name = fresh();
  await staff.call("kitSet", { name });
  const { id } = (await staff.call("kitSet", { name: fresh() })).data;
  await expect(staff.call("kitSet", { name: name.toUpperCase() })).refusesWith("kit_name_used");
  await expect(staff.call("kitUpdate", { id, name: name.toUpperCase() })).refusesWith("kit_name_used");
  for (const bad of [{ pvWp: 0 }, { panels: 1.5 }, { limits: { reserveSoc: 101 } }, { name: " " }]) {
    expect(await staff.post("kitSet", { name: fresh(), ...bad })).toMatchObject({ code: "bad_input" });
  }
});

test("a container takes peak power and reserve from its kit, and keeps the kit from being deleted", async () => {
  const { staff, other } = await people();
  const { id: kitId } = (await staff.call("kitSet", { name: fresh(), ...figures, limits })).data;
  const about = { name: fresh(), serialNumber: fresh(), kitId, location: { lat: -15, long: 28 } };
  const { containerId } = (await staff.call("registerNewContainer", about)).data;
  expect((await staff.call("containerGet", { containerId })).data.kitId).toBe(kitId);
  const { db } = (await thePortal()).database;
  const setting = await db.selectFrom("forecastSetting").selectAll().where("containerId", "=", containerId).execute();
  expect(setting).toMatchObject([{ capacity: 6_600, tilt: 15, azimuth: 0, reserveSoc: 30 }]);
  const used = async (who: typeof staff) => (await who.call("kitGet", {})).data.find(({ id }) => id === kitId);
  expect(await used(staff)).toMatchObject({
    containers: [{ id: containerId, name: about.name, differs: [] }],
    isUsed: true,
  });
  expect(await used(other)).toMatchObject({ containers: [], isUsed: true });
  await expect(other.call("kitDelete", { id: kitId })).refusesWith("kit_used");
  await expect(
    staff.call("registerNewContainer", { name: fresh(), serialNumber: fresh(), kitId: "no-kit" }),
  ).refusesWith("not_found");
  await staff.call("containerSave", { containerId, kitId: null });
  await other.call("kitDelete", { id: kitId });
});

test("a retired container leaves the list of its kit, which stays in use, and is given no other", async () => {
  const { staff } = await people();
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { id: kitId } = (await staff.call("kitSet", { name: fresh(), ...figures, limits })).data;
  const { id: other } = (await staff.call("kitSet", { name: fresh(), ...figures, limits })).data;
  const about = { name: fresh(), serialNumber: fresh(), kitId };
  const { containerId } = (await boss.call("registerNewContainer", about)).data;
  const seen = async () => (await boss.call("kitGet", {})).data.find(({ id }) => id === kitId);
  expect(await seen()).toMatchObject({ containers: [{ id: containerId }], isUsed: true });
  await boss.call("retireContainer", { containerId, reason: "Sold" });
  expect(await seen()).toMatchObject({ containers: [], isUsed: true });
  await expect(boss.call("kitDelete", { id: kitId })).refusesWith("kit_used");
  await expect(boss.call("kitPreview", { id: other, containerIds: [containerId] })).refusesWith("container_retired");
  await boss.call("restoreContainer", { containerId });
  expect(await seen()).toMatchObject({ containers: [{ id: containerId }] });
  expect((await boss.call("kitPreview", { id: other, containerIds: [containerId] })).data).toHaveLength(1);
});
