import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { clear, raise, seen, silent } from "./raised.fixture.ts";

test("containers of one operator that are dark are one line, for each person with what they see of it", async () => {
  const { amina, binta, kofi } = await cast({
    amina: { role: "user", containers: ["dori", "djibo", "gorom", "yako"] },
    binta: { role: "customer_staff", containers: ["dori", "yako"] },
    kofi: { role: "user", containers: ["elsewhere"] },
  });
  const { database } = await thePortal();
  await database.pool.query("insert into sim_card (container_id, operator) select unnest($1::text[]), 'Telecel'", [
    ["dori", "djibo", "gorom", "yako"],
  ]);
  await raise(amina, ["dori", "djibo", "gorom"], { condition: silent });
  const [incident] = await seen(amina, ([one]) => one?.cause === "operator");
  expect(incident).toMatchObject({
    state: "open",
    subject: { id: "Telecel", name: "Telecel" },
    severity: "warning",
    open: 3,
    containersOpen: 3,
    containersOf: 4,
    acknowledgedBy: null,
  });
  const id = incident?.id ?? "";
  expect((await binta.call("incidentGet", { id })).data).toMatchObject({
    incident: { open: 1, containersOpen: 1, containersOf: 2 },
    warnings: [{ containerId: "dori" }],
  });
  expect((await kofi.call("incidentList", {})).total).toBe(0);
  await expect(kofi.call("incidentGet", { id })).refusesWith("not_found");
  await expect(kofi.call("incidentAcknowledge", { id })).refusesWith("not_found");
  for (const [query, total] of [
    [{ state: "going_on" }, 1],
    [{ state: "resolved" }, 0],
    [{ severity: "critical" }, 0],
    [{ containerId: "djibo" }, 1],
    [{ containerId: "yako" }, 0],
  ] as const)
    expect((await amina.call("incidentList", query)).total).toBe(total);
  await expect(binta.call("incidentList", { containerId: "djibo" })).refusesWith("not_found");
});

test("who sees only some containers of an incident does not learn from its timeline what was said and done about the others", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["fada", "pama"] },
    binta: { role: "customer_staff", containers: ["fada"] },
  });
  const { database } = await thePortal();
  await raise(amina, ["fada", "pama"]);
  const both = await seen(amina, (all) => all.length === 2);
  const at = (containerId: string) => both.find((one) => one.containerId === containerId)?.id ?? "";
  const [id, other] = [at("fada"), at("pama")];
  await amina.call("incidentMerge", { id: other, into: id, reason: "Pama was broken into" });
  await amina.call("incidentAcknowledge", { id, note: "Thieves at Pama" });
  const whole = (await amina.call("incidentGet", { id })).data.timeline;
  expect(whole).toContainEqual(expect.objectContaining({ kind: "acknowledged", data: { note: "Thieves at Pama" } }));

  const { timeline } = (await binta.call("incidentGet", { id })).data;
  expect(timeline.map(({ kind }) => kind)).toEqual(whole.map(({ kind }) => kind));
  for (const { by, data } of timeline) {
    expect(by).toBeNull();
    const { cause: _cause, containers, ...said } = data;
    expect(said).toEqual({});
    expect(containers?.names ?? []).not.toContain("Pama");
  }
  await database.pool.query("update container set removed_at = now() where id = 'pama'");
  expect((await binta.call("incidentGet", { id })).data.timeline.some(({ by }) => by !== null)).toBe(false);
});

