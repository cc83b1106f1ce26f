import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { scriptedController } from "./commands.fixture.ts";

const inTime = { timeout: 20_000 };

test("what has no supply is not switched on: nothing is sent and nothing is written down, until what feeds it is on", async () => {
  const containerId = "catio";
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const controller = await scriptedController(await thePortal(), containerId, amina);
  const switchRelay = (relay: number, on: boolean) => amina.call("setContainerControlAdam", { containerId, relay, on });
  const obstacle = async () => {
    const { data } = await amina.call("commandGroupPreview", { containers: [containerId], relay: 1, on: true });
    return data[0]?.obstacle;
  };
  expect(await obstacle()).toBeNull();
  const said = { value: false, by: "equipment", reason: "no_supply", feeder: "relay.2" };
  await controller.report({ code: "output.changed", level: "info", device: "relay.1", data: said });
  await vi.waitUntil(async () => (await obstacle()) === "no_supply", inTime);
  await expect(switchRelay(1, true)).refusesWith("no_supply");
  expect((await amina.call("commandList", { filter: { containerId } })).total).toBe(0);

  // Off is always allowed, and so is what feeds it.
  await switchRelay(1, false);
  const off = await controller.received(1);
  expect(off).toMatchObject({ target: "relay.1", args: { on: false } });
  await controller.answer({ id: off.id, st: "done", value: false });
  await switchRelay(2, true);
  const on = await controller.received(2);
  expect(on.target).toBe("relay.2");
  await controller.answer({ id: on.id, st: "done", value: true });

  // What feeds it reads on: what was said before is out of date, whenever the controller says so itself.
  await controller.measure([0, 1]);
  await vi.waitUntil(async () => (await obstacle()) === null, inTime);
  await vi.waitUntil(async () => {
    const { data } = await amina.call("commandList", { filter: { containerId } });
    return data.every(({ state }) => state === "done");
  }, inTime);
  await switchRelay(1, true);
  expect(await controller.received(3)).toMatchObject({ target: "relay.1", args: { on: true } });
});
