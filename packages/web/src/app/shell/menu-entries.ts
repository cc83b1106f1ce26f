import { type Permission, may } from "@offgrid/contract/core/access";
import { badgeCap } from "@offgrid/contract/core/constants";
import { type MenuEntry, isExcluded } from "@offgrid/contract/core/menu";

export interface MenuOfPerson {
  /** Ids that the role excludes. */
  excludes: readonly string[];
  /** Ids of entries that are hidden by default and that the person has switched on. */
  switchedOn: readonly string[];
  permissions: readonly Permission[];
  /** Is there a screen at this path, more than its announcement? */
  isThere: (path: string) => boolean;
}

/**
 * The entries that a person sees: those that the role excludes go and those without a screen or the right to open it,
 * those hidden by default come only when switched on, and a group whose children are all gone goes too.
 */
export function visibleEntries(entries: readonly MenuEntry[], person: MenuOfPerson): MenuEntry[] {
  const { excludes, switchedOn, permissions, isThere } = person;
  return entries.flatMap((entry) => {
    if (isExcluded(entry.id, excludes) || (entry.hiddenByDefault && !switchedOn.includes(entry.id))) return [];
    if (entry.permission !== undefined && !may(permissions, entry.permission)) return [];
    if (!entry.children) return entry.path === undefined || isThere(entry.path) ? [entry] : [];
    const children = visibleEntries(entry.children, person);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}

/** The entries that this person could switch on: hidden by default, and neither excluded nor without a screen. */
export function offeredEntries(entries: readonly MenuEntry[], person: MenuOfPerson): MenuEntry[] {
  const hidden = entries.filter(({ id, hiddenByDefault }) => hiddenByDefault && !person.switchedOn.includes(id));
  return visibleEntries(hidden, { ...person, switchedOn: hidden.map(({ id }) => id) });
}

/** A count as a badge shows it: nothing for 0 or unknown, 99+ above 99. */
export function badgeText(count: number | undefined): string | undefined {
  if (count === undefined || count <= 0) return undefined;
  return count > badgeCap ? `${badgeCap}+` : String(count);
}

/** Is this entry's page the one that is shown? `/` only for itself, others also for the pages below them. */
export function isActive(path: string | undefined, pathname: string): boolean {
  if (path === undefined) return false;
  return path === "/" ? pathname === "/" : pathname === path || pathname.startsWith(`${path}/`);
}

/** What is reached from the dashboard while its own entry is hidden: favorites and containers. */
const belowDashboard: readonly (string | undefined)[] = ["2", "3"];

/**
 * The path of the entry that is marked as the place where one is: the page's own entry, else the nearest above it, else
 * that of the screen's menu id, such as the list of users for a person. There is always a way back to it.
 */
export function markedPath(
  entries: readonly MenuEntry[],
  pathname: string,
  menuId: string | undefined,
): string | undefined {
  const all = entries.flatMap((entry) => entry.children ?? [entry]);
  const above = all.filter(({ path }) => isActive(path, pathname));
  const nearest = above.toSorted((one, other) => (other.path?.length ?? 0) - (one.path?.length ?? 0))[0];
  if (nearest) return nearest.path;
  const own = menuId === undefined ? undefined : all.find(({ id }) => id === menuId);
  return own?.path ?? (belowDashboard.includes(menuId) ? "/" : undefined);
}
