/** The addresses of all screens, by how `screens.spec.ts` looks at them. `npm run new:feature` adds to them. */

/**
 * Screens that one visit shows whole, by the name of their title, such as a new feature's. One whose states a journey
 * walks through belongs to the next list.
 */
export const simple: Record<string, string> = {
  "/inspire": "inspire",
  "/tickets": "tickets",
  "/reports": "reports",
  "/automation": "automation_rule",
  "/automation/list": "automation",
  "/commands": "commands",
  "/containers/new": "new_container",
  "/charts": "charts",
  "/charts/add": "chart_add",
  "/events": "events",
  "/settings": "settings",
  "/settings/general": "general",
  "/settings/doctor": "doctor",
  "/settings/software": "software",
  "/settings/kit-size": "kit_sizes",
  "/solar/template": "solar_template",
  "/settings/manage-devices": "manage_devices",
  "/warning/add": "warning_add",
  "/warning/history": "warnings",
  "/warning/list": "warning_rules",
  "/warning/other-users": "others_warning_rules",
  "/warning/some-rule": "warning_rule",
  "/widgets": "widgets",
  "/widgets/create": "widget_create",
};

/** Screens with contents of their own, which the journeys in `screens.*spec.ts` walk through. */
export const built = [
  "/",
  "/clusters",
  "/containers",
  "/containers/compare",
  "/containers/some-container",
  "/favorites",
  "/users/add",
  "/help",
  "/users/audit",
  "/users/list",
  "/users/profile",
  "/users/role",
  "/users/some-user",
  "/login",
  "/login/provider",
  "/forgot-pass",
  "/reset-pass",
  "/users/verify",
  "/charts/some-chart",
  "/tickets/some-ticket",
  "/shared-chart",
  "/reports/stop",
  "/widgets/some-widget",
  "/widgets/create/some-widget",
  "/under-construction",
];

/**
 * The paths of the program's routes, given the text of the files that declare them.
 * @throws Error when that text does not look as expected.
 */
export function routePaths(routes: string): string[] {
  const paths = [...routes.matchAll(/path: "(\/[^"]*)"/g)].map(([, path = ""]) => path);
  if (paths.length < 30) throw new Error("The routes do not look as expected: no path of a screen was found in them.");
  return paths;
}

/** The paths of the program's routes (the text of `routes.tsx`) that no address above leads to. */
export function unseenRoutes(routes: string): string[] {
  const addresses = [...Object.keys(simple), ...built];
  return routePaths(routes).filter((path) => {
    const route = new RegExp(`^${path.replace(/\/\{-\$slug\}/, "(/[^/]+)?").replace(/\$slug/, "[^/]+")}$`);
    return !addresses.some((address) => route.test(address));
  });
}
