import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { onTestFinished } from "vitest";

import { queryClient } from "../core/api/query-client.ts";
import { callQuery } from "../core/api/use-call.ts";
import type { SearchParams } from "../core/search-params.ts";
import { type Look, render } from "./render.tsx";

export interface PageAt {
  path: string;
  page: RouteComponent;
  /** Reads the parameters of its address, as the app does. */
  search?: (given: SearchParams) => object;
}

/**
 * Shows pages as the app does when it is loaded, each at its address, with links and steps between them. Who is signed in is
 * known before, as the shell of the app sees to.
 * @param addresses Of the steps so far; the last one is shown.
 */
export async function renderPages(pages: readonly PageAt[], addresses: readonly string[], look?: Look) {
  const root = createRootRoute();
  const main = createRoute({ getParentRoute: () => root, id: "main" });
  const routes = pages.map(({ path, page, search = (given) => given }) =>
    createRoute({ getParentRoute: () => main, path, component: page, validateSearch: search as never }),
  );
  const history = createMemoryHistory({ initialEntries: [...addresses], initialIndex: addresses.length - 1 });
  main.addChildren(routes as never);
  const router = createRouter({ routeTree: root.addChildren([main]), history });
  queryClient.clear();
  onTestFinished(() => queryClient.clear());
  await queryClient.ensureQueryData(callQuery("getCurrentUserInfo", {}));
  await render(
    () => (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    ),
    look,
  );
  return {
    history,
    /** Where one is: the path, and what its parameters hold. */
    at: () => ({
      path: router.state.location.pathname,
      search: router.state.location.search as Record<string, unknown>,
    }),
    address: () => router.state.location.href,
  };
}
