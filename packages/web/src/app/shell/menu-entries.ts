import { badgeCap } from "@offgrid/contract/core/constants";
import type { MenuEntry } from "@offgrid/contract/core/menu";
import type { TFunction } from "i18next";

import { type MenuOfPerson, visibleEntries } from "../../domain/menu/visible-entries.ts";

/** The entries that this person could switch on: hidden by default, and neither excluded nor without a screen. */
export function offeredEntries(entries: readonly MenuEntry[], person: MenuOfPerson): MenuEntry[] {
  const hidden = entries.filter(({ id, hiddenByDefault }) => hiddenByDefault && !person.switchedOn.includes(id));
  return visibleEntries(hidden, { ...person, switchedOn: hidden.map(({ id }) => id) });
}

/** How much of a list is not read. `unknown`: it could not be asked; undefined: it has not been yet, or is not for this person. */
export type UnreadCount = number | "unknown" | undefined;

/** A count as a badge shows it: nothing for 0 or while it is asked, 99+ above 99; what could not be asked is not 0. */
export function badgeText(count: UnreadCount): string | undefined {
  if (count === "unknown") return "?";
  if (count === undefined || count <= 0) return undefined;
  return count > badgeCap ? `${badgeCap}+` : String(count);
}

/** The same in words. */
export function unreadText(count: UnreadCount, t: TFunction<["shell", "shared"]>): string {
  return count === "unknown" ? t("unread_unknown") : t("unread", { count: count ?? 0 });
}

/** Of several lists together: as many as are known, or that none is. */
export function allUnread(counts: readonly UnreadCount[]): UnreadCount {
  const known = counts.reduce<number>((sum, one) => sum + (typeof one === "number" ? one : 0), 0);
  return known === 0 && counts.includes("unknown") ? "unknown" : known;
}

/** Is this entry's page the one that is shown? `/` only for itself, others also for the pages below them. */
export function isActive(path: string | undefined, pathname: string): boolean {
  if (path === undefined) return false;
  return path === "/" ? pathname === "/" : pathname === path || pathname.startsWith(`${path}/`);
}

/** What a group opens to: its own page, where it has one, and then its children. */
export function groupEntries({ id, label, path, children = [] }: MenuEntry): readonly MenuEntry[] {
  return path === undefined ? children : [{ id, label: `all_${label}`, path }, ...children];
}

/** Containers are reached from the dashboard while their own entry is hidden. */
const belowDashboard = "3";

/**
 * The path of the entry that is marked as the place where one is: the page's own entry, else the nearest above it, else
 * that of the screen's menu id, such as the list of users for a person. Favorites are a place of their own: while their
 * entry is hidden, none is marked.
 */
export function markedPath(
  entries: readonly MenuEntry[],
  pathname: string,
  menuId: string | undefined,
): string | undefined {
  const all = entries.flatMap((entry) => (entry.children ? groupEntries(entry) : [entry]));
  const above = all.filter(({ path }) => isActive(path, pathname));
  const nearest = above.toSorted((one, other) => (other.path?.length ?? 0) - (one.path?.length ?? 0))[0];
  if (nearest) return nearest.path;
  const own = menuId === undefined ? undefined : all.find(({ id }) => id === menuId);
  return own?.path ?? (menuId === belowDashboard ? "/" : undefined);
}