test("an incident is acknowledged with its warnings, and is acknowledged when all of them are", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["kaya", "titao"] },
    binta: { role: "customer_staff", containers: ["kaya"] },
  });
  await raise(amina, ["kaya"], { condition: silent });
  const [warningId = ""] = await raise(amina, ["kaya"], { severity: "critical" });
  const [incident] = await seen(amina, ([one]) => one?.open === 2);
  const id = incident?.id ?? "";
  expect(incident).toMatchObject({ cause: "container", severity: "critical", subject: { name: "Kaya" } });

  const { data } = await binta.call("incidentAcknowledge", { id, note: "On my way", feedback: "useful" });
  expect(data).toMatchObject({
    state: "acknowledged",
    acknowledgedBy: { userId: binta.userId },
    acknowledgeNote: "On my way",
  });
  expect(Date.parse(data.acknowledgedUntil ?? "") - Date.parse(data.acknowledgedAt ?? "")).toBe(4 * 3_600_000);
  const { warnings, timeline } = (await amina.call("incidentGet", { id })).data;
  expect(warnings.map(({ acknowledgedBy }) => acknowledgedBy?.userId)).toEqual([binta.userId, binta.userId]);
  expect(timeline).toContainEqual(
    expect.objectContaining({
      kind: "acknowledged",
      by: { userId: binta.userId, name: "binta" },
      data: { note: "On my way" },
    }),
  );

  const [second = ""] = await raise(amina, ["titao"]);
  const [alone] = await seen(amina, (all) => all.length === 2 && all.every(({ state }) => state !== "calm"));
  expect(alone).toMatchObject({ id, state: "acknowledged" });
  const { data: own } = await amina.call("warningAcknowledge", { id: second });
  expect(own.acknowledgedBy?.userId).toBe(amina.userId);
  await seen(amina, (all) => all.every(({ state }) => state === "acknowledged"));
  await clear([warningId]);
  // What is over is not acknowledged again.
  const cleared = (await amina.call("warningAcknowledge", { id: warningId })).data;
  expect(cleared).toMatchObject({ clearedAt: expect.any(String), acknowledgedBy: { userId: binta.userId } });
});

test("an incident is muted by each for themselves, with its warnings", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["boromo"] },
    binta: { role: "customer_staff", containers: ["boromo"] },
  });
  await raise(amina, ["boromo"]);
  const [incident] = await seen(amina, (all) => all.length === 1);
  const id = incident?.id ?? "";
  expect((await amina.call("incidentMute", { id, hours: 8 })).data.mutedUntil).not.toBeNull();
  expect((await amina.call("incidentGet", { id })).data.warnings[0]?.mutedUntil).not.toBeNull();
  expect((await binta.call("incidentGet", { id })).data.incident.mutedUntil).toBeNull();
  expect((await amina.call("incidentMute", { id, hours: 0 })).data.mutedUntil).toBeNull();
  expect((await amina.call("incidentGet", { id })).data.warnings[0]?.mutedUntil).toBeNull();

  // What is muted for itself stays so when the incident is not muted any more.
  const warningId = (await amina.call("incidentGet", { id })).data.warnings[0]?.id ?? "";
  const { data: own } = await amina.call("warningMute", { id: warningId, hours: 1 });
  await amina.call("incidentMute", { id, hours: 8 });
  await amina.call("incidentMute", { id, hours: 0 });
  expect((await amina.call("incidentGet", { id })).data.warnings[0]?.mutedUntil).toBe(own.mutedUntil);
  // Messages of a warning are got again whatever muted it.
  await amina.call("incidentMute", { id, hours: 8 });
  expect((await amina.call("warningMute", { id: warningId, hours: 0 })).data.mutedUntil).toBeNull();
  expect((await amina.call("incidentGet", { id })).data.incident.mutedUntil).toBeNull();
});

test("a warning is taken out of its incident, and incidents are put together with a reason", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["banfora", "orodara"] },
    kofi: { role: "user", containers: ["elsewhere"] },
  });
  await raise(amina, ["banfora"], { condition: silent });
  const [warningId = ""] = await raise(amina, ["banfora"]);
  const [incident] = await seen(amina, ([one]) => one?.open === 2);
  const id = incident?.id ?? "";
  await expect(kofi.call("incidentSplit", { id, warningId })).refusesWith("not_found");
  const { data: own } = await amina.call("incidentSplit", { id, warningId });
  expect(own).toMatchObject({ cause: "single", open: 1, content: "Charge low", state: "open" });
  await expect(amina.call("incidentSplit", { id: own.id, warningId })).refusesWith("bad_input");

  await raise(amina, ["orodara"]);
  // What comes does not move what a person placed.
  const three = await seen(amina, (all) => all.length === 3);
  expect(three.map(({ open }) => open)).toEqual([1, 1, 1]);
  const other = three.find(({ containerId }) => containerId === "orodara")?.id ?? "";
  await expect(kofi.call("incidentMerge", { id: other, into: own.id, reason: "The same cable" })).refusesWith(
    "not_found",
  );
  await expect(amina.call("incidentMerge", { id: own.id, into: own.id, reason: "The same cable" })).refusesWith(
    "bad_input",
  );
  const { data: whole } = await amina.call("incidentMerge", { id: other, into: own.id, reason: "The same cable" });
  expect(whole).toMatchObject({ id: own.id, open: 2, containersOpen: 2 });
  // A message about the other one leads here.
  const { incident: found, timeline } = (await amina.call("incidentGet", { id: other })).data;
  expect(found.id).toBe(own.id);
  // The history of both is there, and not that nothing is left of the other one.
  const kinds = timeline.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "opened" || kind === "split").toSorted()).toEqual([
    "opened",
    "opened",
    "split",
  ]);
  expect(kinds).not.toContain("resolved");
  expect(kinds).not.toContain("calm");
  expect(timeline.at(-1)).toMatchObject({
    kind: "merged",
    data: { incidentId: other, count: 1, reason: "The same cable" },
  });
  expect((await amina.call("incidentList", {})).total).toBe(2);
});

