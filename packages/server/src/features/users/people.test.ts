import { expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

function invite(by: Actor, email: string, change: object = {}) {
  const person = { email, firstName: "Awa", lastName: "Diallo", role: "customer_staff", containers: [] as string[] };
  return by.call("createNewUser", { ...person, language: "en", ...change });
}

async function roleOf(userId: string) {
  const { db } = (await thePortal()).database;
  return db.selectFrom("appUser").select(["role", "disabled"]).where("id", "=", userId).executeTakeFirst();
}

test("B5: an admin cannot change a super_admin, and nobody can change their own role", async () => {
  const { ada, boss, nadia } = await cast({
    ada: { role: "super_admin" },
    boss: { role: "admin" },
    nadia: { role: "admin" },
  });
  for (const change of [{ role: "user" }, { disabled: true }, { firstName: "X" }, { email: "x@example.org" }]) {
    await expect(boss.call("saveUserAccount", { userId: ada.userId, ...change })).refusesWith("role_not_allowed");
  }
  await expect(boss.call("removeUser", { userId: ada.userId })).refusesWith("role_not_allowed");
  await expect(boss.call("sessionEnd", { userId: ada.userId })).refusesWith("role_not_allowed");
  await expect(boss.call("updateUserContainerList", { userId: ada.userId, containers: [] })).refusesWith(
    "role_not_allowed",
  );
  for (const userId of [boss.userId, undefined]) {
    await expect(boss.call("saveUserAccount", { userId, role: "super_admin" })).refusesWith("own_account");
    await expect(boss.call("saveUserAccount", { userId, role: "user" })).refusesWith("own_account");
  }
  await expect(boss.call("saveUserAccount", { userId: nadia.userId, role: "super_admin" })).refusesWith(
    "role_not_allowed",
  );
  await expect(invite(boss, "up@example.org", { role: "super_admin" })).refusesWith("role_not_allowed");
  await expect(invite(boss, "up@example.org", { role: "janitor" })).refusesWith("role_not_allowed");
  await expect(boss.call("removeUser", { userId: boss.userId })).refusesWith("own_account");
  expect(await roleOf(ada.userId)).toEqual({ role: "super_admin", disabled: false });
  await boss.call("saveUserAccount", { userId: nadia.userId, role: "offgrid_staff" });
  expect(await roleOf(nadia.userId)).toMatchObject({ role: "offgrid_staff" });
});

test("B5: the last super_admin stays, also when two demote each other at once, ten times over", async () => {
  const { db } = (await thePortal()).database;
  for (let round = 0; round < 10; round++) {
    await db.deleteFrom("appUser").where("role", "=", "super_admin").execute();
    const { one, two } = await cast({ one: { role: "super_admin" }, two: { role: "super_admin" } });
    const take = (by: Actor, userId: string) =>
      round % 2 === 0
        ? by.post("saveUserAccount", { userId, role: "admin" })
        : round % 4 === 1
          ? by.post("removeUser", { userId })
          : by.post("saveUserAccount", { userId, disabled: true });
    const answers = await Promise.all([take(one, two.userId), take(two, one.userId)]);
    const left = await db
      .selectFrom("appUser")
      .select("id")
      .where("role", "=", "super_admin")
      .where("disabled", "=", false)
      .execute();
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // An admin cannot remove the one who is left either, nor can that person leave.
    const { boss } = await cast({ boss: { role: "admin" } });
    const last = left[0]?.id ?? "";
    await expect(boss.call("removeUser", { userId: last })).refusesWith("role_not_allowed");
  }
});

test("people can edit only roles below their own, and the highest keeps its rights", async () => {
  const { ada, boss } = await cast({ ada: { role: "super_admin" }, boss: { role: "admin" } });
  const list = (await ada.call("roleList", {})).data;
  expect(list.map(({ id, rolePriority, selectable }) => [id, rolePriority, selectable])).toEqual([
    ["super_admin", 0, false],
    ["admin", 1, false],
    ["offgrid_staff", 2, true],
    ["user", 3, true],
    ["customer_staff", 4, true],
  ]);
  await expect(boss.call("roleSave", { id: "user", label: "X" })).refusesWith("forbidden");
  await expect(ada.call("roleSave", { id: "super_admin", permissions: ["view"] })).refusesWith("role_protected");
  await expect(ada.call("roleSave", { id: "super_admin", excludes: ["7"] })).refusesWith("role_protected");
  await expect(ada.call("roleSave", { id: "admin", permissions: ["view", "roles"] })).refusesWith("role_protected");
  await expect(ada.call("roleSave", { id: "janitor", label: "X" })).refusesWith("not_found");
  const saved = await ada.call("roleSave", { id: "user", label: "Customer", excludes: ["9_3"], selectable: false });
  expect(saved.data).toMatchObject({ label: "Customer", excludes: ["9_3"], selectable: false });
  const { kofi } = await cast({ kofi: { role: "user" } });
  expect((await kofi.call("getCurrentUserInfo", {})).info).toMatchObject({ roleLabel: "Customer", excludes: ["9_3"] });
  await ada.call("roleSave", {
    id: "user",
    label: "Customer Account",
    excludes: ["9_3", "9_4", "9_5", "9_2_2"],
    selectable: true,
  });
});

test("a missing role counts as customer_staff and an unknown one renders as 'unknow'", async () => {
  const { nobody, odd } = await cast({ nobody: { role: null }, odd: { role: "janitor" as never } });
  expect((await nobody.call("getCurrentUserInfo", {})).info).toMatchObject({
    role: null,
    roleLabel: "Customer's Staff",
  });
  expect((await odd.call("getCurrentUserInfo", {})).info).toMatchObject({ role: "janitor", roleLabel: "unknow" });
  await expect(odd.call("userList", {})).refusesWith("forbidden");
});

test("managers see and change people below them within their own containers, and nobody else", async () => {
  const { staff, customer, helper, shared, foreign, above } = await cast({
    staff: { role: "offgrid_staff", containers: ["kayes", "nioro"] },
    customer: { role: "user", containers: ["kayes"] },
    helper: { role: "customer_staff", containers: ["kayes"] },
    shared: { role: "customer_staff", containers: ["kayes", "goundam"] },
    foreign: { role: "customer_staff", containers: ["goundam"] },
    above: { role: "admin", containers: ["kayes"] },
  });
  const ids = async (by: Actor) => (await by.call("userList", {})).data.map(({ id }) => id).toSorted();
  expect(await ids(staff)).toEqual([staff, customer, helper, shared].map(({ userId }) => userId).toSorted());
  expect(await ids(customer)).toEqual([customer, helper, shared].map(({ userId }) => userId).toSorted());
  await expect(helper.call("userList", {})).refusesWith("forbidden");

  await customer.call("saveUserAccount", { userId: helper.userId, firstName: "Helping" });
  for (const userId of [foreign.userId, above.userId, staff.userId, "nobody"]) {
    await expect(customer.call("saveUserAccount", { userId, firstName: "X" })).refusesWith("not_found");
    await expect(customer.call("userGet", { userId })).refusesWith("not_found");
    await expect(customer.call("removeUser", { userId })).refusesWith("not_found");
    await expect(customer.call("updateUserContainerList", { userId, containers: [] })).refusesWith("not_found");
  }
  // They cannot remove someone who also has a container elsewhere, only take their own container away.
  await expect(customer.call("removeUser", { userId: shared.userId })).refusesWith("role_not_allowed");
  expect((await customer.call("updateUserContainerList", { userId: shared.userId, containers: [] })).data).toEqual({
    containers: [],
  });
  expect((await shared.call("getSites", {})).data.map(({ id }) => id)).toEqual(["goundam"]);

  // Nobody can give away what they do not have.
  await expect(customer.call("updateUserContainerList", { userId: helper.userId, containers: ["nioro"] })).refusesWith(
    "not_found",
  );
  await expect(invite(customer, "a1@example.org", { containers: ["goundam"] })).refusesWith("not_found");
  await expect(invite(customer, "a1@example.org", { role: "user" })).refusesWith("role_not_allowed");
  await expect(customer.call("saveUserAccount", { userId: helper.userId, role: "user" })).refusesWith(
    "role_not_allowed",
  );
  const { data } = await invite(customer, "a1@example.org", { containers: ["kayes"] });
  expect((await customer.call("userGet", { userId: data.userId })).data).toMatchObject({
    email: "a1@example.org",
    joined: false,
    verified: false,
    editable: true,
    containers: ["kayes"],
  });
  await expect(invite(staff, "a1@example.org")).refusesWith("email_used");
  await staff.call("removeUser", { userId: data.userId });
  await expect(customer.call("userGet", { userId: data.userId })).refusesWith("not_found");
});

test("who sees a container can also be set from the container; people of higher roles and the caller stay", async () => {
  const { boss, customer, one, two } = await cast({
    boss: { role: "admin", containers: ["bourem"] },
    customer: { role: "user", containers: ["bourem", "ansongo"] },
    one: { role: "customer_staff", containers: ["bourem"] },
    two: { role: "customer_staff", containers: ["ansongo"] },
  });
  const { data } = await customer.call("assignUser", { containerId: "bourem", users: [two.userId] });
  expect(data.users.toSorted()).toEqual([customer.userId, two.userId].toSorted());
  expect((await one.call("getSites", {})).data).toEqual([]);
  const { db } = (await thePortal()).database;
  const all = await db.selectFrom("containerUser").select("userId").where("containerId", "=", "bourem").execute();
  expect(all.map(({ userId }) => userId)).toContain(boss.userId);
  await expect(customer.call("assignUser", { containerId: "bourem", users: [boss.userId] })).refusesWith("not_found");
  await expect(customer.call("assignUser", { containerId: "nowhere", users: [] })).refusesWith("not_found");
});

test("people are searched, filtered, sorted and counted", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  for (const [index, name] of ["Chandra Zulu", "Ada Ákos", "bruno Mbeki"].entries()) {
    const [firstName = "", lastName = ""] = name.split(" ");
    const role = index === 0 ? "user" : "customer_staff";
    await invite(boss, `row${index}@list.example`, { firstName, lastName, role });
  }
  const find = async (query: object) =>
    (await boss.call("userList", { search: "@list.example", ...query })).data.map(({ email }) => email[3]);
  expect((await boss.call("userList", { search: "@list.example", pageSize: 2 })).total).toBe(3);
  expect(await find({ sort: "email" })).toEqual(["0", "1", "2"]);
  expect(await find({ sort: "-email", pageSize: 2, page: 2 })).toEqual(["0"]);
  // By the name as it is shown, the first name first.
  expect(await find({ sort: "name" })).toEqual(["1", "2", "0"]);
  expect(await find({ filter: { role: "user" } })).toEqual(["0"]);
  expect(await find({ filter: { state: "invited" } })).toHaveLength(3);
  expect(await find({ filter: { state: "active" } })).toEqual([]);
  expect(await find({ search: "%" })).toEqual([]);
});

