import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { readText, render } from "../../testing/render.tsx";
import { RouteProgress } from "./route-progress.tsx";

test("while the code of a chosen screen does not come, a line over the last one says so", async () => {
  let come = (): void => undefined;
  const coming = new Promise<{ Events: () => ReactNode }>((resolve) => {
    come = () => resolve({ Events: () => <h1>Events</h1> });
  });
  const root = createRootRoute({
    component: () => (
      <>
        <RouteProgress />
        <Outlet />
      </>
    ),
  });
  const first = createRoute({ getParentRoute: () => root, path: "/", component: () => <h1>Dashboard</h1> });
  const next = createRoute({
    getParentRoute: () => root,
    path: "/events",
    component: lazyRouteComponent(() => coming, "Events"),
  });
  const router = createRouter({ routeTree: root.addChildren([first, next]), history: createMemoryHistory() });
  await render(() => <RouterProvider router={router as never} />);
  await expect.element(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const line = page.getByRole("status");
  await expect.element(line).not.toBeInTheDocument();
  void router.navigate({ to: "/events" as never });
  await expect.element(line).toHaveTextContent(readText("waiting"));
  await expect.element(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  come();
  await expect.element(page.getByRole("heading", { name: "Events" })).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
});
