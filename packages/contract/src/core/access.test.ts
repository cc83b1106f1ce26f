import { describe, expect, test } from "vitest";

import { effectiveRole, may, permissions, roleLabel, roles, roleTable } from "./access.ts";

describe("roles", () => {
  test("are the five of the specification, in the order of their priority", () => {
    expect(
      roles.map((role) => [role, roleTable[role].label, roleTable[role].priority, roleTable[role].selectable]),
    ).toEqual([
      ["super_admin", "Offgrid Super Admin", 0, false],
      ["admin", "Offgrid Administrator", 1, false],
      ["offgrid_staff", "Offgrid Site Manager", 2, true],
      ["user", "Customer Account", 3, true],
      ["customer_staff", "Customer's Staff", 4, true],
    ]);
  });

  test("lose rights from one priority to the next and gain none", () => {
    for (const [index, role] of roles.entries()) {
      const below = roles[index + 1];
      if (below) expect(roleTable[role].grants).toEqual(expect.arrayContaining([...roleTable[below].grants]));
    }
  });

  test("a missing role counts as customer_staff, an unknown one has its rights and shows as 'unknow'", () => {
    for (const role of [undefined, null, "", "owner", "constructor"])
      expect(effectiveRole(role)).toBe("customer_staff");
    expect(roleLabel(null)).toBe("Customer's Staff");
    expect(roleLabel("owner")).toBe("unknow");
    expect(roleLabel("constructor")).toBe("unknow");
    expect(roleLabel("admin")).toBe("Offgrid Administrator");
  });

  test("customer_staff may view and chart, but not switch devices or add people", () => {
    const held = roleTable.customer_staff.grants;
    expect(permissions.filter((permission) => may(held, permission))).toEqual(["view", "rules", "charts", "tickets"]);
  });
});

describe("access", () => {
  test("public is for anyone, signed-in for anyone known, a permission for its holders", () => {
    expect([may(null, "public"), may(null, "signed-in"), may(null, "view")]).toEqual([true, false, false]);
    expect([may([], "public"), may([], "signed-in"), may([], "view")]).toEqual([true, true, false]);
    expect(may(["view"], "view")).toBe(true);
  });

  test("a misspelt permission does not compile", () => {
    // @ts-expect-error: there is no such permission
    expect(may(["view"], "veiw")).toBe(false);
  });
});
