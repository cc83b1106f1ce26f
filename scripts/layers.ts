/** Which way imports may go: between the packages, between the layers of each, and between features. */

/** Our packages that each package may import. */
export const packagesMay: Record<string, readonly string[]> = {
  contract: [],
  server: ["contract"],
  web: ["contract"],
  controller: ["contract"],
  simulator: ["contract", "controller"],
};

/** What tests may import besides: the server is tested with real controllers. */
export const packagesMayInTests: Record<string, readonly string[]> = {
  server: ["controller", "simulator"],
};

/** Files at the top of a package's source: they put the rest together. */
export const topFiles = ".";

/**
 * The layers of each package, lowest first. A folder imports itself and those of lower layers; folders of one layer do
 * not know each other.
 */
export const layers: Record<string, readonly (readonly string[])[]> = {
  contract: [["core"], ["features"], [topFiles]],
  server: [
    ["core"],
    ["config"],
    ["external", "jobs", "postgres"],
    ["bus", "mail"],
    ["broker", "history"],
    ["calls"],
    ["features", "http"],
    ["parts"],
    [topFiles],
  ],
  web: [["core"], ["ui"], ["chart"], ["domain"], ["features"], ["app"], ["testing", topFiles], ["gallery"]],
  controller: [["drivers"], ["spool"], ["link"], [topFiles]],
  simulator: [["plant"], ["fleet"], [topFiles]],
};

/** Folders whose parts are strangers to each other, but for what stands here. A part may not be reached both ways. */
export const partsMay: Record<string, Record<string, readonly string[]>> = {
  "contract/features": {
    charts: ["containers"],
    containers: ["forecast"],
    forecast: ["weather"],
    help: ["weather"],
    live: ["containers"],
    recordings: ["telemetry"],
    session: ["users"],
    telemetry: ["containers"],
  },
  "server/features": {
    containers: ["clusters", "users"],
    forecast: ["weather"],
    ingest: ["containers", "energy-today", "events", "traffic"],
    live: ["containers"],
    recordings: ["containers", "ingest"],
    roles: ["users"],
    session: ["app", "users"],
  },
  "web/features": {},
};
