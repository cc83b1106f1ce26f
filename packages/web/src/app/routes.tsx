import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { loadChunk } from "../core/chunk.ts";
import { auditSearch } from "../features/audit/audit.search.ts";
import { automationSearch, automationsSearch } from "../features/automations/automations.search.ts";
import { clustersSearch } from "../features/clusters/clusters.search.ts";
import { commandsSearch } from "../features/commands/commands.search.ts";
import { eventsSearch } from "../features/events/events.search.ts";
import { containerSearch } from "../features/container/container.search.ts";
import { compareSearch, movedComparison } from "../features/containers/compare/compare.search.ts";
import { newContainerSearch } from "../features/containers/new/new-container.search.ts";
import { containersSearch } from "../features/containers/containers.search.ts";
import { dashboardSearch } from "../features/dashboard/dashboard.search.ts";
import { helpSearch } from "../features/help/help.search.ts";
import { inspireSearch } from "../features/inspire/inspire.search.ts";
import { rolesSearch } from "../features/roles/roles.search.ts";
import { loginSearch } from "../features/session/session.search.ts";
import { usersSearch } from "../features/users/users.search.ts";
import { chartScreens } from "./chart-routes.tsx";
import { stopSearch } from "../features/reports/reports.search.ts";
import { blankLayout, blankScreen, mainLayout, rootRoute, screen } from "./screen-route.tsx";
import { ticketScreens } from "./ticket-routes.tsx";
import { settingsScreens } from "./settings-routes.tsx";
import { warningScreens } from "./warning-routes.tsx";
import { widgetScreens } from "./widget-routes.tsx";

const main = [
  screen({
    path: "/",
    name: "dashboard",
    menuId: "1",
    search: dashboardSearch,
    texts: ["dashboard", "incidents", "chart", "map"],
    load: () => import("../features/dashboard/dashboard.page.tsx"),
    page: "DashboardPage",
  }),
  screen({
    path: "/containers",
    name: "containers",
    menuId: "3",
    search: containersSearch,
    moved: movedComparison,
    texts: ["containers"],
    load: () => import("../features/containers/containers.page.tsx"),
    page: "ContainersPage",
  }),
  screen({
    path: "/containers/compare",
    name: "compare",
    menuId: "3",
    search: compareSearch,
    texts: ["containers", "chart", "period-figures"],
    load: () => import("../features/containers/compare/compare.page.tsx"),
    page: "ComparePage",
  }),
  screen({
    path: "/containers/$slug",
    name: "container",
    menuId: "3",
    search: containerSearch,
    texts: ["container", "chart"],
    load: () => import("../features/container/container.page.tsx"),
    page: "ContainerPage",
  }),
  screen({
    path: "/containers/new",
    name: "new_container",
    menuId: "9_4",
    needs: "registerNewContainer",
    search: newContainerSearch,
    texts: ["new-container", "controller-secret", "map", "people"],
    load: () => import("../features/containers/new/new-container.page.tsx"),
    page: "NewContainerPage",
  }),
  ...chartScreens,
  ...widgetScreens,
  screen({
    path: "/clusters",
    name: "clusters",
    menuId: "9_1",
    search: clustersSearch,
    texts: ["clusters", "map"],
    load: () => import("../features/clusters/clusters.page.tsx"),
    page: "ClustersPage",
  }),
  screen({
    path: "/events",
    name: "events",
    menuId: "5",
    search: eventsSearch,
    texts: ["events", "event-words", "command-words"],
    load: () => import("../features/events/events.page.tsx"),
    page: "EventsPage",
  }),
  screen({
    path: "/commands",
    name: "commands",
    menuId: "5",
    needs: "commandList",
    search: commandsSearch,
    texts: ["commands", "command-words", "people"],
    load: () => import("../features/commands/commands.page.tsx"),
    page: "CommandsPage",
  }),
  screen({
    path: "/favorites",
    name: "favorites",
    menuId: "2",
    texts: ["favorites"],
    load: () => import("../features/favorites/favorites.page.tsx"),
    page: "FavoritesPage",
  }),
  screen({
    path: "/inspire",
    name: "inspire",
    search: inspireSearch,
    texts: ["inspire", "charts", "widgets", "drawing", "automations", "automation-words", "command-words", "container"],
    load: () => import("../features/inspire/inspire.page.tsx"),
    page: "InspirePage",
  }),
  screen({
    path: "/help/{-$slug}",
    name: "help",
    search: helpSearch,
    texts: ["help"],
    load: () => import("../features/help/help.page.tsx"),
    page: "HelpPage",
  }),
  ...settingsScreens,
  ...ticketScreens,
  screen({
    path: "/automation/list",
    name: "automation",
    menuId: "9_6",
    needs: "automationList",
    search: automationsSearch,
    texts: ["automations", "automation-words", "command-words", "configuration"],
    load: () => import("../features/automations/automations.page.tsx"),
    page: "AutomationsPage",
  }),
  screen({
    path: "/automation/{-$slug}",
    name: "automation_rule",
    menuId: "9_6",
    needs: "automationList",
    search: automationSearch,
    texts: ["automations", "automation-words", "command-words", "configuration"],
    load: () => import("../features/automations/automation.page.tsx"),
    page: "AutomationPage",
  }),
  screen({
    path: "/users/add",
    name: "add_user",
    menuId: "7_1",
    needs: "createNewUser",
    texts: ["users", "people", "sessions"],
    load: () => import("../features/users/add-user.page.tsx"),
    page: "AddUserPage",
  }),
  screen({
    path: "/users/list",
    name: "users_list",
    menuId: "7_2",
    needs: "userList",
    search: usersSearch,
    texts: ["users", "people", "sessions"],
    load: () => import("../features/users/users.page.tsx"),
    page: "UsersPage",
  }),
  screen({
    path: "/users/profile",
    name: "profile",
    texts: ["profile", "sessions", "channels", "api-tokens"],
    load: () => import("../features/profile/profile.page.tsx"),
    page: "ProfilePage",
  }),
  screen({
    path: "/users/role",
    name: "roles",
    menuId: "7_2",
    needs: "userList",
    search: rolesSearch,
    texts: ["roles", "widgets"],
    load: () => import("../features/roles/roles.page.tsx"),
    page: "RolesPage",
  }),
  screen({
    path: "/users/audit",
    name: "audit",
    menuId: "7_2",
    needs: "auditList",
    search: auditSearch,
    texts: ["audit", "people", "command-words", "configuration"],
    load: () => import("../features/audit/audit.page.tsx"),
    page: "AuditPage",
  }),
  screen({
    path: "/users/{-$slug}",
    name: "user",
    menuId: "7_2",
    needs: "userGet",
    list: "/users/list",
    texts: ["users", "people", "sessions"],
    load: () => import("../features/users/person/person.page.tsx"),
    page: "PersonPage",
  }),
  ...warningScreens,
] as const;

