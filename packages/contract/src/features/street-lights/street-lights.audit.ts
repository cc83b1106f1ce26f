import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const streetLightsAudit: readonly AuditGroup[] = [
  {
    actions: ["setStreetLight", "setConfiguration", "syncPortalToController", "syncControllerToPortal"],
    kinds: {
      ...{
        mode: "street-lights:modes",
        steps: "parts",
        time: "text",
        ratedW: "W",
        sunset: "minute",
        sunrise: "minute",
      },
      ...{ at: "parts", sun: "street-lights:steps.kinds", offsetMinutes: "minute" },
    },
  },
];
