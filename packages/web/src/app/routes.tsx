import { Outlet, createRootRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";

import { loadChunk } from "../core/chunk.ts";
import { loadWithTexts } from "../core/i18n/i18n.ts";
import type { ScreenName } from "../core/screen.ts";
import { timeReady } from "../core/time.ts";
import { auditRoute } from "../features/audit/audit.route.ts";
import { clustersRoute } from "../features/clusters/clusters.route.ts";
import { containerRoute, containersRoute } from "../features/containers/containers.route.ts";
import { dashboardRoute } from "../features/dashboard/dashboard.route.ts";
import { NotFoundPage } from "../features/errors/not-found.page.tsx";
import { favoritesRoute } from "../features/favorites/favorites.route.ts";
import { helpRoute } from "../features/help/help.route.ts";
import { profileRoute } from "../features/profile/profile.route.ts";
import { rolesRoute } from "../features/roles/roles.route.ts";
import { sessionRoute } from "../features/session/session.route.ts";
import { usersRoute } from "../features/users/users.route.ts";
import { refuseExcluded, refuseWithout, requireTwoStep, requireUser } from "./guards.ts";
import { BlankLayout } from "./layouts/blank-layout.tsx";
import { RouteFocus } from "./route-focus.tsx";

const rootRoute = createRootRoute({
  notFoundComponent: NotFoundPage,
  component: () => (
    <>
      <RouteFocus />
      <Outlet />
    </>
  ),
});

/** Menu, bar and notifications, for signed-in people. */
export const mainLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: "main",
  beforeLoad: async ({ location }) => {
    const signedIn = await requireUser(location.href);
    requireTwoStep(signedIn.user, location.pathname);
    return signedIn;
  },
  component: lazyRouteComponent(async () => {
    const [shell] = await Promise.all([loadWithTexts(["shell", "ui"], () => import("./shell/shell.tsx")), timeReady()]);
    return shell;
  }, "Shell"),
});

/** A card in the middle of the page, for everyone. */
const blankLayout = createRoute({ getParentRoute: () => rootRoute, id: "blank", component: BlankLayout });

const notHereYet = lazyRouteComponent(
  () => loadWithTexts(["not-here-yet"], () => import("../features/not-here-yet/not-here-yet.page.tsx")),
  "NotHereYetPage",
);

/** A screen of a later issue: it says so. */
function later<const Path extends string>(path: Path, screen: ScreenName, menuId?: string) {
  return createRoute({
    getParentRoute: () => mainLayout,
    path,
    staticData: { screen, ...(menuId === undefined ? {} : { menuId }) },
    beforeLoad: () => refuseExcluded(menuId),
    component: notHereYet,
  });
}

/** An optional slug without its value: the bare path leads to the list. */
function needSlug({ slug }: { slug?: string }, list: "/users/list" | "/warning/list"): void {
  if (!slug) throw redirect({ to: list, replace: true });
}

