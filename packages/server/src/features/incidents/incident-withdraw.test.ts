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

test("one warning is taken back by itself, whatever else of its incident is looked after, and the history says of how many", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["tera"] },
    binta: { role: "user", containers: ["tera"] },
  });
  const [first = ""] = await raise(amina, ["tera"], { condition: silent });
  const [second = ""] = await raise(amina, ["tera"]);
  const [third = ""] = await raise(amina, ["tera"]);
  const [incident] = await seen(amina, ([one]) => one?.open === 3);
  const id = incident?.id ?? "";
  const holders = async () => {
    const { warnings } = (await amina.call("incidentGet", { id })).data;
    return [first, second, third].map((one) => warnings.find((warning) => warning.id === one)?.acknowledgedBy?.userId);
  };
  await amina.call("incidentAcknowledge", { id });
  // What somebody else looks after stays theirs.
  expect((await binta.call("warningWithdraw", { id: second })).data.acknowledgedBy?.userId).toBe(amina.userId);
  expect((await amina.call("warningWithdraw", { id: second })).data).toMatchObject({
    acknowledgedBy: null,
    acknowledgedUntil: null,
  });
  expect(await holders()).toEqual([amina.userId, undefined, amina.userId]);
  expect((await amina.call("incidentGet", { id })).data.incident.state).toBe("open");
  // Twice is once.
  await amina.call("warningWithdraw", { id: second });
  await binta.call("warningAcknowledge", { id: second, note: "I am there" });
  expect(await holders()).toEqual([amina.userId, binta.userId, amina.userId]);
  await amina.call("warningWithdraw", { id: first });
  expect(await holders()).toEqual([undefined, binta.userId, amina.userId]);
  // A part of it only, which is not all of it.
  await binta.call("warningAcknowledge", { id: third });
  const { timeline, incident: now } = (await binta.call("incidentGet", { id })).data;
  expect(now.state).toBe("open");
  const said = timeline.filter(({ kind }) => kind === "acknowledged" || kind === "withdrawn");
  expect(said.map(({ kind, by, data }) => [kind, by?.userId, data.count, data.of, data.note])).toEqual([
    ["acknowledged", amina.userId, undefined, undefined, undefined],
    ["withdrawn", amina.userId, 1, 3, undefined],
    ["acknowledged", binta.userId, undefined, undefined, "I am there"],
    ["withdrawn", amina.userId, 1, 3, undefined],
    ["acknowledged", binta.userId, 1, 3, undefined],
  ]);
});

test("what is not seen can neither be taken back nor counted", async () => {
  const { amina, fatou } = await cast({
    amina: { role: "user", containers: ["dosso", "maradi"] },
    fatou: { role: "user", containers: ["maradi"] },
  });
  const [dosso = "", maradi = ""] = await raise(amina, ["dosso", "maradi"]);
  const found = await seen(amina, (all) => all.filter(({ open }) => open > 0).length >= 2);
  const of = async (warningId: string) => {
    for (const { id } of found) {
      const { warnings } = (await amina.call("incidentGet", { id })).data;
      if (warnings.some((one) => one.id === warningId)) return id;
    }
    return "";
  };
  const into = await of(dosso);
  await amina.call("incidentMerge", { id: await of(maradi), into, reason: "The same mast" });
  await expect(fatou.call("warningWithdraw", { id: dosso })).refusesWith("not_found");
  await fatou.call("incidentAcknowledge", { id: into });
  const said = async (person: typeof amina) =>
    (await person.call("incidentGet", { id: into })).data.timeline
      .filter(({ kind }) => kind === "acknowledged")
      .map(({ data }) => [data.count, data.of]);
  expect(await said(amina)).toEqual([[1, 2]]);
  expect(await said(fatou)).toEqual([[1, undefined]]);
});
