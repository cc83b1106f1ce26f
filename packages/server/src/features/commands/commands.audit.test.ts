import { expect, test, vi } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { scriptedController } from "./commands.fixture.ts";

test("the audit says what came of a command that was accepted here, and is found by it", async () => {
  const { amina, boss } = await cast({
    amina: { role: "user", containers: ["zinder"] },
    boss: { role: "super_admin" },
  });
  const controller = await scriptedController(await thePortal(), "zinder", amina);
  const give = async (relay: number) =>
    (await amina.call("setContainerControlAdam", { containerId: "zinder", relay, on: true })).data.commandId;
  const [refused, waiting] = [await give(1), await give(2)];
  await controller.received(2);
  await controller.answer({ id: refused, st: "refused", error: "protected" });
  await vi.waitUntil(async () => (await amina.call("commandGet", { commandId: refused })).data.state === "refused", {
    timeout: 50_000,
  });
  const filter = { target: "zinder", actions: ["setContainerControlAdam"] };
  const found = async (result?: string) => {
    const { data } = await boss.call("auditList", { filter: { ...filter, ...(result && { result }) } });
    return data.map(({ after }) => (after as { commandId: string }).commandId);
  };
  expect(await found()).toEqual([waiting, refused]);
  expect(await found("refused")).toEqual([refused]);
  expect(await found("ok")).toEqual([waiting]);
  expect([await found("failed"), await found("expired")]).toEqual([[], []]);
  const { data } = await boss.call("auditList", { filter: { ...filter, result: "refused" } });
  expect(data[0]?.command).toEqual({ state: "refused", reason: "protected", isLate: false });
});
