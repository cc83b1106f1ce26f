import type { CallName } from "@offgrid/contract/registry";

/** What shows who works where, and until when. */
export const worksShown = [
  "maintenanceList",
  "getContainerInfoV4",
  "getSitesV2",
  "incidentList",
  "incidentGet",
] as const satisfies readonly CallName[];
