import type { AnyRoute } from "@tanstack/react-router";

import { queryClient } from "../core/api/query-client.ts";
import { readSession } from "../core/api/session-cookies.ts";
import { callQuery } from "../core/api/use-call.ts";
import { whoQuery } from "./guards.ts";
import { router } from "./router.tsx";
import { mainLayout } from "./screen-route.tsx";
import { rememberPaletteKey } from "./shell/early-key.ts";

/**
 * Starts in parallel what the router would request one after the other: who is signed in, and the parts of the program
 * that the address needs. On a slow link each of them takes a round trip.
 */
export function loadAhead(): void {
  const known: Record<string, AnyRoute> = router.routesById;
  const routes = router.matchRoutes(router.latestLocation).flatMap(({ routeId }) => known[String(routeId)] ?? []);
  if (routes.some(({ id }) => id === mainLayout.id)) {
    // People who are not signed in are sent elsewhere.
    if (!readSession()) return;
    rememberPaletteKey();
    void queryClient.prefetchQuery(whoQuery);
    // What the frame asks for on every screen, as soon as its code is there.
    void queryClient.prefetchQuery(callQuery("getSitesV2", {}));
    void queryClient.prefetchQuery(callQuery("getUserSetting", {}));
  }
  for (const { options } of routes) void options.component?.preload?.();
}
