import { type Permission, may } from "@offgrid/contract/core/access";
import type { CallName } from "@offgrid/contract/registry";
import access from "virtual:call-access";

import { useCurrentUser } from "./current-user.ts";

/** May the signed-in person make this call? The same check as the server's, by the call's name, never by a role. */
export function useCan(name: CallName): boolean {
  const user = useCurrentUser();
  return may(user ? (user.permissions as Permission[]) : null, access[name]);
}
