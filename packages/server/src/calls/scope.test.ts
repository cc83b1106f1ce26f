import { type Permission, roleTable, roles } from "@offgrid/contract/core/access";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { insert } from "../features/users/users.store.ts";
import { registerContainer } from "../features/containers/registration.ts";
import { countServing, maySee, mustSee, mustSeeAll, visibleAmong, watchersOf } from "./scope.ts";

const containers = ["aguelhok", "bamba", "kidal"];
/** Every role, an unknown one and none, each with and without a container, active and disabled. */
const people = [...roles, "janitor", null].flatMap((role) =>
  [[], ["bamba"], ["aguelhok", "kidal"]].flatMap((assigned) =>
    [false, true].map((disabled) => ({ role, assigned, disabled, id: "" })),
  ),
);
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  for (const containerId of containers) {
    await db
      .transaction()
      .execute((tx) => registerContainer(tx, { containerId, name: containerId, serialNumber: containerId, users: [] }));
  }
  for (const [index, person] of people.entries()) {
    const { role, assigned, disabled } = person;
    person.id = (await insert(db, {
      email: `p${index}@example.org`,
      passwordHash: null,
      role: role as never,
    })) as string;
    await db.updateTable("appUser").set({ disabled }).where("id", "=", person.id).execute();
    for (const containerId of assigned) {
      await db.insertInto("containerUser").values({ containerId, userId: person.id }).execute();
    }
  }
});
afterAll(() => database.drop());

/** The rule, stated independently: the specification's table of roles, and assignments. */
function expected(
  { role, assigned, disabled }: (typeof people)[number],
  withoutView: readonly string[] = [],
): string[] {
  const effective = roles.find((known) => known === role) ?? "customer_staff";
  if (disabled || withoutView.includes(effective)) return [];
  return roleTable[effective].containers === "all" ? containers : assigned;
}

async function expectScope(withoutView: readonly string[] = []): Promise<void> {
  const { db } = database;
  for (const person of people) {
    const wanted = expected(person, withoutView);
    const viewer = { userId: person.id };
    expect([...(await visibleAmong(db, viewer, [...containers, "nowhere"]))].toSorted()).toEqual(wanted);
    expect(await countServing(db, viewer)).toBe(wanted.length);
    for (const id of [...containers, "nowhere"]) {
      expect(await maySee(db, person.id, id)).toBe(wanted.includes(id));
      const must = mustSee(db, viewer, id);
      await (wanted.includes(id) ? must : expect(must).rejects.toMatchObject({ code: "not_found" }));
    }
    const all = mustSeeAll(db, viewer, containers);
    await (wanted.length === 3 ? all : expect(all).rejects.toMatchObject({ code: "not_found" }));
  }
  for (const id of [...containers, "nowhere"]) {
    const watching = people.filter((person) => expected(person, withoutView).includes(id)).map((person) => person.id);
    expect((await watchersOf(db, id)).toSorted()).toEqual(watching.toSorted());
    const some = people.filter((_, index) => index % 2 === 0).map((person) => person.id);
    expect((await watchersOf(db, id, some)).toSorted()).toEqual(
      watching.filter((one) => some.includes(one)).toSorted(),
    );
    expect(await watchersOf(db, id, [])).toEqual([]);
  }
}

test("people see the containers of their role and assignments, and disabled people see none", () => expectScope());

test("a role that loses the permission to view sees nothing from that moment on, and the same as before once it is restored", async () => {
  const { db } = database;
  const set = (id: string, permissions: Permission[]) =>
    db.updateTable("role").set({ permissions }).where("id", "=", id).execute();
  await set("admin", ["users"]);
  await set("user", []);
  await expectScope(["admin", "user"]);
  await set("admin", [...roleTable.admin.grants]);
  await set("user", [...roleTable.user.grants]);
  await expectScope();
});
