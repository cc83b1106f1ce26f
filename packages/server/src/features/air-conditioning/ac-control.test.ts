import type { AcControl } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { acModes, readAcWord } from "@offgrid/contract/devices/ac-setting";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";
import { peopleNotified } from "../../testing/notified.ts";

type Plan = NonNullable<NonNullable<AcControl["plan"]["wanted"]>["setting"]>;

const inTime = { timeout: 45_000 };
const plan: Plan = { enabled: true, mode: "cool", setpointDegC: 24.5, fan: 60, hours: [], minSoc: null };

/** A unit that does as it is asked, beside a battery that is full. */
function unit(): Driver & { setting: string; chargePercent: number } {
  return {
    setting: "cool 26 80",
    chargePercent: 90,
    metrics: ["ac.mode", "ac.setpoint", "ac.fan", "battery.soc"].map((name) => ({ name })),
    devices: [{ id: "cooler", type: "air_conditioner" }],
    capabilities: ["ac", "ac.cool", "ac.fan"],
    get outputs() {
      return {
        list: [{ target: "ac", op: "ac.set" as const, dwellMs: 0 }],
        write: async (_: string, value: unknown) => void (this.setting = String(value)),
        readBack: async () => this.setting,
      };
    },
    async read() {
      const setting = readAcWord(this.setting);
      const mode = acModes.indexOf(setting?.mode ?? "off");
      const rest = setting && setting.mode !== "off" ? [setting.setpointDegC, setting.fan] : [26, 0];
      return [mode, ...rest, this.chargePercent];
    },
    close: async () => {},
  };
}

/** Someone with a container that has a unit, and its controller. */
async function withUnit(containerId: string) {
  const { amina, visitor } = await cast({
    amina: { role: "user", containers: [containerId] },
    visitor: { role: "customer_staff", containers: [containerId] },
  });
  const portal = await thePortal();
  await portal.database.pool.query("update container set zone_name = 'Africa/Nairobi' where id = $1", [containerId]);
  const driver = unit();
  const controller = await (await controllerOf(containerId))({ driver });
  await vi.waitUntil(async () => {
    const { data } = await amina.call("getConfiguration", { containerId });
    return data.state === "in_sync" && (await controlOf(amina, containerId))?.setting !== undefined;
  }, inTime);
  return { amina, visitor, driver, controller };
}

async function controlOf(person: Actor, containerId: string): Promise<AcControl | undefined> {
  const [first] = (await person.call("getAcStatus", { containerId })).data;
  return first?.control ?? undefined;
}

async function reaches(person: Actor, containerId: string, is: (control: AcControl) => boolean): Promise<AcControl> {
  return vi.waitUntil(async () => {
    const control = await controlOf(person, containerId);
    return control && is(control) ? control : undefined;
  }, inTime);
}

test("a unit works as it is set: its controller follows the plan and reports it, and its setting is measured", async () => {
  const { amina, driver } = await withUnit("bafata");
  expect(await controlOf(amina, "bafata")).toMatchObject({
    modes: ["off", "cool", "fan"],
    setting: "cool 26 80",
    plan: { wanted: { setting: null }, reported: { setting: null } },
    last: null,
  });
  await amina.call("acSave", { containerId: "bafata", ...plan });
  const control = await reaches(amina, "bafata", ({ setting }) => setting === "cool 24.5 60");
  const agreed = { state: "in_sync", wanted: { setting: plan }, reported: { setting: plan }, faults: {} };
  expect(control.plan).toMatchObject(agreed);
  const noted = await reaches(amina, "bafata", ({ why }) => why?.reason === "schedule");
  expect(noted.why).toMatchObject({ value: "cool 24.5 60", by: null });
  expect(driver.setting).toBe("cool 24.5 60");
  // The times of the plan are those of the place, which goes along.
  const { data } = await amina.call("getConfiguration", { containerId: "bafata" });
  expect(data.reported?.doc["place"]).toMatchObject({ zoneName: "Africa/Nairobi" });
});

test("below the charge of its plan it stays off, and says why", async () => {
  const { amina, driver } = await withUnit("labe");
  driver.chargePercent = 30;
  await amina.call("acSave", { containerId: "labe", ...plan, minSoc: 40 });
  const control = await reaches(amina, "labe", ({ setting, why }) => setting === "off" && why?.value === "off");
  expect(control.why).toMatchObject({ reason: "low_charge", value: "off" });
  expect(driver.setting).toBe("off");
  // It may be so each night: nobody is notified.
  const portal = await thePortal();
  await peopleNotified(portal.database);
  const { rows } = await portal.database.pool.query(
    `select n.id from event e left join notification n on n.event_id = e.id
      where e.container_id = 'labe' and e.data ->> 'reason' = 'low_charge'`,
  );
  expect(rows).toEqual([{ id: null }]);
});

