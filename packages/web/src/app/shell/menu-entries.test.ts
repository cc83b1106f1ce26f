import { type Permission, roles, roleTable } from "@offgrid/contract/core/access";
import { menu } from "@offgrid/contract/core/menu";
import { expect, test } from "vitest";

import { visibleEntries } from "../../domain/menu/visible-entries.ts";
import { allUnread, badgeText, groupEntries, isActive, markedPath, offeredEntries } from "./menu-entries.ts";
import { menuIcons } from "./menu-icons.tsx";

const everywhere = () => true;
const permissions = ["audit"] as const;

function labels(
  excludes: readonly string[],
  switchedOn: readonly string[] = [],
  isThere: (path: string) => boolean = everywhere,
): string[] {
  return visibleEntries(menu, { excludes, switchedOn, permissions, isThere }).flatMap((entry) => [
    entry.label,
    ...(entry.children ?? []).map((child) => child.label),
  ]);
}

test("an administrator sees everything but what is hidden by default", () => {
  const seen = labels(roleTable.super_admin.excludes);
  expect(seen).toContain("manage_devices");
  expect(seen).toContain("others_warning_rules");
  expect(seen).not.toContain("favorites");
  expect(seen).not.toContain("containers");
  expect(labels([], ["2", "3"])).toEqual(expect.arrayContaining(["favorites", "containers"]));
});

test("a site manager loses the others' warning rules and the two entries of 9_5", () => {
  const seen = labels(roleTable.offgrid_staff.excludes);
  expect(seen).not.toContain("others_warning_rules");
  expect(seen).not.toContain("manage_devices");
  expect(seen).not.toContain("general");
  expect(seen).toContain("new_container");
});

test("a customer's staff also lose the users with their whole group", () => {
  const seen = labels(roleTable.customer_staff.excludes);
  expect(seen).not.toContain("users");
  expect(seen).not.toContain("users_list");
  expect(seen).not.toContain("kit_sizes");
  expect(labels(roleTable.user.excludes)).toContain("users_list");
});

test.for(roles)("the menu of %s has users and settings as far as its role may open them", (role) => {
  const seen = labels(roleTable[role].excludes);
  expect(seen.includes("users")).toBe(role !== "customer_staff");
  expect(seen).toEqual(expect.arrayContaining(["dashboard", "settings", "clusters"]));
  expect(seen).not.toContain("favorites");
  expect(seen).not.toContain("containers");
});

test("a group whose children are all excluded disappears", () => {
  expect(labels(["7_1", "7_2"])).not.toContain("users");
});

test("an entry whose screen needs a right is there only for those who have it", () => {
  const person = { excludes: [], switchedOn: [], isThere: everywhere };
  const audits = (held: readonly Permission[]) =>
    visibleEntries(menu, { ...person, permissions: held })
      .flatMap(({ children = [] }) => children)
      .filter(({ label }) => label === "audit").length;
  expect([audits(["audit"]), audits(["users"]), audits([])]).toEqual([1, 0, 0]);
});

test("a group that has a page of its own leads to it first, others only to their pages", () => {
  const groups = visibleEntries(menu, { excludes: ["9_5"], switchedOn: [], permissions, isThere: everywhere });
  const pathsOf = (name: string) =>
    groups.filter(({ label }) => label === name).flatMap((entry) => groupEntries(entry).map(({ path }) => path));
  expect(pathsOf("settings").slice(0, 2)).toEqual(["/settings", "/clusters"]);
  expect(pathsOf("users")).toEqual(["/users/add", "/users/list", "/users/audit"]);
});

test("a badge is empty for nothing and stops at 99", () => {
  expect([undefined, 0, 1, 99, 100, 5000].map(badgeText)).toEqual([undefined, undefined, "1", "99", "99+", "99+"]);
});

test("an entry is active on its page and the pages below it", () => {
  expect(isActive("/", "/")).toBe(true);
  expect(isActive("/", "/charts")).toBe(false);
  expect(isActive("/charts", "/charts/add")).toBe(true);
  expect(isActive("/charts", "/charts-old")).toBe(false);
});

test("an entry without a screen is not offered, and a group without entries neither", () => {
  const isThere = (path: string) => path === "/" || path.startsWith("/users");
  expect(labels([], [], isThere)).toEqual(["dashboard", "users", "add_user", "users_list", "audit"]);
});

test("what is hidden by default can be switched on, unless the role excludes it", () => {
  const offered = (excludes: string[], switchedOn: string[]) =>
    offeredEntries(menu, { excludes, switchedOn, permissions, isThere: everywhere }).map(({ label }) => label);
  expect(offered([], [])).toEqual(["favorites", "containers"]);
  expect(offered([], ["3"])).toEqual(["favorites"]);
  expect(offered(["3"], [])).toEqual(["favorites"]);
});

test("one place is marked wherever one is: the page's own entry, else the way back to it", () => {
  const seen = (switchedOn: string[]) =>
    visibleEntries(menu, { excludes: [], switchedOn, permissions, isThere: everywhere });
  expect(markedPath(seen(["3"]), "/containers/agadez", "3")).toBe("/containers");
  expect(markedPath(seen([]), "/containers/agadez", "3")).toBe("/");
  expect(markedPath(seen(["2"]), "/favorites", "2")).toBe("/favorites");
  expect(markedPath(seen([]), "/favorites", "2")).toBeUndefined();
  expect(markedPath(seen(["3"]), "/containers/new", "9_4")).toBe("/containers/new");
  expect(markedPath(seen([]), "/users/some-person", "7_2")).toBe("/users/list");
  expect(markedPath(seen([]), "/", "1")).toBe("/");
  expect(markedPath(seen([]), "/users/profile", undefined)).toBeUndefined();
  expect(markedPath(seen([]), "/settings", "9")).toBe("/settings");
  expect(markedPath(seen([]), "/settings/general", "9_5")).toBe("/settings/general");
  expect(markedPath(seen([]), "/solar/template", "9_3")).toBe("/solar/template");
});

test("no two entries have the same icon", () => {
  const icons = Object.values(menuIcons);
  expect(new Set(icons).size).toBe(icons.length);
});

test("a count that could not be asked is not 0: its badge says that it is not known", () => {
  expect([badgeText("unknown"), badgeText(undefined), badgeText(0)]).toEqual(["?", undefined, undefined]);
  expect(allUnread(["unknown", 3, undefined])).toBe(3);
  expect(allUnread(["unknown", 0])).toBe("unknown");
  expect(allUnread([undefined, 0])).toBe(0);
});
