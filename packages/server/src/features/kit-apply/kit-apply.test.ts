import { defaultReserveSoc } from "@offgrid/contract/forecast/default-reserve";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

const fresh = () => `k${Math.random().toString(36).slice(2, 10)}`;
const people = async () => {
  const [gao, fogo] = [fresh(), fresh()];
  const actors = await cast({
    staff: { role: "offgrid_staff", containers: [gao, fogo] },
    other: { role: "offgrid_staff", containers: [fogo] },
    owner: { role: "user", containers: [gao] },
  });
  return { ...actors, gao, fogo };
};
type Player = Awaited<ReturnType<typeof people>>["staff"];
const settingOf = async (containerId: string) => {
  const { db } = (await thePortal()).database;
  return db.selectFrom("forecastSetting").selectAll().where("containerId", "=", containerId).executeTakeFirst();
};
const containersOf = async (who: Player, id: string) =>
  (await who.call("kitGet", {})).data.find((one) => one.id === id)?.containers;
const hand = { provider: "auto", capacity: 3_000, tilt: 5, azimuth: 90, loss: 20 } as const;

test("a kit is given to several containers as previewed, and says at which its figures are others since", async () => {
  const { staff, owner, gao, fogo } = await people();
  const name = fresh();
  const kit = { pvWp: 6_600, reserveSoc: 30 };
  const { id } = (await staff.call("kitSet", { name, pvWp: kit.pvWp, limits: { reserveSoc: kit.reserveSoc } })).data;
  await owner.call("setForecast", { containerId: gao, ...hand });
  const asked = { id, containerIds: [gao, fogo] };
  const preview = await staff.call("kitPreview", asked);
  expect(preview.kit).toEqual(kit);
  const of = (containerId: string) => preview.data.find((one) => one.containerId === containerId);
  expect(of(gao)).toMatchObject({ kit: null, before: { pvWp: 3_000, reserveSoc: null }, after: kit });
  expect(of(fogo)).toMatchObject({ before: { pvWp: null, reserveSoc: null }, after: kit });
  await staff.call("kitApply", { ...asked, kit });
  // How the panels lie is not a kit's matter.
  expect(await settingOf(gao)).toMatchObject({ capacity: 6_600, reserveSoc: 30, tilt: 5, azimuth: 90, loss: 20 });
  expect(await settingOf(fogo)).toMatchObject({ capacity: 6_600, reserveSoc: 30 });
  expect((await staff.call("kitPreview", asked)).data.map((one) => one.kit)).toEqual([name, name]);
  expect(await containersOf(staff, id)).toMatchObject([{ differs: [] }, { differs: [] }]);
  await staff.call("kitUpdate", { id, name, pvWp: 7_000, limits: { reserveSoc: 25 } });
  expect(await containersOf(owner, id)).toMatchObject([
    { id: gao, has: kit, wanted: { pvWp: 7_000, reserveSoc: 25 }, differs: ["pvWp", "reserveSoc"] },
  ]);
  await expect(staff.call("kitApply", { ...asked, kit })).refusesWith("template_changed");
  await staff.call("kitApply", { ...asked, kit: { pvWp: 7_000, reserveSoc: 25 } });
  expect(await containersOf(owner, id)).toMatchObject([{ differs: [] }]);
  await expect(staff.call("kitDelete", { id })).refusesWith("kit_used");
});

test("what a kit does not know stays, and so do panels that follow a solar template", async () => {
  const { staff, owner, gao, fogo } = await people();
  await owner.call("setForecast", { containerId: gao, ...hand, reserveSoc: 40 });
  const array = { strings: [{ panels: 10, panelWp: 500 }], tilt: null, azimuth: null, loss: 10, limitW: null };
  const template = (await staff.call("solarTemplateSave", { name: fresh(), ...array, provider: "auto" })).data;
  await staff.call("solarTemplateApply", { id: template.id, containerIds: [fogo], revision: 1 });
  const kit = { pvWp: 9_000, reserveSoc: null };
  const { id } = (await staff.call("kitSet", { name: fresh(), pvWp: kit.pvWp })).data;
  await staff.call("kitApply", { id, containerIds: [gao, fogo], kit });
  expect(await settingOf(gao)).toMatchObject({ capacity: 9_000, reserveSoc: 40 });
  expect(await settingOf(fogo)).toMatchObject({ capacity: 5_000, solarTemplateId: template.id });
  expect(await containersOf(staff, id)).toMatchObject([{ differs: [] }, { differs: [] }]);
});

test("nobody gives a kit to containers that are out of sight", async () => {
  const { staff, other, owner, gao, fogo } = await people();
  const kit = { pvWp: 6_600, reserveSoc: null };
  const { id } = (await staff.call("kitSet", { name: fresh(), pvWp: kit.pvWp })).data;
  const both = { id, containerIds: [gao, fogo] };
  await expect(other.call("kitPreview", both)).refusesWith("not_found");
  await expect(other.call("kitApply", { ...both, kit })).refusesWith("not_found");
  await expect(owner.call("kitApply", { id, containerIds: [gao], kit })).refusesWith("forbidden");
  expect(await settingOf(fogo)).toBeUndefined();
});

test("a container without a reserve of its own has the usual one: a kit that says the same does not differ from it", async () => {
  const { staff, owner, gao } = await people();
  await owner.call("setForecast", { containerId: gao, ...hand });
  const kit = { pvWp: hand.capacity, reserveSoc: null };
  const name = fresh();
  const { id } = (await staff.call("kitSet", { name, pvWp: kit.pvWp })).data;
  await staff.call("kitApply", { id, containerIds: [gao], kit });
  const say = (reserveSoc: number) => staff.call("kitUpdate", { id, name, pvWp: kit.pvWp, limits: { reserveSoc } });
  await say(defaultReserveSoc);
  const has = { pvWp: hand.capacity, reserveSoc: null };
  expect(await containersOf(owner, id)).toMatchObject([{ has, wanted: { reserveSoc: 20 }, differs: [] }]);
  await say(30);
  expect(await containersOf(owner, id)).toMatchObject([{ has, wanted: { reserveSoc: 30 }, differs: ["reserveSoc"] }]);
});
