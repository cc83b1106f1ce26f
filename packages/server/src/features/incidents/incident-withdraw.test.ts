import { expect, test } from "vitest";

import { cast } from "../../testing/cast.ts";
import { raise, seen, silent } from "./raised.fixture.ts";

test("whoever looks after an incident takes that back, and what others look after stays so", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["yako"] },
    binta: { role: "user", containers: ["yako"] },
  });
  await raise(amina, ["yako"], { condition: silent });
  const [second = ""] = await raise(amina, ["yako"]);
  const [incident] = await seen(amina, ([one]) => one?.open === 2);
  const id = incident?.id ?? "";
  await amina.call("incidentAcknowledge", { id, note: "On my way" });
  // Not what somebody else said.
  expect((await binta.call("incidentWithdraw", { id })).data.state).toBe("acknowledged");
  expect((await amina.call("incidentWithdraw", { id })).data).toMatchObject({ state: "open", acknowledgedBy: null });
  const { warnings, timeline } = (await binta.call("incidentGet", { id })).data;
  expect(warnings.map(({ acknowledgedBy, acknowledgeNote }) => [acknowledgedBy, acknowledgeNote])).toEqual([
    [null, null],
    [null, null],
  ]);
  const kinds = timeline.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "withdrawn")).toHaveLength(1);
  expect(kinds).not.toContain("graver");
  expect(timeline.find(({ kind }) => kind === "withdrawn")?.by?.userId).toBe(amina.userId);
  // Where somebody else looks after a part, they look after what is left by the first.
  await amina.call("incidentAcknowledge", { id });
  await binta.call("warningAcknowledge", { id: second });
  expect((await amina.call("incidentWithdraw", { id })).data).toMatchObject({
    state: "acknowledged",
    acknowledgedBy: { userId: binta.userId },
  });
});
