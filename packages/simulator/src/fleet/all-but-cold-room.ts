import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";

/** Cuts everything but what would thaw. */
export const allButColdRoom: LoadProtection = {
  enabled: true,
  cutSoc: 40,
  restoreSoc: 55,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 30,
  loads: ["relay.1", "relay.2", "relay.4", "relay.3"].map((target) => ({
    target,
    neverCut: target === "relay.3",
  })),
};
