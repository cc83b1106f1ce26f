import { type Role, roles } from "@offgrid/contract/core/access";

import type { Db } from "../../core/db.ts";
import { hashPassword } from "../../core/password-hash.ts";
import * as users from "./users.store.ts";

/** One account per role, all with this password; only for the demonstration on this machine. */
export const demoPassword = "offgrid-demo";
const demoDomain = "demo.offgrid";
export const demoEmail = (role: Role) => `${role}@${demoDomain}`;

const names: Record<Role, [first: string, last: string]> = {
  super_admin: ["Ada", "Okafor"],
  admin: ["Bruno", "Keita"],
  offgrid_staff: ["Chandra", "Rai"],
  user: ["Daniela", "Souza"],
  customer_staff: ["Émile", "Rakoto"],
};

/** Ensures that the five accounts exist. @returns their ids by role. */
export async function addDemoAccounts(db: Db): Promise<Record<Role, string>> {
  const ids = await Promise.all(
    roles.map(async (role) => {
      const email = demoEmail(role);
      const known = await db
        .updateTable("appUser")
        .set({ disabled: false })
        .where("email", "=", email)
        .returning("id")
        .executeTakeFirst();
      if (known) return [role, known.id];
      const [firstName, lastName] = names[role];
      const id = await users.insert(db, {
        email,
        role,
        firstName,
        lastName,
        passwordHash: await hashPassword(demoPassword),
      });
      return [role, id];
    }),
  );
  return Object.fromEntries(ids) as Record<Role, string>;
}

/** Outside the demonstration its accounts are disabled, since everyone knows their password. @returns how many. */
export async function disableDemoAccounts(db: Db): Promise<number> {
  const shut = await db
    .updateTable("appUser")
    .set({ disabled: true })
    .where("email", "in", roles.map(demoEmail))
    .where("disabled", "=", false)
    .returning("id")
    .execute();
  if (shut.length > 0) {
    await db
      .deleteFrom("session")
      .where(
        "userId",
        "in",
        shut.map(({ id }) => id),
      )
      .execute();
  }
  return shut.length;
}
