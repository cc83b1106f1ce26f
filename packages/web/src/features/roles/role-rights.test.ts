import { describe, expect, test } from "vitest";

import { changeOf, lockOfRight, lockOfRole, menuChoices, withEntry } from "./role-rights.ts";
import type { RoleRow } from "./roles.data.ts";

const role: RoleRow = {
  id: "user",
  roleName: "user",
  label: "Customer Account",
  rolePriority: 3,
  status: "active",
  disabled: false,
  selectable: true,
  assignable: true,
  editable: true,
  permissions: ["view", "charts"],
  excludes: ["9_3", "7"],
  containers: "assigned",
  twoStepRequired: false,
  starterBoard: null,
  userCount: 2,
};

describe("the rights of a role", () => {
  test("cannot be edited for the highest role or by readers, nor can the right to edit roles anywhere", () => {
    expect(lockOfRole(role)).toBeUndefined();
    expect(lockOfRole({ ...role, rolePriority: 0 })).toBe("highest");
    expect(lockOfRole({ ...role, editable: false })).toBe("read_only");
    expect(lockOfRight(role, "view")).toBeUndefined();
    expect(lockOfRight(role, "roles")).toBe("roles_right");
  });

  test("list each menu id once, with both words where two entries share it", () => {
    const choices = menuChoices(() => true);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
    expect(choices.find(({ id }) => id === "9_5")).toEqual({
      id: "9_5",
      labels: ["general", "doctor", "software", "manage_devices"],
      isChild: true,
    });
  });

  test("leave out what has no screen, and a group of nothing else", () => {
    const labels = menuChoices((path) => path.startsWith("/users")).flatMap((choice) => choice.labels);
    expect(labels).toContain("users_list");
    for (const missing of ["charts", "events", "settings", "general"]) expect(labels).not.toContain(missing);
  });

  test("hide a group with its entries, and show the group again with any of them", () => {
    expect(withEntry(["7_1", "9_3"], "7", false)).toEqual(["9_3", "7"]);
    expect(withEntry(["7", "9_3"], "7_1", true)).toEqual(["9_3"]);
    expect(withEntry(["7", "9_3"], "9_3", true)).toEqual(["7"]);
  });

  test("are saved only where they differ, whatever the order", () => {
    expect(changeOf(role, { ...role, permissions: ["charts", "view"], excludes: ["7", "9_3"] })).toEqual({});
    expect(changeOf(role, { ...role, label: " Customer ", permissions: ["view"] })).toEqual({
      label: "Customer",
      permissions: ["view"],
    });
  });
});
