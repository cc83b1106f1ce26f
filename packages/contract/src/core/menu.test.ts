import { describe, expect, test } from "vitest";

import { roles, roleTable } from "./access.ts";
import { isExcluded, menu, type MenuEntry } from "./menu.ts";

const entries: readonly MenuEntry[] = menu.flatMap((entry) => [entry, ...(entry.children ?? [])]);
const visible = (role: (typeof roles)[number]) =>
  entries.filter((entry) => !isExcluded(entry.id, roleTable[role].excludes)).map((entry) => entry.label);

describe("the menu", () => {
  test("has every id that a role can exclude", () => {
    const ids = new Set(entries.map((entry) => entry.id));
    for (const role of roles) for (const excluded of roleTable[role].excludes) expect(ids).toContain(excluded);
  });

  test("has one entry for each path, and a word for each entry", () => {
    const paths = entries.map((entry) => entry.path).filter((path) => path !== undefined);
    expect(new Set(paths).size).toBe(paths.length);
    for (const entry of entries) expect(entry.label).toMatch(/^[a-z_]+$/);
  });

  test("has the entries of the specification in its order, beside those that are added on purpose, and a count of tickets, too", () => {
    const added = [
      "/commands",
      "/users/audit",
      "/settings/doctor",
      "/settings/software",
      "/solar/template",
      "/automation/list",
    ];
    const specified = entries.filter(({ path }) => path === undefined || !added.includes(path));
    expect(
      specified.map(({ label, path, badge }) => [label, path, badge].filter((value) => value !== undefined)),
    ).toEqual([
      ["dashboard", "/"],
      ["favorites", "/favorites"],
      ["containers", "/containers"],
      ["charts", "/charts"],
      ["events", "/events", "events"],
      ["warnings", "/warning/history", "warnings"],
      ["users"],
      ["add_user", "/users/add"],
      ["users_list", "/users/list"],
      ["tickets", "/tickets", "tickets"],
      ["settings", "/settings"],
      ["general", "/settings/general"],
      ["clusters", "/clusters"],
      ["warning_rules", "/warning/list"],
      ["others_warning_rules", "/warning/other-users"],
      ["kit_sizes", "/settings/kit-size"],
      ["new_container", "/containers/new"],
      ["manage_devices", "/settings/manage-devices"],
    ]);
  });

  test("is complete for super_admin and admin", () => {
    expect(visible("super_admin")).toHaveLength(entries.length);
    expect(visible("admin")).toHaveLength(entries.length);
  });

  test("lacks the entries that the specification takes from each role", () => {
    const lost = (role: (typeof roles)[number]) =>
      entries.map((entry) => entry.label).filter((label) => !visible(role).includes(label));
    const kits = ["kit_sizes", "solar_template"];
    const customer = [
      "general",
      "doctor",
      "software",
      "others_warning_rules",
      ...kits,
      "new_container",
      "manage_devices",
    ];
    expect(lost("offgrid_staff")).toEqual(["general", "doctor", "software", "others_warning_rules", "manage_devices"]);
    expect(lost("user")).toEqual(customer);
    expect(lost("customer_staff")).toEqual(["users", "add_user", "users_list", "audit", ...customer]);
  });

  test("an excluded group hides its children, but not its neighbours", () => {
    expect([
      isExcluded("7_1", ["7"]),
      isExcluded("7", ["7_1"]),
      isExcluded("70", ["7"]),
      isExcluded("9_2_2", ["9_2"]),
    ]).toEqual([true, false, false, true]);
  });

  test("hides favorites and containers until they are switched on", () => {
    expect(entries.filter((entry) => entry.hiddenByDefault).map((entry) => entry.path)).toEqual([
      "/favorites",
      "/containers",
    ]);
  });
});
