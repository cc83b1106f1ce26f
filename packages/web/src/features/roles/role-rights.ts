import { type Permission, permissions } from "@offgrid/contract/core/access";
import { isSameValue } from "@offgrid/contract/configuration/config-doc";
import { type MenuEntry, isExcluded, menu } from "@offgrid/contract/core/menu";

import type { RoleChange, RoleRow } from "./roles.data.ts";

/** Why a box cannot be changed: the role as a whole, or this right alone. */
export type Lock = "read_only" | "highest" | "roles_right";

/** Why the rights and menu entries of a role stay as they are; undefined: they may be changed. */
export function lockOfRole(role: Pick<RoleRow, "editable" | "rolePriority">): Lock | undefined {
  if (!role.editable) return "read_only";
  // The highest role is the way back from every mistake.
  return role.rolePriority === 0 ? "highest" : undefined;
}

/** Why one right cannot be changed: only the highest role may have the right to edit roles. */
export function lockOfRight(role: Pick<RoleRow, "editable" | "rolePriority">, right: Permission): Lock | undefined {
  return lockOfRole(role) ?? (right === "roles" ? "roles_right" : undefined);
}

export interface MenuChoice {
  id: string;
  labels: MenuEntry["label"][];
  isChild: boolean;
}

/**
 * The entries of the menu, each id once: two entries that share an id are shown and hidden together. Those without a
 * screen are left out, since nobody sees them in any case.
 */
export function menuChoices(
  isThere: (path: string) => boolean,
  entries: readonly MenuEntry[] = menu,
  isChild = false,
): MenuChoice[] {
  const choices: MenuChoice[] = [];
  for (const { id, label, path, children } of entries) {
    const below = menuChoices(isThere, children ?? [], true);
    if (children ? below.length === 0 : path !== undefined && !isThere(path)) continue;
    const known = choices.find((choice) => choice.id === id);
    if (known) known.labels.push(label);
    else choices.push({ id, labels: [label], isChild }, ...below);
  }
  return choices;
}

/** The hidden entries after one was shown or hidden. What is shown again takes along the group that hid it. */
export function withEntry(excludes: readonly string[], id: string, isShown: boolean): string[] {
  if (!isShown) return [...excludes.filter((other) => !other.startsWith(`${id}_`)), id];
  return excludes.filter((other) => !isExcluded(id, [other]));
}

/** What differs from the role as it is, so that two people who change it at once do not undo each other. */
export function changeOf(role: RoleRow, wanted: RoleDraft): RoleChange {
  const sorted = (list: readonly string[]) => [...list].toSorted().join(" ");
  const rights = permissions.filter((right) => wanted.permissions.includes(right));
  return {
    ...(wanted.label.trim() === role.label ? {} : { label: wanted.label.trim() }),
    ...(wanted.selectable === role.selectable ? {} : { selectable: wanted.selectable }),
    ...(wanted.disabled === role.disabled ? {} : { disabled: wanted.disabled }),
    ...(wanted.twoStepRequired === role.twoStepRequired ? {} : { twoStepRequired: wanted.twoStepRequired }),
    ...(sorted(rights) === sorted(role.permissions) ? {} : { permissions: rights }),
    ...(isSameValue(wanted.starterBoard, role.starterBoard)
      ? {}
      : { starterBoard: wanted.starterBoard && [...wanted.starterBoard] }),
    ...(sorted(wanted.excludes) === sorted(role.excludes) ? {} : { excludes: [...wanted.excludes] }),
  };
}

export type RoleDraft = Pick<
  RoleRow,
  "label" | "selectable" | "disabled" | "twoStepRequired" | "permissions" | "excludes" | "starterBoard"
>;
