import type { CurrentUser } from "@offgrid/contract/users/users.schema";

import { useCall } from "../api/use-call.ts";

/** Who is signed in. The shell has asked before any of its screens shows, so there is no waiting here. */
export function useCurrentUser(): CurrentUser | undefined {
  return useCall("getCurrentUserInfo", {}, { staleTime: Infinity }).data?.info;
}
