import { type Permission, may } from "@offgrid/contract/core/access";
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