test("what joins an incident that somebody looks after is looked after there only, unless a person acknowledged it itself", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["leo", "po"] } });
  await raise(amina, ["leo", "po"]);
  const both = await seen(amina, (all) => all.length === 2);
  const at = (containerId: string) => both.find((one) => one.containerId === containerId)?.id ?? "";
  const id = at("leo");
  await amina.call("incidentAcknowledge", { id, note: "On my way to Leo" });
  const { data: whole } = await amina.call("incidentMerge", { id: at("po"), into: id, reason: "One cable" });
  expect(whole.state).toBe("acknowledged");
  const joined = async () =>
    (await amina.call("incidentGet", { id })).data.warnings.find(({ containerId }) => containerId === "po");
  const warningId = (await joined())?.id ?? "";
  expect((await joined())?.acknowledgedBy).not.toBeNull();

  const { data: own } = await amina.call("incidentSplit", { id, warningId });
  expect(own).toMatchObject({ state: "open", acknowledgedBy: null, acknowledgedAt: null, acknowledgeNote: null });
  const [alone] = (await amina.call("incidentGet", { id: own.id })).data.warnings;
  expect(alone).toMatchObject({ acknowledgedBy: null, acknowledgedAt: null, acknowledgeNote: null });
  expect((await amina.call("incidentGet", { id })).data.incident.state).toBe("acknowledged");

  await amina.call("incidentMerge", { id: own.id, into: id, reason: "One cable after all" });
  await amina.call("incidentAcknowledge", { id, note: "On my way to both" });
  const { data: again } = await amina.call("incidentSplit", { id, warningId });
  expect(again).toMatchObject({ state: "acknowledged", acknowledgeNote: "On my way to both" });
});

test("what was done within the hour before stands with the incident, the likeliest first", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["koudougou"] } });
  const { database } = await thePortal();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await database.pool.query(
    "insert into container_config (container_id, wanted_changes, reported_changes) values ('koudougou', $1, $2)",
    [
      JSON.stringify({ streetLights: { at: at(20), by: amina.userId }, keepAlive: { at: at(70), by: amina.userId } }),
      JSON.stringify({ streetLights: at(19), reboots: at(5) }),
    ],
  );
  await database.pool.query(
    `insert into works (id, container_id, state, user_id, reason, starts_at, ends_at, created_at)
      values ('w1', 'koudougou', 'ended', $1, 'New inverter', $2, $3, $2)`,
    [amina.userId, at(40), at(30)],
  );
  await database.pool.query("insert into output_names (container_id, names) values ('koudougou', $1)", [
    JSON.stringify({ "relay.4": { name: "Pump", feeds: "" } }),
  ]);
  await database.pool.query(
    `insert into command (id, container_id, op, kind, target, args, wanted, user_id, created_at, expires_at, state, ended_at)
      select target, 'koudougou', 'relay.set', 'switch', target, '{"on":true}', 'true', $1, at, at, 'done', at
      from (values ('relay.4', $2::timestamptz), ('relay.5', $3)) as given (target, at)`,
    [amina.userId, at(10), at(12)],
  );
  await raise(amina, ["koudougou"]);
  const [incident] = await seen(amina, (all) => all.length === 1);
  const { changes } = (await amina.call("incidentGet", { id: incident?.id ?? "" })).data;
  expect(changes.map(({ kind, what, outputName, by }) => [kind, what, outputName, by?.name])).toEqual([
    ["config", "reboots", null, undefined],
    ["command", "relay.4", "Pump", "amina"],
    ["command", "relay.5", null, "amina"],
    ["config", "streetLights", null, "amina"],
    ["works", "New inverter", null, "amina"],
  ]);
});