const main = [
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/",
    staticData: { screen: "dashboard", menuId: "1" },
    validateSearch: dashboardRoute.search,
    beforeLoad: () => refuseExcluded("1"),
    component: lazyRouteComponent(dashboardRoute.load, "DashboardPage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/containers",
    staticData: { screen: "containers", menuId: "3" },
    validateSearch: containersRoute.search,
    beforeLoad: () => refuseExcluded("3"),
    component: lazyRouteComponent(containersRoute.load, "ContainersPage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/containers/$slug",
    staticData: { screen: "container", menuId: "3" },
    validateSearch: containerRoute.search,
    beforeLoad: () => refuseExcluded("3"),
    component: lazyRouteComponent(containerRoute.load, "ContainerPage"),
  }),
  later("/containers/new", "new_container", "9_4"),
  later("/charts", "charts", "4"),
  later("/charts/add", "chart_add", "4"),
  later("/charts/$slug", "chart", "4"),
  later("/widgets", "widgets", "4"),
  later("/widgets/$slug", "widget", "4"),
  later("/widgets/create/{-$slug}", "widget_create", "4"),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/clusters",
    staticData: { screen: "clusters", menuId: "9_1" },
    validateSearch: clustersRoute.search,
    beforeLoad: () => refuseExcluded("9_1"),
    component: lazyRouteComponent(clustersRoute.load, "ClustersPage"),
  }),
  later("/events", "events", "5"),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/favorites",
    staticData: { screen: "favorites", menuId: "2" },
    beforeLoad: () => refuseExcluded("2"),
    component: lazyRouteComponent(favoritesRoute.load, "FavoritesPage"),
  }),
  later("/inspire", "inspire"),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/help/{-$slug}",
    staticData: { screen: "help" },
    validateSearch: helpRoute.search,
    component: lazyRouteComponent(helpRoute.load, "HelpPage"),
  }),
  later("/settings", "settings", "9"),
  later("/settings/general", "general", "9_5"),
  later("/settings/kit-size", "kit_sizes", "9_3"),
  later("/settings/manage-devices", "manage_devices", "9_5"),
  later("/solar/template", "solar_template", "9_3"),
  later("/tickets", "tickets", "8"),
  later("/tickets/$slug", "ticket", "8"),
  later("/automation/list", "automation", "9_6"),
  later("/automation/{-$slug}", "automation_rule", "9_6"),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/users/add",
    staticData: { screen: "add_user", menuId: "7_1" },
    beforeLoad: () => refuseWithout("createNewUser", "7_1"),
    component: lazyRouteComponent(usersRoute.loadAdd, "AddUserPage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/users/list",
    staticData: { screen: "users_list", menuId: "7_2" },
    validateSearch: usersRoute.search,
    beforeLoad: () => refuseWithout("userList", "7_2"),
    component: lazyRouteComponent(usersRoute.load, "UsersPage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/users/profile",
    staticData: { screen: "profile" },
    component: lazyRouteComponent(profileRoute.load, "ProfilePage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/users/role",
    staticData: { screen: "roles", menuId: "7_2" },
    validateSearch: rolesRoute.search,
    beforeLoad: () => refuseWithout("userList", "7_2"),
    component: lazyRouteComponent(rolesRoute.load, "RolesPage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/users/audit",
    staticData: { screen: "audit", menuId: "7_2" },
    validateSearch: auditRoute.search,
    beforeLoad: () => refuseWithout("auditList", "7_2"),
    component: lazyRouteComponent(auditRoute.load, "AuditPage"),
  }),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/users/{-$slug}",
    staticData: { screen: "user", menuId: "7_2" },
    beforeLoad: ({ params }) => {
      needSlug(params, "/users/list");
      refuseWithout("userGet", "7_2");
    },
    component: lazyRouteComponent(usersRoute.loadPerson, "PersonPage"),
  }),
  later("/warning/add", "warning_add", "9_2_1"),
  later("/warning/history", "warnings", "6"),
  later("/warning/list", "warning_rules", "9_2_1"),
  later("/warning/other-users", "others_warning_rules", "9_2_2"),
  createRoute({
    getParentRoute: () => mainLayout,
    path: "/warning/{-$slug}",
    staticData: { screen: "warning_rule", menuId: "9_2_1" },
    beforeLoad: ({ params }) => {
      needSlug(params, "/warning/list");
      refuseExcluded("9_2_1");
    },
    component: notHereYet,
  }),
] as const;

const blank = [
  createRoute({
    getParentRoute: () => blankLayout,
    path: "/login",
    staticData: { screen: "login" },
    validateSearch: sessionRoute.search,
    component: lazyRouteComponent(sessionRoute.load, "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => blankLayout,
    path: "/forgot-pass",
    staticData: { screen: "forgot_pass" },
    component: lazyRouteComponent(sessionRoute.loadForgot, "ForgotPage"),
  }),
  createRoute({
    getParentRoute: () => blankLayout,
    path: "/reset-pass",
    staticData: { screen: "reset_pass" },
    component: lazyRouteComponent(sessionRoute.loadReset, "ResetPage"),
  }),
  createRoute({
    getParentRoute: () => blankLayout,
    path: "/users/verify",
    staticData: { screen: "verify" },
    component: lazyRouteComponent(sessionRoute.loadVerify, "VerifyPage"),
  }),
] as const;

/** The empty layout is the page itself. */
const underConstruction = createRoute({
  getParentRoute: () => rootRoute,
  path: "/under-construction",
  staticData: { screen: "under_construction" },
  validateSearch: sessionRoute.search,
  component: lazyRouteComponent(
    () => loadChunk(() => import("../features/errors/under-construction.page.tsx")),
    "UnderConstructionPage",
  ),
});

export const routeTree = rootRoute.addChildren([
  mainLayout.addChildren(main),
  blankLayout.addChildren(blank),
  underConstruction,
]);
