import { type Permission, may } from "@offgrid/contract/core/access";
import { isExcluded } from "@offgrid/contract/core/menu";
import type { CallName } from "@offgrid/contract/registry";
import type { CurrentUser } from "@offgrid/contract/users/users.schema";
import { CancelledError } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import access from "virtual:call-access";

import { ApiError } from "../core/api/api-error.ts";
import { queryClient } from "../core/api/query-client.ts";
import { readSession } from "../core/api/session-cookies.ts";
import { callQuery } from "../core/api/use-call.ts";
import { PageForbidden } from "../features/errors/page-forbidden.ts";

/** Requested once in the life of the page. */
export const whoQuery = { ...callQuery("getCurrentUserInfo", {}), staleTime: Infinity, retry: false };

/**
 * Lets signed-in people pass; others go to the sign-in with the place they wanted. Asks the portal once who is signed
 * in; if the answer is 500 or above, the page "Service unavailable" takes over.
 */
export async function requireUser(wanted: string): Promise<{ user: CurrentUser }> {
  if (!readSession()) throw redirect({ to: "/login", search: wanted === "/" ? {} : { next: wanted } });
  try {
    const { info } = await queryClient.ensureQueryData(whoQuery);
    return { user: info };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) {
      throw redirect({ to: "/under-construction", search: { next: wanted }, replace: true });
    }
    // The program is already on its way to the sign-in (see onSignedOut), which also gives up what was being asked.
    const isLeaving = error instanceof CancelledError || (error instanceof ApiError && error.status === 401);
    if (isLeaving) return new Promise<never>(() => {});
    throw error;
  }
}

/** Where people whose role requires two-step sign-in set it up, before anything else. */
const twoStepPath = "/users/profile";

/**
 * Sends people who have to set up two-step sign-in there, whatever they wanted: calls of other screens would be
 * refused.
 */
export function requireTwoStep(user: CurrentUser, pathname: string): void {
  if (user.mustSetUpTwoStep && pathname !== twoStepPath) throw redirect({ to: twoStepPath, replace: true });
}

/** Keeps people out of screens whose menu entry their role excludes. */
export function refuseExcluded(menuId: string | undefined): void {
  const user = queryClient.getQueryData(whoQuery.queryKey)?.info;
  if (menuId !== undefined && user && isExcluded(menuId, user.excludes)) throw new PageForbidden();
}

/** Keeps people out of a screen that depends on a call they may not make, and of one that their menu hides. */
export function refuseWithout(name: CallName, menuId: string | undefined): void {
  refuseExcluded(menuId);
  const user = queryClient.getQueryData(whoQuery.queryKey)?.info;
  if (user && !may(user.permissions as Permission[], access[name])) throw new PageForbidden();
}
