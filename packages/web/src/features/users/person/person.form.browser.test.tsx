import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { PersonForm } from "./person.form.tsx";

const about = { firstName: "Grace", lastName: "Mensah", phone: null, language: "en" };
const person = { ...about, role: "customer_staff", roleLabel: "Customer's Staff" } as UserDetail;
const roles = ["super_admin", "admin", "customer_staff"].map(
  (id) => ({ id, label: `Role ${id}`, assignable: true }) as RoleRow,
);

test("the role shown is the person's own, whether the roles come before the person or after", async () => {
  await loadTexts("users");
  const role = page.getByRole("combobox", { name: say("users:role") });
  const save = () => Promise.resolve();
  await render(() => <PersonForm person={person} roles={roles} isLocked={false} onSave={save} />);
  await expect.element(role.getByRole("option")).toHaveLength(roles.length);
  await expect.element(role).toHaveValue("customer_staff");

  function RolesLater() {
    const [come, setCome] = useState<readonly RoleRow[]>([]);
    return (
      <>
        <button onClick={() => setCome(roles)}>Come</button>
        <PersonForm person={person} roles={come} isLocked={false} onSave={save} />
      </>
    );
  }
  await render(RolesLater);
  await expect.element(role).toHaveValue("customer_staff");
  await page.getByRole("button", { name: "Come" }).click();
  await expect.element(role.getByRole("option")).toHaveLength(roles.length);
  await expect.element(role).toHaveValue("customer_staff");
});
