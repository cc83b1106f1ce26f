import { beforeAll, expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 10, 15, 5);
const clock = testClock(now);

beforeAll(async () => {
  await thePortal({ clock });
});

const fresh = () => `s${Math.random().toString(36).slice(2, 10)}`;
const people = async () => {
  const [gao, fogo] = [fresh(), fresh()];
  const actors = await cast({
    staff: { role: "offgrid_staff", containers: [gao, fogo] },
    other: { role: "offgrid_staff", containers: [fogo] },
    owner: { role: "user", containers: [gao] },
  });
  await place(gao, 16.27);
  return { ...actors, gao, fogo };
};
const place = async (id: string, latitude: number) => {
  const { db } = (await thePortal()).database;
  await db
    .updateTable("container")
    .set({ latitude, longitude: -0.04, zoneName: "Africa/Bamako" })
    .where("id", "=", id)
    .execute();
};
const strings = [
  { panels: 8, panelWp: 410 },
  { panels: 6, panelWp: 500 },
];
const figures = { strings, tilt: null, azimuth: null, loss: 10, limitW: 5_000, provider: "auto" as const };
type Player = Awaited<ReturnType<typeof people>>["staff"];
const templateOf = async (who: Player, id: string) =>
  (await who.call("solarTemplateList", {})).data.find((one) => one.id === id);
const settingOf = async (who: Player, containerId: string) =>
  (await who.call("getSolcastQuery", { containerId, hours: 1 })).setting;

test("a template is made, read by everyone, changed, and deleted again; two do not have one name", async () => {
  const { staff, owner } = await people();
  const name = fresh();
  const { id } = (await staff.call("solarTemplateSave", { name, ...figures })).data;
  const made = { id, name, ...figures, capacity: 6_280, revision: 1, containers: [], isUsed: false };
  expect(await templateOf(owner, id)).toEqual(made);
  await expect(owner.call("solarTemplateSave", { name: fresh(), ...figures })).refusesWith("forbidden");
  await expect(staff.call("solarTemplateSave", { name: name.toUpperCase(), ...figures })).refusesWith(
    "solar_template_name_used",
  );
  await staff.call("solarTemplateSave", { id, name, ...figures, tilt: 12 });
  expect(await templateOf(staff, id)).toMatchObject({ tilt: 12, revision: 2 });
  for (const bad of [
    { strings: [] },
    { tilt: 91 },
    { provider: "solcast" },
    { strings: [{ panels: 0, panelWp: 410 }] },
  ])
    expect(await staff.post("solarTemplateSave", { name: fresh(), ...figures, ...bad })).toMatchObject({
      code: "bad_input",
    });
  await staff.call("solarTemplateDelete", { id });
  await expect(staff.call("solarTemplateDelete", { id })).refusesWith("not_found");
  await expect(staff.call("solarTemplateSave", { id, name, ...figures })).refusesWith("not_found");
});

test("applied, it sets the panels of several containers as previewed, in the position that is usual at each, and leaves the reserve alone", async () => {
  const { staff, owner, gao, fogo } = await people();
  await place(fogo, -14.9);
  const panels = { provider: "clear_sky", capacity: 3_000, tilt: 5, azimuth: 90, loss: 20, reserveSoc: 35 } as const;
  await owner.call("setForecast", { containerId: gao, ...panels });
  const { id } = (await staff.call("solarTemplateSave", { name: fresh(), ...figures })).data;
  const asked = { id, containerIds: [gao, fogo] };
  const { data: changes, revision } = await staff.call("solarTemplatePreview", asked);
  const common = { capacity: 6_280, loss: 10, limitW: 5_000, provider: "auto" };
  const { reserveSoc: _, ...before } = panels;
  expect(changes).toHaveLength(2);
  expect(changes.find((one) => one.containerId === gao)).toMatchObject({
    before: { ...before, limitW: null },
    after: { ...common, tilt: 16, azimuth: 180 },
  });
  expect(changes.find((one) => one.containerId === fogo)).toMatchObject({
    before: null,
    after: { ...common, tilt: 15, azimuth: 0 },
  });
  await staff.call("solarTemplateApply", { ...asked, revision });
  expect(await settingOf(staff, gao)).toMatchObject({ ...common, tilt: 16, azimuth: 180, reserveSoc: 35 });
  expect(await settingOf(staff, fogo)).toMatchObject({ ...common, tilt: 15, azimuth: 0, isGuessed: false });
  const { db } = (await thePortal()).database;
  const [line] = await db
    .selectFrom("audit")
    .selectAll()
    .where("action", "=", "solarTemplateApply")
    .where("target", "=", id)
    .execute();
  expect(line?.before).toMatchObject({ [gao]: { capacity: 3_000 }, [fogo]: null });
  expect(line?.after).toMatchObject({ [gao]: { capacity: 6_280 }, [fogo]: { azimuth: 0 } });
});

