import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { screenOf, scriptedController } from "./commands.fixture.ts";

test("a critical relay is switched on by a fresh proof and with a proved fail-safe alone, and off at any time", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["farim"] } });
  const portal = await thePortal();
  const critical = { "relay.1": "proved", "relay.2": "unproved" } as const;
  const controller = await scriptedController(portal, "farim", amina, critical);
  const { data: outputs } = await amina.call("outputList", { containerId: "farim" });
  expect(outputs).toMatchObject([{ failSafe: "proved" }, { failSafe: "unproved" }]);
  const order = (relay: number, on: boolean) => ({ containerId: "farim", relay, on });
  const confirmedAt = (at: string) =>
    portal.database.pool.query(`update session set confirmed_at = ${at} where user_id = $1`, [amina.userId]);

  // Longer ago than a confirmation is good for, and not so long that everything asks for one.
  await confirmedAt("now() - interval '11 minutes'");
  await expect(amina.call("setContainerControlAdam", order(1, true))).refusesWith("confirm_needed");
  await expect(amina.call("setContainerControlAdam", order(2, true))).refusesWith("fail_safe_unproved");
  await amina.call("setContainerControlAdam", order(2, false));
  expect(await controller.received(1)).toMatchObject({ target: "relay.2", args: { on: false } });

  await confirmedAt("now()");
  await expect(amina.call("setContainerControlAdam", order(2, true))).refusesWith("fail_safe_unproved");
  await amina.call("setContainerControlAdam", order(1, true));
  expect(await controller.received(2)).toMatchObject({ target: "relay.1", args: { on: true } });
});

test("a rule that may switch a critical relay on asks for the same as a person who does", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["cacheu"] } });
  const portal = await thePortal();
  await scriptedController(portal, "cacheu", amina, { "relay.1": "proved", "relay.2": "unproved" });
  const save = (output: string, to: boolean) =>
    amina.call("automationSave", {
      containerId: "cacheu",
      automation: {
        kind: "keep",
        name: "By day",
        enabled: true,
        priority: 5,
        output,
        to,
        while: { kind: "sun", is: "up" },
        unknown: "as_before",
      },
    });
  const confirmedAt = (at: string) =>
    portal.database.pool.query(`update session set confirmed_at = ${at} where user_id = $1`, [amina.userId]);
  await confirmedAt("now() - interval '11 minutes'");
  await expect(save("relay.1", true)).refusesWith("confirm_needed");
  await expect(save("relay.2", true)).refusesWith("fail_safe_unproved");
  await save("relay.2", false);
  await confirmedAt("now()");
  await save("relay.1", true);
});

test("an output that its controller lets rest says until when, and no longer", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["tite"] } });
  const controller = await scriptedController(await thePortal(), "tite", amina);
  await controller.measure([1, 1, 0]);
  const until = Math.floor(Date.now() / 1000) + 1_200;
  const said = (device: string, end: number) => {
    const data = { value: false, by: "controller", reason: "too_often", until: end };
    return controller.report({ code: "output.worn", level: "warning", device, data, ts: Date.now() });
  };
  await said("relay.1", until);
  await said("relay.2", until - 2_400);
  const rests = async () => {
    const { data } = await amina.call("outputList", { containerId: "tite" });
    return data.map(({ restsUntil }) => restsUntil);
  };
  await vi.waitUntil(async () => (await rests())[0] !== null, { timeout: 20_000 });
  expect(await rests()).toEqual([new Date(until * 1000).toISOString(), null]);
});

test("an end that no clock can hold takes nothing else of the outputs away", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["farim"] } });
  const controller = await scriptedController(await thePortal(), "farim", amina);
  await controller.measure([0, 0, 0]);
  const said = (code: string, device: string, more: object) => {
    const data = { value: false, by: "controller", reason: "too_often", ...more };
    return controller.report({ code, level: "warning", device, data, ts: Date.now() });
  };
  await said("output.worn", "relay.1", { until: 1e300 });
  await said("output.worn", "relay.2", { until: 2e11 });
  await said("output.changed", "relay.1", { until: Number.MAX_SAFE_INTEGER });
  await said("output.changed", "relay.2", { passed: { of: "power", limit: 1e308, measured: 1 }, restoreSoc: 1e308 });
  const outputs = async () => (await amina.call("outputList", { containerId: "farim" })).data;
  await vi.waitUntil(async () => (await outputs())[1]?.why, { timeout: 20_000 });
  expect(await outputs()).toMatchObject([
    { restsUntil: null, why: { reason: "too_often", until: null } },
    { restsUntil: null, why: { reason: "too_often", passed: null, restoreSoc: null } },
  ]);
});

test("an emergency run asks for a proof and a reason, and reaches the controller with them", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["cacheu"] } });
  const portal = await thePortal();
  const controller = await scriptedController(portal, "cacheu", amina);
  await controller.measure([0, 1, 0]);
  const run = { containerId: "cacheu", relay: 1, minutes: 30, reason: "Medicine in the refrigerator" };
  await portal.database.pool.query(
    "update session set confirmed_at = now() - interval '11 minutes' where user_id = $1",
    [amina.userId],
  );
  await expect(amina.call("emergencyRun", run)).refusesWith("confirm_needed");
  await portal.database.pool.query("update session set confirmed_at = now() where user_id = $1", [amina.userId]);
  await expect(amina.call("emergencyRun", { ...run, minutes: 61 })).refusesWith("bad_input");
  await expect(amina.call("emergencyRun", { ...run, reason: " " })).refusesWith("bad_input");
  const { data: given } = await amina.call("emergencyRun", run);
  const { data } = await amina.call("commandGet", { commandId: given.commandId });
  expect(data).toMatchObject({ op: "relay.set", wanted: true, emergencyMinutes: 30, givenReason: run.reason });
});

test("who is warned of an emergency run reads who asked for it, and why, as the portal knows it", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["catio"] } });
  const portal = await thePortal();
  const controller = await scriptedController(portal, "catio", amina);
  await controller.measure([0, 1, 0]);
  const { warnings } = await screenOf(portal, amina);
  await portal.database.pool.query("update session set confirmed_at = now() where user_id = $1", [amina.userId]);
  const run = { containerId: "catio", relay: 1, minutes: 30, reason: "Medicine in the refrigerator" };
  await amina.call("emergencyRun", run);
  const data = { value: true, by: amina.userId, reason: "emergency" };
  await controller.report({ code: "output.changed", level: "warning", device: "relay.2", data });
  await controller.report({ code: "output.changed", level: "warning", device: "relay.1", data });
  await vi.waitUntil(() => warnings.length >= 2, { timeout: 20_000 });
  const of = (device: string) => warnings.find((one) => one.device === device);
  expect(of("relay.1")).toMatchObject({ givenReason: run.reason, by: { userId: amina.userId, name: "amina" } });
  // Nobody has asked for a run of this one: what its controller says gives it no reason.
  expect(of("relay.2")).toMatchObject({ by: { name: null } });
  expect(of("relay.2")?.givenReason).toBeUndefined();
  // Of one that the person did switch, the portal knows who it was.
  await amina.call("setContainerControlAdam", { containerId: "catio", relay: 2, on: false });
  const byHand = { value: false, by: amina.userId, reason: "command" };
  await controller.report({ code: "output.changed", level: "warning", device: "relay.2", data: byHand });
  await vi.waitUntil(() => warnings.length >= 3, { timeout: 20_000 });
  expect(warnings.at(-1)).toMatchObject({ device: "relay.2", by: { userId: amina.userId, name: "amina" } });
});
