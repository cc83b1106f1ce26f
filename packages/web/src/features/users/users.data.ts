import { keepPreviousData } from "@tanstack/react-query";

import { type Input, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import type { UsersSearch } from "./users.search.ts";

export const peoplePerPage = 50;

/** A page of the people whom the user may see. The previous page stays while the next is being fetched. */
export function usePeople({ search, role, state, container, sort = "name", reversed, page = 1 }: UsersSearch) {
  const filter = {
    ...(role === undefined ? {} : { role }),
    ...(state === undefined ? {} : { state }),
    ...(container === undefined ? {} : { containerId: container }),
  };
  // People seen most recently come first.
  const isDown = (sort === "lastSeen" || sort === "createdAt") !== (reversed ?? false);
  return useCall(
    "userList",
    { ...(search ? { search } : {}), filter, sort: `${isDown ? "-" : ""}${sort}`, page, pageSize: peoplePerPage },
    { placeholderData: keepPreviousData },
  );
}

export function usePerson(userId: string) {
  return useCall("userGet", { userId }, { select: ({ data }) => data });
}

export function useRoles() {
  return useCall("roleList", {}, { staleTime: 60_000, select: ({ data }) => data });
}

export function useOwnId(): string | undefined {
  return useCurrentUser()?.id;
}

export function useMayAdd(): boolean {
  return useCan("createNewUser");
}

export function useMayReadAudit(): boolean {
  return useCan("auditList");
}

export function usePersonSessions(userId: string, enabled: boolean) {
  return useCall(
    "sessionList",
    { userId },
    { enabled, select: ({ data }) => data.toSorted((one, other) => other.lastUsed.localeCompare(one.lastUsed)) },
  );
}

/** Ends one session of a person, or without `id` all of them. */
export async function endPersonSession(userId: string, id?: string): Promise<void> {
  await call("sessionEnd", { userId, ...(id === undefined ? {} : { id }) });
  refresh("sessionList", "userGet");
}

export type NewPerson = Input<"createNewUser">;

/** Adds a person and sends the invitation. @returns their id. @throws ApiError email_used, role_not_allowed, bad_input */
export async function addPerson(person: NewPerson): Promise<string> {
  const { data } = await call("createNewUser", person);
  refresh("userList", "roleList");
  return data.userId;
}

/** Changes of another person; absent keys stay as they are. */
export type PersonChange = Omit<Input<"saveUserAccount">, "userId" | "avatar" | "email">;

/** @throws ApiError role_not_allowed, own_account, last_super_admin */
export async function savePerson(userId: string, change: PersonChange): Promise<void> {
  await call("saveUserAccount", { userId, ...change });
  refresh("userGet", "userList", "roleList", "sessionList");
}

/** @throws ApiError role_not_allowed */
export async function saveContainers(userId: string, containers: string[]): Promise<void> {
  await call("updateUserContainerList", { userId, containers });
  refresh("userGet", "userList");
}

/** Has the invitation, or the link that confirms an address, sent once more. */
export async function sendLink(email: string): Promise<void> {
  await call("sendVerifyUser", { email });
}

export type SignInPart = Input<"resetSignIn">["parts"][number];

/** For a person who cannot sign in any more; a mail tells them. @throws ApiError role_not_allowed, too_many */
export async function resetSignIn(userId: string, parts: SignInPart[]): Promise<void> {
  await call("resetSignIn", { userId, parts });
  refresh("userGet", "userList", "sessionList");
}

/** @throws ApiError own_account, last_super_admin, role_not_allowed */
export async function removePerson(userId: string, transferTo?: string): Promise<void> {
  await call("removeUser", { userId, ...(transferTo === undefined ? {} : { transferTo }) });
  refresh("userList", "roleList");
}