test("a template that containers have cannot be deleted, and says what is not as it says any more", async () => {
  const { staff, other, owner, gao } = await people();
  const name = fresh();
  const { id } = (await staff.call("solarTemplateSave", { name, ...figures })).data;
  await staff.call("solarTemplateApply", { id, containerIds: [gao], revision: 1 });
  expect((await templateOf(staff, id))?.containers).toMatchObject([{ id: gao, differs: [] }]);
  expect(await templateOf(other, id)).toMatchObject({ containers: [], isUsed: true });
  await expect(other.call("solarTemplateDelete", { id })).refusesWith("solar_template_used");
  // The owner corrects the panels by hand, and the template loses its limit.
  const hand = { provider: "auto", capacity: 6_000, tilt: 16, azimuth: 180, loss: 10, limitW: 5_000 } as const;
  await owner.call("setForecast", { containerId: gao, ...hand });
  await staff.call("solarTemplateSave", { id, name, ...figures, limitW: null });
  expect((await templateOf(staff, id))?.containers).toMatchObject([
    {
      has: { capacity: 6_000, limitW: 5_000 },
      wanted: { capacity: 6_280, limitW: null },
      differs: ["capacity", "limitW"],
    },
  ]);
  await expect(staff.call("solarTemplateApply", { id, containerIds: [gao], revision: 1 })).refusesWith(
    "template_changed",
  );
  await staff.call("solarTemplateApply", { id, containerIds: [gao], revision: 2 });
  expect((await templateOf(staff, id))?.containers).toMatchObject([{ differs: [] }]);
  await staff.call("solarTemplateLeave", { containerIds: [gao] });
  expect(await settingOf(staff, gao)).toMatchObject({ capacity: 6_280, limitW: null });
  await other.call("solarTemplateDelete", { id });
});

test("a retired container leaves the list of its template, which stays in use, and no template is applied to it", async () => {
  const { staff, gao, fogo } = await people();
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const { id } = (await staff.call("solarTemplateSave", { name: fresh(), ...figures })).data;
  await staff.call("solarTemplateApply", { id, containerIds: [gao], revision: 1 });
  await boss.call("retireContainer", { containerId: gao });
  expect(await templateOf(staff, id)).toMatchObject({ containers: [], isUsed: true });
  await expect(staff.call("solarTemplatePreview", { id, containerIds: [gao, fogo] })).refusesWith("container_retired");
  await boss.call("restoreContainer", { containerId: gao });
  expect((await templateOf(staff, id))?.containers).toMatchObject([{ id: gao, differs: [] }]);
});

test("nobody applies a template to containers that are out of sight, or without the right to configure any", async () => {
  const { staff, other, owner, gao, fogo } = await people();
  const { id } = (await staff.call("solarTemplateSave", { name: fresh(), ...figures })).data;
  const both = { id, containerIds: [gao, fogo] };
  await expect(other.call("solarTemplatePreview", both)).refusesWith("not_found");
  await expect(other.call("solarTemplateApply", { ...both, revision: 1 })).refusesWith("not_found");
  await expect(other.call("solarTemplateLeave", { containerIds: [gao] })).refusesWith("not_found");
  await expect(other.call("solarTemplateMeasured", { id, containerId: gao })).refusesWith("not_found");
  await expect(owner.call("solarTemplateApply", { id, containerIds: [gao], revision: 1 })).refusesWith("forbidden");
  expect((await templateOf(staff, id))?.isUsed).toBe(false);
  const { db } = (await thePortal()).database;
  const role = db.updateTable("role").where("id", "=", "offgrid_staff");
  const { permissions } = await db
    .selectFrom("role")
    .select("permissions")
    .where("id", "=", "offgrid_staff")
    .executeTakeFirstOrThrow();
  await role.set({ permissions: permissions.filter((one) => one !== "configure") }).execute();
  try {
    await expect(staff.call("solarTemplateApply", { ...both, revision: 1 })).refusesWith("forbidden");
    await expect(staff.call("solarTemplateLeave", { containerIds: [gao] })).refusesWith("forbidden");
  } finally {
    await role.set({ permissions }).execute();
  }
});

