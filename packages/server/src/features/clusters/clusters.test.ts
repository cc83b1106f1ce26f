import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

/** Two people who share one container of three, someone who sees all, and someone who may only view. */
async function people() {
  const fresh = () => `c${Math.random().toString(36).slice(2, 10)}`;
  const [mine, shared, theirs] = [`a-${fresh()}`, `b-${fresh()}`, `c-${fresh()}`];
  const actors = await cast({
    amina: { role: "user", containers: [mine, shared] },
    kofi: { role: "user", containers: [shared, theirs] },
    viewer: { role: "customer_staff", containers: [mine] },
    boss: { role: "admin" },
  });
  return { ...actors, mine, shared, theirs, fresh };
}

test("a cluster is a named group; a container that joins one leaves the other", async () => {
  const { amina, mine, shared, fresh } = await people();
  const [north, south] = [`north ${fresh()}`, `south ${fresh()}`];
  const { data: first } = await amina.call("clusterSave", { name: ` ${north} `, containers: [mine, shared] });
  await amina.call("clusterSave", { name: south, containers: [shared] });
  const { data } = await amina.call("clusterList", {});
  const listed = data.map(({ name, containers, canEdit }) => [name, { containers, canEdit }] as const);
  expect(Object.fromEntries(listed)).toEqual({
    [north]: { containers: [mine], canEdit: true },
    [south]: { containers: [shared], canEdit: true },
  });
  const rows = (await amina.call("getSitesV2", { sort: "cluster" })).data;
  expect(rows.map(({ id, cluster }) => [id, cluster])).toEqual([
    [mine, north],
    [shared, south],
  ]);
  expect(rows.find(({ id }) => id === mine)?.clusterId).toBe(first.id);

  await amina.call("clusterSave", { id: first.id, name: `${north} renamed`, containers: [shared] });
  expect((await amina.call("getSitesV2", { filter: { cluster: null } })).data.map(({ id }) => id)).toEqual([mine]);
  const moved = await amina.call("getSitesV2", { filter: { cluster: first.id } });
  expect(moved.data.map(({ id, cluster }) => [id, cluster])).toEqual([[shared, `${north} renamed`]]);

  await amina.call("clusterDelete", { id: first.id });
  expect((await amina.call("getSitesV2", { filter: { cluster: null } })).total).toBe(2);
});

test("a cluster without a name or without containers is refused with the words of the specification", async () => {
  const { amina, mine, fresh } = await people();
  for (const input of [{ containers: [mine] }, { name: "  ", containers: [mine] }, { name: fresh() }, {}]) {
    const answer = await amina.post("clusterSave", input);
    expect(answer).toMatchObject({ status: 400, code: "cluster_incomplete" });
    expect(answer.body["message"]).toBe("Please add cluster name or sites");
  }
});

test("a name is unique among the clusters that the caller sees, ignoring case; the names of others stay unknown", async () => {
  const { amina, kofi, mine, theirs, fresh } = await people();
  const name = fresh();
  const { data } = await amina.call("clusterSave", { name, containers: [mine] });
  await expect(amina.call("clusterSave", { name: name.toUpperCase(), containers: [mine] })).refusesWith(
    "cluster_name_used",
  );
  await amina.call("clusterSave", { id: data.id, name: name.toUpperCase(), containers: [mine] });
  await kofi.call("clusterSave", { name, containers: [theirs] });
});