test("C7: a picture is accepted for its content, not for its name", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff" } });
  const save = (bytes: Buffer) => amina.post("saveUserAccount", { avatar: bytes.toString("base64") });
  const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9", "hex");
  const webp = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA=", "base64");
  for (const [bytes, type] of [
    [png, "png"],
    [jpeg, "jpeg"],
    [webp, "webp"],
  ] as const) {
    expect((await save(bytes)).status).toBe(200);
    const { avatar } = (await amina.call("getUserInfo", { email: amina.email })).data;
    expect(avatar).toBe(`data:image/${type};base64,${bytes.toString("base64")}`);
  }
  for (const bad of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from("<!doctype html><script>alert(1)</script>"),
    Buffer.from("GIF89a; a picture of another kind"),
    Buffer.from("89504e47", "hex"),
    png.subarray(0, 20),
    Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(32)]),
    webp.subarray(0, 20),
  ]) {
    expect((await save(bad)).code).toBe("bad_image");
  }
  const wide = Buffer.from(png);
  wide.writeUInt32BE(65_000, 16);
  wide.writeUInt32BE(65_000, 20);
  expect(await save(wide)).toMatchObject({
    code: "bad_input",
    body: { fields: { avatar: expect.any(String) as string } },
  });
  const large = Buffer.concat([png, Buffer.alloc(512 * 1024)]);
  expect([400, 413]).toContain((await save(large)).status);
  const full = Buffer.concat([png, Buffer.alloc(512 * 1024 - png.length)]);
  expect((await save(full)).status).toBe(200);
  await amina.call("saveUserAccount", { avatar: null });
  expect((await amina.call("getUserInfo", { email: amina.email })).data.avatar).toBeNull();
});
