import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { userMessages } from "../../testing/user-messages.ts";
import { clear, inTime, raise, seen } from "./raised.fixture.ts";

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function logOf(person: Actor, id: string) {
  const { timeline } = (await person.call("incidentGet", { id })).data;
  return timeline.map(({ kind, by, data: { containers, reason } }) => ({
    kind,
    ...(by && { by: by.name }),
    ...(containers && { at: containers.names }),
    ...(reason !== undefined && { reason }),
  }));
}

test("works at the containers of an incident stand with it and in its log, and screens of others learn of them at once", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["mopti", "sevare"] },
    binta: { role: "customer_staff", containers: ["sevare"] },
  });
  await raise(amina, ["mopti", "sevare"]);
  const both = await seen(amina, (all) => all.length === 2);
  const idAt = (containerId: string) => both.find((one) => one.containerId === containerId)?.id ?? "";
  const id = idAt("mopti");
  await amina.call("incidentMerge", { id: idAt("sevare"), into: id, reason: "One cable" });
  const worksOf = async (person: Actor) => (await person.call("incidentGet", { id })).data.incident.works;
  expect(await worksOf(amina)).toBeNull();

  const messages = await userMessages(binta);
  const startsAt = inHours(5);
  await amina.call("maintenanceSet", { containerId: "sevare", reason: "New panels", startsAt, endsAt: inHours(6) });
  expect(await worksOf(amina)).toMatchObject({ state: "planned", since: startsAt, reason: "New panels" });
  const plan = { containerId: "mopti", reason: "Cable", endsAt: inHours(2) };
  const { worksId } = (await amina.call("maintenanceSet", plan)).data;
  // What is under way comes before what is to come; who does not see a container does not learn of works there.
  expect(await worksOf(amina)).toMatchObject({
    worksId,
    state: "active",
    by: { userId: amina.userId, name: "amina" },
    reason: "Cable",
    until: plan.endsAt,
    containers: 1,
  });
  expect(await worksOf(binta)).toMatchObject({ state: "planned", reason: "New panels" });
  const [listed] = (await binta.call("incidentList", {})).data;
  expect(listed?.works).toMatchObject({ state: "planned", by: { name: "amina" } });
  const hasNews = () => messages.some((message) => "command" in message && message.command === "worksChanged");
  await vi.waitUntil(hasNews, inTime);

  await amina.call("maintenanceSet", { containerId: "sevare", reason: "Cable", endsAt: inHours(3) });
  expect(await worksOf(amina)).toMatchObject({ until: expect.any(String), containers: 2 });
  await amina.call("maintenanceEnd", { containerId: "mopti", worksId });
  const log = await logOf(amina, id);
  expect(log.slice(-3).toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual([
    { kind: "merged", by: "amina", at: ["Sevare"], reason: "One cable" },
    { kind: "worksBegan", by: "amina", at: ["Mopti", "Sevare"], reason: "Cable" },
    { kind: "worksEnded", by: "amina", at: ["Mopti"], reason: "Cable" },
  ]);
  expect(await logOf(binta, id)).toContainEqual({ kind: "worksBegan", by: "amina", at: ["Sevare"], reason: "Cable" });
  expect((await logOf(binta, id)).map(({ kind }) => kind)).not.toContain("worksEnded");
});

test("works before an incident began, and after it was over, are not in its log", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["djenne"] } });
  const { database } = await thePortal();
  const past = (hours: number) => inHours(-hours);
  await database.pool.query(
    `insert into works (id, container_id, state, user_id, reason, starts_at, ends_at, created_at, ended_at)
      values ('before', 'djenne', 'ended', $1, 'Before', $2, $3, $2, $3)`,
    [amina.userId, past(5), past(4)],
  );
  const ids = await raise(amina, ["djenne"]);
  const [incident] = await seen(amina, (all) => all.length === 1);
  const id = incident?.id ?? "";
  await clear(ids);
  await vi.waitUntil(async () => (await logOf(amina, id)).some(({ kind }) => kind === "calm"), inTime);
  await database.pool.query("update incident set resolved_at = now() where id = $1", [id]);
  const { data } = await amina.call("maintenanceSet", { containerId: "djenne", reason: "After", endsAt: inHours(1) });
  expect(data.state).toBe("active");
  expect((await logOf(amina, id)).map(({ kind }) => kind)).toEqual(["opened", "calm"]);
});

test("the log names the containers that were taken in and out", async () => {
  const { amina, binta } = await cast({
    amina: { role: "user", containers: ["lere", "niono", "segou"] },
    binta: { role: "customer_staff", containers: ["niono"] },
  });
  await raise(amina, ["lere", "niono", "segou"]);
  const all = await seen(amina, (found) => found.length === 3);
  const idAt = (containerId: string) => all.find((one) => one.containerId === containerId)?.id ?? "";
  const [id, niono, segou] = [idAt("lere"), idAt("niono"), idAt("segou")];
  await amina.call("incidentMerge", { id: niono, into: id, reason: "One cable" });
  await amina.call("incidentMerge", { id: segou, into: id, reason: "One cable" });
  const { warnings } = (await amina.call("incidentGet", { id })).data;
  const taken = warnings.find(({ containerId }) => containerId === "segou")?.id ?? "";
  const { data: own } = await amina.call("incidentSplit", { id, warningId: taken });
  const log = await logOf(amina, id);
  expect(log).toContainEqual({ kind: "merged", by: "amina", at: ["Niono"], reason: "One cable" });
  expect(log.at(-1)).toEqual({ kind: "split", by: "amina", at: ["Segou"] });
  expect(await logOf(amina, own.id)).toEqual([
    { kind: "opened", at: ["Segou"] },
    { kind: "split", by: "amina", at: ["Segou"] },
  ]);
  // Both say when it was raised.
  const detail = (await amina.call("incidentGet", { id: own.id })).data;
  expect(detail.timeline[0]?.at).toBe(detail.incident.beganAt);
  // Whoever sees only some learns of those, and not of the others.
  const seenByBinta = (await logOf(binta, id)).flatMap(({ at }) => at ?? []);
  expect(new Set(seenByBinta)).toEqual(new Set(["Niono"]));
});

test("what a later release wrote of an incident, of a kind that this one does not know, is something that happened then", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["zinder"] } });
  await raise(amina, ["zinder"]);
  const [incident] = await seen(amina, (all) => all.length === 1);
  const id = incident?.id ?? "";
  const { database } = await thePortal();
  await database.pool.query(
    `insert into incident_entry (incident_id, at, kind, user_id, data)
      values ($1, '2026-11-20T10:00:00Z', 'quarantined', $2, '{"cause":"moon","severity":"dire","count":"many","newPart":{"x":1}}')`,
    [id, amina.userId],
  );
  expect((await amina.call("incidentGet", { id })).data.timeline).toContainEqual({
    at: "2026-11-20T10:00:00.000Z",
    kind: "other",
    by: { userId: amina.userId, name: "amina" },
    data: {},
  });
});