test("a unit that is set by hand says who did it and until when; what is left out stays as it is set", async () => {
  const { amina } = await withUnit("tene");
  const { data } = await amina.call("setAc", { containerId: "tene", mode: "cool", setpointDegC: 21.5 });
  expect(data.state).toBe("queued");
  const isSet = ({ last, why, setting }: AcControl) =>
    last?.state === "done" && why?.reason === "command" && setting === why.value;
  const control = await reaches(amina, "tene", isSet);
  expect(control).toMatchObject({
    setting: "cool 21.5 80",
    last: { commandId: data.commandId, op: "ac.set", target: "ac", wanted: "cool 21.5 80", value: "cool 21.5 80" },
    why: { by: { userId: amina.userId }, until: expect.any(String) },
  });
});

test("a compressor that was just stopped is not started: the controller refuses, and its fan may blow", async () => {
  const { amina } = await withUnit("nioro");
  const set = async (mode: "off" | "cool" | "fan") => {
    const given = mode === "off" ? {} : { setpointDegC: 22, fan: 50 };
    const { data } = await amina.call("setAc", { containerId: "nioro", mode, ...given });
    const isOver = ({ last }: AcControl) => last?.commandId === data.commandId && last.endedAt !== null;
    return (await reaches(amina, "nioro", isOver)).last;
  };
  expect(await set("off")).toMatchObject({ state: "done", value: "off" });
  expect(await set("cool")).toMatchObject({ state: "refused", reason: "dwell" });
  expect(await set("fan")).toMatchObject({ state: "done", value: "fan 22 50" });
});

test("a plan or a setting that the unit cannot follow is refused beside its field, and nothing is stored", async () => {
  const { amina } = await withUnit("kayes");
  const containerId = "kayes";
  const cannot = { answer: { body: { fields: { mode: "This air conditioner cannot do this." } } } };
  await expect(amina.call("acSave", { containerId, ...plan, mode: "heat" })).rejects.toMatchObject(cannot);
  await expect(amina.call("setAc", { containerId, mode: "dry" })).rejects.toMatchObject(cannot);
  const hours = [{ from: "08:00", to: "08:00" }];
  await expect(amina.call("acSave", { containerId, ...plan, hours })).refusesWith("bad_input");
  await expect(amina.call("acSave", { containerId, ...plan, setpointDegC: 40 })).rejects.toMatchObject({
    answer: { body: { fields: { setpointDegC: "Please fill a set point: 8 to 32 °C, in steps of half a degree." } } },
  });
  await expect(amina.call("setAc", { containerId, mode: "cool", fan: 5 })).refusesWith("bad_input");
  expect((await controlOf(amina, containerId))?.plan.wanted?.setting).toBeNull();
  await amina.call("acSave", { containerId, ...plan });
  const runs = await reaches(amina, containerId, ({ plan: { reported } }) => reported?.setting?.fan === plan.fan);
  const { wanted, reported } = runs.plan;
  const seen = { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 };
  await amina.call("acSave", { containerId, ...plan, fan: 70, seen });
  await expect(amina.call("acSave", { containerId, ...plan, fan: 80, seen })).refusesWith("config_changed");
});

test("who may only look, a container that is away, and one without a unit are refused", async () => {
  const { amina, visitor, controller } = await withUnit("bamako");
  const off = (person: Actor) => person.call("setAc", { containerId: "bamako", mode: "off" });
  await expect(off(visitor)).refusesWith("forbidden");
  await expect(visitor.call("acSave", { containerId: "bamako", ...plan })).refusesWith("forbidden");
  const { bola } = await cast({ bola: { role: "user", containers: ["osh"] } });
  await expect(off(bola)).refusesWith("not_found");
  await expect(bola.call("setAc", { containerId: "osh", mode: "off" })).rejects.toMatchObject({
    answer: { body: { fields: { mode: "This container has no air conditioner that can be set." } } },
  });
  controller.pauseLink();
  await vi.waitUntil(async () => {
    const { data } = await amina.call("getContainerInfo", { containerId: "bamako" });
    return !data.isOnline;
  }, inTime);
  await expect(off(amina)).refusesWith("container_offline");
});

test("a unit that people work on is locked, and is set again once it is released", async () => {
  const { amina, driver } = await withUnit("niafunke");
  const containerId = "niafunke";
  const lock = async () => (await amina.call("getAdamLock", { containerId, ac: true })).data.state;
  await amina.call("setAdamLock", { containerId, ac: true, locked: true, reason: "New filter" });
  await vi.waitUntil(async () => (await lock()) === "held", inTime);
  await expect(amina.call("setAc", { containerId, mode: "off" })).refusesWith("output_locked");
  expect((await controlOf(amina, containerId))?.lock).toMatchObject({ locked: true, reason: "New filter" });
  await amina.call("setAdamLock", { containerId, ac: true, locked: false });
  await vi.waitUntil(async () => (await lock()) === "free", inTime);
  await amina.call("setAc", { containerId, mode: "off" });
  await vi.waitUntil(() => driver.setting === "off", inTime);
});
