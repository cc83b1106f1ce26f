import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { scriptedController } from "./commands.fixture.ts";

const inTime = { timeout: 20_000 };

test("what protection has cut is the state of the container in the list and on its page, for as long as it is cut", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["partly"] } });
  const controller = await scriptedController(await thePortal(), "partly", amina);
  const listed = async () => {
    const { data } = await amina.call("getSitesV2", {});
    return data.find(({ containerId }) => containerId === "partly")?.energy;
  };
  const shown = async (level: string) => {
    await vi.waitUntil(async () => (await listed())?.level === level, inTime);
    const { data } = await amina.call("getContainerInfoV4", { containerId: "partly" });
    expect(data.energy).toEqual(await listed());
  };
  const said = (value: boolean, reason: string, ts: number) =>
    controller.report({
      code: "output.changed",
      level: "info",
      device: "relay.1",
      data: { value, by: reason, reason },
      ts,
    });
  // Both relays are open, of which nobody has said why.
  expect((await listed())?.level).toBe("unknown");
  const cutMs = Date.now() - 5_000;
  await said(false, "protection", cutMs);
  await shown("cut");
  await controller.measure([0, 1]);
  await shown("cut_partly");
  expect((await listed())?.since).toBe(new Date(cutMs).toISOString());
  // What was said before comes again, late.
  await said(true, "command", cutMs - 60_000);
  await controller.measure([1, 1]);
  await shown("unknown");
  await controller.measure([0, 1]);
  await shown("cut_partly");
  await said(false, "command", Date.now());
  await shown("unknown");
});
