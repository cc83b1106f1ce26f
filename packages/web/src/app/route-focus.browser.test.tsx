import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { RouteFocus } from "./route-focus.tsx";

/** A page whose field somebody is in before the router says that it is there. */
function Audit({ isTypedIn }: { isTypedIn: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isTypedIn) field.current?.focus();
  }, [isTypedIn]);
  return (
    <>
      <h1>Audit</h1>
      <input ref={field} aria-label="Action" />
    </>
  );
}

async function goToAudit(isTypedIn: boolean, beforehand = () => {}): Promise<() => Promise<void>> {
  const root = createRootRoute({
    component: () => (
      <>
        <RouteFocus />
        <Outlet />
      </>
    ),
  });
  const roles = createRoute({ getParentRoute: () => root, path: "/", component: () => <input aria-label="Role" /> });
  const audit = createRoute({
    getParentRoute: () => root,
    path: "/audit",
    component: () => <Audit isTypedIn={isTypedIn} />,
  });
  const router = createRouter({ routeTree: root.addChildren([roles, audit]), history: createMemoryHistory() });
  let arrived = false;
  await render(() => <RouterProvider router={router as never} />);
  await userEvent.click(page.getByLabelText("Role"));
  beforehand();
  router.subscribe("onResolved", () => (arrived = true));
  await router.navigate({ to: "/audit" as never });
  return () => expect.poll(() => arrived).toBe(true);
}

test("whoever comes to a page is at its heading", async () => {
  const arrived = await goToAudit(false);
  await arrived();
  await expect.element(page.getByRole("heading", { name: "Audit" })).toHaveFocus();
});

test("whoever already types in a page goes on when the router says that it is there", async () => {
  const arrived = await goToAudit(true);
  await arrived();
  await expect.element(page.getByLabelText("Action")).toHaveFocus();
});

test("what covers the page from route to route keeps the focus", async () => {
  const cover = document.createElement("div");
  cover.dataset["coversPage"] = "";
  const end = cover.appendChild(document.createElement("button"));
  const arrived = await goToAudit(false, () => {
    document.body.append(cover);
    end.focus();
  });
  await arrived();
  expect(document.activeElement).toBe(end);
  cover.remove();
});
