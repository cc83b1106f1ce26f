import { isWorkedOn } from "@offgrid/contract/works/works-moves";

import type { AppliedSettings } from "./configuration/settings.ts";

interface WorksParts {
  /** As they are now. */
  settings: () => Pick<AppliedSettings, "works">;
  /** The time as far as it is known, epoch ms; undefined where no clock can be trusted. */
  trustedNow: () => number | undefined;
}

/** Is somebody at work at the container? Where no clock can be trusted, that of the machine has to do. */
export function isWorkedOnNow({ settings, trustedNow }: WorksParts, now: () => number): boolean {
  return isWorkedOn(settings().works, trustedNow() ?? now());
}