test("the yield of each month is that of the model of forecasts: most in the summer of the place, never above the limit", async () => {
  const { staff, gao, fogo } = await people();
  const array = { capacity: 10_000, tilt: null, azimuth: null, loss: 0, limitW: null };
  const of = async (input: Partial<typeof array> & { place?: object }) =>
    (await staff.call("solarTemplateYield", { ...array, place: { lat: 48, long: 2 }, ...input } as never))
      .data as never as {
      tilt: number;
      azimuth: number;
      usualShare: number;
      months: { month: number; clearWh: number; usualWh: number }[];
    };
  const north = await of({});
  expect(north).toMatchObject({ tilt: 48, azimuth: 180 });
  expect(north.months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const clear = north.months.map(({ clearWh }) => clearWh);
  expect(clear.indexOf(Math.min(...clear))).toBe(11);
  for (const { clearWh, usualWh } of north.months) expect(usualWh / clearWh).toBeCloseTo(north.usualShare, 6);
  const flat = await of({ tilt: 0 as never });
  expect(flat.months[5]?.clearWh).toBeGreaterThan(2.5 * (flat.months[11]?.clearWh ?? 0));
  const south = await of({ tilt: 0 as never, place: { lat: -48, long: 2 } });
  expect(south.months[11]?.clearWh).toBeGreaterThan(2.5 * (south.months[5]?.clearWh ?? 0));
  const limited = await of({ limitW: 2_000 as never });
  for (const [index, { clearWh, usualWh }] of limited.months.entries()) {
    expect(clearWh).toBeLessThan(clear[index] as number);
    // Clouds take first what the inverter would not have let through.
    expect(usualWh / clearWh).toBeGreaterThan(north.usualShare);
    expect(clearWh).toBeLessThan(31 * 17 * 2_000);
  }
  expect((await of({ place: { containerId: gao } })).tilt).toBe(16);
  expect(await of({ place: { containerId: fogo } })).toBeNull();
});

test("what came is compared hour by hour with the clear sky: gaps count as not known, and hours of a full battery are left out", async () => {
  const { staff, gao, fogo } = await people();
  const { id } = (await staff.call("solarTemplateSave", { name: fresh(), ...figures, limitW: null })).data;
  const measured = async () => (await staff.call("solarTemplateMeasured", { id, containerId: gao })).data;
  expect(await measured()).toEqual([]);
  expect((await staff.call("solarTemplateMeasured", { id, containerId: fogo })).data).toBeNull();
  // From the 1st of May on, every second day is measured: half of the power that is expected at noon, from 9 to 15 o'clock.
  const frames: [number, number[]][] = [];
  for (let atMs = Date.UTC(2026, 4, 1); atMs < Date.UTC(2026, 5, 1); atMs += hour / 4) {
    const date = new Date(atMs);
    if (date.getUTCDate() % 2 === 0) continue;
    const isDay = date.getUTCHours() >= 9 && date.getUTCHours() < 15;
    // On the 31st the battery was full all day, and nothing was taken.
    const isFull = date.getUTCDate() === 31;
    frames.push([atMs, [isDay && !isFull ? 2_000 : 0, isFull ? 99 : 60]]);
  }
  await store(gao, ["solar.power", "battery.soc"], frames, 900);
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
  const [may, june, ...rest] = (await measured()) ?? [];
  expect(rest).toEqual([]);
  expect(may?.from).toBe("2026-05-01T00:00:00.000Z");
  // Fifteen days of six hours.
  expect(may?.wh).toBeCloseTo(15 * 6 * 2_000, -2);
  expect(may?.coverage).toBeGreaterThan(0.45);
  expect(may?.coverage).toBeLessThan(0.6);
  expect(may?.heldBack).toBeCloseTo(1 / 16, 1);
  const perDay = (may?.clearWh ?? 0) / 31;
  expect(may?.share).toBeCloseTo(12_000 / perDay, 1);
  expect(june).toMatchObject({ wh: null, coverage: 0, share: null });
  expect(june?.clearWh).toBeLessThan(((may?.clearWh ?? 0) * 11) / 31);
  expect(now - Date.UTC(2026, 5, 1)).toBeGreaterThan(9 * day);
});
