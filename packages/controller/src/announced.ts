import { testReadCapability } from "@offgrid/contract/telemetry/device-reading.schema";
import type { BirthMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { ControllerOptions } from "./controller.types.ts";
import type { Driver } from "./drivers/driver.ts";

/** What this controller can do, as a birth announces it. */
export function announcedCapabilities({
  driver,
  isUpgradable = false,
}: Pick<ControllerOptions, "driver" | "isUpgradable">): string[] {
  return [
    ...driver.capabilities,
    "works",
    ...(isUpgradable ? ["upgrade"] : []),
    ...(driver.readDevice ? [testReadCapability] : []),
  ];
}

/** Outputs that may do harm, by target. */
export function criticalOutputs({ outputs }: Driver): BirthMessage["critical"] {
  const list = outputs?.list ?? [];
  return Object.fromEntries(list.flatMap(({ target, failSafe }) => (failSafe ? [[target, failSafe]] : [])));
}
