/** Which imports are allowed: between packages, between the layers of each package, and between features. */

/** Our packages that each package may import. */
export const packagesMay: Record<string, readonly string[]> = {
  contract: [],
  server: ["contract"],
  web: ["contract"],
  controller: ["contract"],
  simulator: ["contract", "controller"],
};

/** Additional packages that tests may import: the server is tested with real controllers. */
export const packagesMayInTests: Record<string, readonly string[]> = {
  server: ["controller", "simulator"],
};

/** Files at the top of a package's source, which put the rest together. */
export const topFiles = ".";

/**
 * The layers of each package, lowest first. A folder may import itself and folders of lower layers; folders of one
 * layer do not import each other.
 */
export const layers: Record<string, readonly (readonly string[])[]> = {
  contract: [["core"], ["features"], [topFiles]],
  server: [
    ["core"],
    ["config"],
    ["external", "jobs", "postgres"],
    ["bus", "mail"],
    ["backup", "broker", "history"],
    ["calls"],
    ["features", "http"],
    ["doctor", "parts"],
    ["console"],
    [topFiles],
  ],
  web: [["core"], ["ui"], ["chart"], ["domain"], ["features"], ["app"], ["testing", topFiles], ["gallery"]],
  controller: [
    ["drivers"],
    ["spool"],
    ["link"],
    ["automations", "commands", "configuration", "upgrades"],
    ["supervisor"],
    [topFiles],
  ],
  simulator: [["plant"], ["fleet"], [topFiles]],
};

/**
 * Folders whose parts may not import each other, except as listed here. No chain of imports may lead back to its part.
 */
export const partsMay: Record<string, Record<string, readonly string[]>> = {
  "contract/features": {
    "air-conditioning": ["commands", "devices"],
    audit: ["commands"],
    automations: ["commands", "devices", "output-names"],
    channels: ["containers", "warnings"],
    charts: ["containers", "telemetry"],
    commands: ["devices"],
    configuration: [
      "air-conditioning",
      "automations",
      "containers",
      "devices",
      "load-protection",
      "phase-control",
      "reboots",
      "street-lights",
      "works",
    ],
    containers: ["devices", "energy-state", "forecast", "notifications", "output-names", "sim-cards", "works"],
    "device-types": ["devices", "telemetry"],
    "energy-costs": ["charts"],
    evidence: ["tickets"],
    "energy-state": ["commands"],
    events: ["automations", "channels", "commands", "devices", "live", "output-names", "telemetry", "warnings"],
    forecast: ["energy-state", "weather"],
    help: ["weather"],
    incidents: ["channels", "commands", "warnings", "works"],
    kits: ["forecast"],
    live: ["commands", "containers", "devices"],
    "load-protection": ["commands"],
    "output-names": ["devices"],
    "phase-control": ["commands", "devices"],
    "power-cuts": ["charts", "energy-state", "forecast", "telemetry"],
    recordings: ["charts", "telemetry"],
    reports: ["charts", "containers", "telemetry"],
    roles: ["widgets"],
    session: ["users"],
    settings: ["containers", "tickets"],
    "solar-template": ["forecast"],
    "street-lights": ["commands", "devices"],
    telemetry: ["commands", "configuration", "containers", "devices", "upgrades"],
    tickets: ["incidents", "warnings"],
    users: ["widgets"],
    warnings: ["commands", "notifications", "power-cuts", "telemetry"],
  },
  "server/features": {
    archives: ["audit", "tickets"],
    "air-conditioning": ["commands", "configuration"],
    audit: ["tickets"],
    automations: ["commands", "configuration"],
    channels: ["events"],
    charts: ["clusters", "events", "notes", "notifications", "settings", "users", "warnings", "works"],
    commands: ["containers", "events", "ingest", "live", "works"],
    configuration: ["commands", "events", "ingest", "live", "works"],
    containers: ["clusters", "energy-state", "kits", "sim-cards", "users"],
    devices: ["configuration", "containers", "device-types"],
    "device-types": ["configuration", "containers", "ingest", "users"],
    "energy-costs": ["containers"],
    "energy-state": ["events"],
    erasure: ["audit", "users"],
    evidence: ["channels", "forecast", "incidents", "reports", "weather"],
    forecast: ["containers", "energy-state", "weather"],
    incidents: ["live", "notifications", "warnings"],
    ingest: ["containers", "energy-state", "energy-today", "events", "traffic"],
    live: ["containers", "events"],
    "kit-apply": ["forecast", "kits"],
    "mail-in": ["ticket-people", "tickets"],
    "load-protection": ["commands", "configuration", "forecast"],
    notifications: ["events"],
    "phase-control": ["commands", "configuration", "events"],
    "output-names": ["commands", "live"],
    "power-cuts": ["energy-state"],
    "offline-setting": ["configuration"],
    reboots: ["configuration"],
    recordings: ["containers", "ingest"],
    reports: ["charts", "power-cuts", "users"],
    roles: ["users"],
    session: ["settings", "users"],
    settings: ["users"],
    "sim-cards": ["traffic"],
    "solar-template": ["forecast"],
    "solar-yield": ["forecast"],
    "street-lights": ["commands", "configuration", "containers"],
    tickets: ["events", "evidence", "incidents", "live", "ticket-people", "users"],
    users: ["ticket-people", "warnings"],
    warnings: ["channels", "clusters", "events", "notifications", "power-cuts", "sim-cards", "traffic"],
    widgets: ["users"],
    works: ["containers", "events", "live"],
    upgrades: ["containers", "events", "ingest", "live", "sim-cards", "traffic", "works"],
  },
  "web/features": {},
};
