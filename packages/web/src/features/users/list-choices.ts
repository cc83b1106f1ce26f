import type { UserRow } from "@offgrid/contract/users/users.schema";

/** What the list can be filtered by. */
export const personStates = ["active", "invited", "disabled"] as const;
export type PersonState = (typeof personStates)[number];

/** What the list can be ordered by. */
export const userSorts = ["name", "email", "role", "lastSeen", "createdAt"] as const;
export type UserSort = (typeof userSorts)[number];

/** The state of a person in one word, as the portal's filter counts it. */
export function stateOf({ disabled, joined }: Pick<UserRow, "disabled" | "joined">): PersonState {
  if (disabled) return "disabled";
  return joined ? "active" : "invited";
}

/** The mail that helps a person who cannot sign in yet: the invitation, or the link that confirms the address. */
export function missingLink({ disabled, joined, verified }: Pick<UserRow, "disabled" | "joined" | "verified">) {
  if (disabled) return undefined;
  if (!joined) return "invitation";
  return verified ? undefined : "verification";
}

/** Why a person may not be changed; undefined: they may. */
export function lockOf({ id, editable }: Pick<UserRow, "id" | "editable">, ownId: string | undefined) {
  if (editable) return undefined;
  return id === ownId ? "own_account" : "role_not_allowed";
}

/** First and last name, or the address of a person without a name. */
export function nameOf({ firstName, lastName, email }: Pick<UserRow, "firstName" | "lastName" | "email">): string {
  return `${firstName} ${lastName}`.trim() || email;
}