const blank = [
  blankScreen({
    path: "/login",
    name: "login",
    search: loginSearch,
    texts: ["session"],
    load: () => import("../features/session/login.page.tsx"),
    page: "LoginPage",
  }),
  blankScreen({
    path: "/login/provider",
    name: "login_provider",
    texts: ["session"],
    load: () => import("../features/session/provider.page.tsx"),
    page: "ProviderPage",
  }),
  blankScreen({
    path: "/forgot-pass",
    name: "forgot_pass",
    texts: ["session"],
    load: () => import("../features/session/forgot.page.tsx"),
    page: "ForgotPage",
  }),
  blankScreen({
    path: "/reset-pass",
    name: "reset_pass",
    texts: ["session"],
    load: () => import("../features/session/reset.page.tsx"),
    page: "ResetPage",
  }),
  blankScreen({
    path: "/users/verify",
    name: "verify",
    texts: ["session"],
    load: () => import("../features/session/verify.page.tsx"),
    page: "VerifyPage",
  }),
  blankScreen({
    path: "/shared-chart",
    name: "shared_chart",
    texts: ["charts", "drawing", "chart"],
    load: () => import("../features/charts/links/shared-chart.page.tsx"),
    page: "SharedChartPage",
  }),
  blankScreen({
    path: "/reports/stop",
    name: "report_stop",
    search: stopSearch,
    texts: ["reports"],
    load: () => import("../features/reports/stop.page.tsx"),
    page: "StopReportPage",
  }),
] as const;

/** The empty layout is the page itself. */
const underConstruction = createRoute({
  getParentRoute: () => rootRoute,
  path: "/under-construction",
  staticData: { screen: "under_construction" },
  validateSearch: loginSearch,
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
