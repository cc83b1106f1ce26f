import { type Answer, type Input, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type RoleRow = Answer<"roleList">["data"][number];
export type RoleChange = Omit<Input<"roleSave">, "id">;

export function useRoles() {
  return useCall("roleList", {}, { select: ({ data }) => data });
}

export function useMayEditRoles(): boolean {
  return useCan("roleSave");
}

/**
 * The change applies at once to everyone with the role. @throws ApiError role_protected, role_not_allowed,
 * confirm_needed
 */
export async function saveRole(id: string, change: RoleChange): Promise<void> {
  await call("roleSave", { id, ...change });
  refresh("roleList", "userList", "userGet", "getCurrentUserInfo");
}