test("B1: in a cluster that holds other people's containers, people can move only their own", async () => {
  const { amina, kofi, boss, mine, shared, theirs, fresh } = await people();
  const name = fresh();
  const { id } = (await boss.call("clusterSave", { name, containers: [mine, theirs] })).data;
  const listed = async (who: typeof amina) => (await who.call("clusterList", {})).data.find((one) => one.id === id);
  expect(await listed(amina)).toMatchObject({ containers: [mine], canEdit: false });
  expect(await listed(boss)).toMatchObject({ containers: [mine, theirs], canEdit: true });

  await amina.call("clusterSave", { id, name, containers: [shared] });
  expect((await listed(boss))?.containers.toSorted()).toEqual([shared, theirs].sort());
  await expect(amina.call("clusterSave", { id, name: fresh(), containers: [shared] })).refusesWith("cluster_shared");
  await expect(amina.call("clusterDelete", { id })).refusesWith("cluster_shared");
  await expect(amina.call("clusterSave", { id, name, containers: [shared, theirs] })).refusesWith("not_found");
  expect((await listed(boss))?.containers.toSorted()).toEqual([shared, theirs].sort());

  await boss.call("clusterSave", { id, name, containers: [theirs] });
  expect(await listed(amina)).toBeUndefined();
  await expect(amina.call("clusterSave", { id, name, containers: [mine] })).refusesWith("not_found");
  await expect(amina.call("clusterDelete", { id })).refusesWith("not_found");
  expect(await listed(kofi)).toMatchObject({ canEdit: true });
});

test("the person who made a cluster sees it even while it is empty; a person who may only view cannot change it", async () => {
  const { amina, viewer, mine, fresh } = await people();
  const name = fresh();
  const { id } = (await amina.call("clusterSave", { name, containers: [mine] })).data;
  await expect(viewer.call("clusterDelete", { id })).refusesWith("forbidden");
  expect((await viewer.call("clusterList", {})).data).toMatchObject([{ id, containers: [mine], canEdit: false }]);
  await amina.call("clusterSave", { name: fresh(), containers: [mine] });
  expect((await amina.call("clusterList", {})).data.find((one) => one.id === id)).toMatchObject({ containers: [] });
  expect((await viewer.call("clusterList", {})).data.map((one) => one.id)).not.toContain(id);
});

test("of two people who give clusters the same name at once, one succeeds", async () => {
  const { amina, mine, fresh } = await people();
  const name = fresh();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => amina.post("clusterSave", { name, containers: [mine] })),
  );
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
});

test("the audit records a cluster before and after a change", async () => {
  const { amina, mine, shared, fresh } = await people();
  const { db } = (await thePortal()).database;
  const name = fresh();
  const { id } = (await amina.call("clusterSave", { name, containers: [mine] })).data;
  await amina.call("clusterSave", { id, name, containers: [shared] });
  await amina.call("clusterDelete", { id });
  const lines = await db
    .selectFrom("audit")
    .select(["action", "before", "after", "result"])
    .where("target", "=", id)
    .orderBy("id")
    .execute();
  expect(lines).toEqual([
    { action: "clusterSave", before: null, after: { name, containers: [mine] }, result: "ok" },
    {
      action: "clusterSave",
      before: { name, containers: [mine] },
      after: { name, containers: [shared] },
      result: "ok",
    },
    { action: "clusterDelete", before: { name, containers: [shared] }, after: null, result: "ok" },
  ]);
});

test("a container can be registered into a cluster that the caller sees", async () => {
  const { kofi, theirs, fresh } = await people();
  const { staff } = await cast({ staff: { role: "offgrid_staff", containers: [`s-${fresh()}`] } });
  const own = (await staff.call("getSites", {})).data[0]?.id as string;
  const { id } = (await staff.call("clusterSave", { name: fresh(), containers: [own] })).data;
  const foreign = (await kofi.call("clusterSave", { name: fresh(), containers: [theirs] })).data.id;
  const { data } = await staff.call("registerNewContainer", { name: fresh(), serialNumber: fresh(), clusterId: id });
  expect((await staff.call("getSitesV2", { filter: { cluster: id } })).data.map((row) => row.id)).toEqual(
    expect.arrayContaining([own, data.containerId]),
  );
  const about = { name: fresh(), serialNumber: fresh() };
  await expect(staff.call("registerNewContainer", { ...about, clusterId: foreign })).refusesWith("not_found");
});
