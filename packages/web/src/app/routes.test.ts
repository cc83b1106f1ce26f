import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { describe, expect, test } from "vitest";

import { localeRewrite } from "./router.tsx";
import { routeTree } from "./routes.tsx";

/** Every path of the specification, section 2, with an example address; `{slug?}` is optional. */
const paths: readonly [address: string, routeId: string][] = [
  ["/", "/main/"],
  ["/charts", "/main/charts"],
  ["/charts/add", "/main/charts/add"],
  ["/charts/solar", "/main/charts/$slug"],
  ["/clusters", "/main/clusters"],
  ["/containers", "/main/containers"],
  ["/containers/new", "/main/containers/new"],
  ["/containers/kumasi-1", "/main/containers/$slug"],
  ["/events", "/main/events"],
  ["/favorites", "/main/favorites"],
  ["/forgot-pass", "/blank/forgot-pass"],
  ["/inspire", "/main/inspire"],
  ["/login", "/blank/login"],
  ["/reset-pass", "/blank/reset-pass"],
  ["/settings", "/main/settings"],
  ["/settings/general", "/main/settings/general"],
  ["/settings/kit-size", "/main/settings/kit-size"],
  ["/settings/manage-devices", "/main/settings/manage-devices"],
  ["/solar/template", "/main/solar/template"],
  ["/tickets", "/main/tickets"],
  ["/tickets/t-12", "/main/tickets/$slug"],
  ["/under-construction", "/under-construction"],
  ["/widgets", "/main/widgets"],
  ["/widgets/w-1", "/main/widgets/$slug"],
  ["/widgets/create", "/main/widgets/create/{-$slug}"],
  ["/automation/list", "/main/automation/list"],
  ["/automation", "/main/automation/{-$slug}"],
  ["/users/add", "/main/users/add"],
  ["/users/list", "/main/users/list"],
  ["/users/profile", "/main/users/profile"],
  ["/users/role", "/main/users/role"],
  ["/users/verify", "/blank/users/verify"],
  ["/users", "/main/users/{-$slug}"],
  ["/warning/add", "/main/warning/add"],
  ["/warning/history", "/main/warning/history"],
  ["/warning/list", "/main/warning/list"],
  ["/warning/other-users", "/main/warning/other-users"],
  ["/warning", "/main/warning/{-$slug}"],
];

/** Screens that the specification does not name. */
const added: readonly [address: string, routeId: string][] = [
  ["/containers/compare", "/main/containers/compare"],
  ["/login/provider", "/blank/login/provider"],
  ["/users/audit", "/main/users/audit"],
  ["/commands", "/main/commands"],
  ["/settings/software", "/main/settings/software"],
  ["/settings/doctor", "/main/settings/doctor"],
  ["/help", "/main/help/{-$slug}"],
  ["/shared-chart", "/blank/shared-chart"],
  ["/reports", "/main/reports"],
  ["/reports/stop", "/blank/reports/stop"],
];

const withValues: readonly [address: string, routeId: string][] = [
  ["/widgets/create/w-1", "/main/widgets/create/{-$slug}"],
  ["/automation/a-1", "/main/automation/{-$slug}"],
  ["/help/blackout", "/main/help/{-$slug}"],
  ["/users/u-1", "/main/users/{-$slug}"],
  ["/warning/w-1", "/main/warning/{-$slug}"],
];

/** Words that are pages, in another case: never an id. */
const traps: readonly [address: string, routeId: string][] = [
  ["/Containers/NEW", "/main/containers/new"],
  ["/Containers/Compare", "/main/containers/compare"],
  ["/charts/Add", "/main/charts/add"],
  ["/widgets/Create", "/main/widgets/create/{-$slug}"],
  ["/automation/LIST", "/main/automation/list"],
  ["/users/Role", "/main/users/role"],
  ["/warning/Other-Users", "/main/warning/other-users"],
  ["/charts/", "/main/charts"],
];

const nowhere = [
  "/warning/a/b",
  "/containers/a/b",
  "/login/x",
  "/settings/nope",
  "/french",
  "/fr/fr",
  "/users/verify/x",
];

const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/"] }) });

function routeIdOf(address: string): string | undefined {
  const url = localeRewrite.input({ url: new URL(address, "https://portal.example") });
  const [, params, found] = router.getMatchedRoutes(url.pathname);
  // "**" holds what is left over when only the beginning of the path is a route.
  return "**" in params ? undefined : found?.id;
}

describe("the routes", () => {
  test("are the 38 of the specification and those that are added on purpose", () => {
    expect(paths).toHaveLength(38);
    const declared = Object.values(router.routesById).filter((route) => route.options.staticData?.screen);
    expect(declared.map((route) => route.id).toSorted()).toEqual([...paths, ...added].map(([, id]) => id).toSorted());
  });

  test.each([...paths, ...added, ...withValues, ...traps])(
    "%s is the screen %s, in both locales",
    (address, routeId) => {
      expect(routeIdOf(address)).toBe(routeId);
      expect(routeIdOf(address === "/" ? "/fr" : `/fr${address}`)).toBe(routeId);
    },
  );

  test.each(nowhere)("%s is no screen", (address) => {
    expect(routeIdOf(address)).toBeUndefined();
  });

  test("each screen of the menu names its menu id, so that it can be excluded", () => {
    const ids = Object.fromEntries(
      Object.values(router.routesById).map((route) => [route.id, route.options.staticData?.menuId]),
    );
    expect(ids["/main/settings/general"]).toBe("9_5");
    expect(ids["/main/settings/manage-devices"]).toBe("9_5");
    expect(ids["/main/settings/kit-size"]).toBe("9_3");
    expect(ids["/main/containers/new"]).toBe("9_4");
    expect(ids["/main/warning/other-users"]).toBe("9_2_2");
    expect(ids["/main/users/list"]).toBe("7_2");
    expect(ids["/main/users/profile"]).toBeUndefined();
  });
});
