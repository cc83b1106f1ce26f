import { badgeCap } from "@offgrid/contract/core/constants";
import { type MenuEntry, isExcluded } from "@offgrid/contract/core/menu";

/**
 * The entries that a person sees: those that the role excludes go, those hidden by default come only when switched on in
 * the profile, and a group whose children are all gone goes too.
 */
export function visibleEntries(
  entries: readonly MenuEntry[],
  excludes: readonly string[],
  switchedOn: readonly string[],
): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (isExcluded(entry.id, excludes) || (entry.hiddenByDefault && !switchedOn.includes(entry.id))) return [];
    if (!entry.children) return [entry];
    const children = visibleEntries(entry.children, excludes, switchedOn);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
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
