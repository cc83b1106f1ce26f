import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { Moment } from "@offgrid/contract/core/moments";

/** What new automations begin with. Pure. */

/** What a new automation can begin with. */
export const exampleNames = ["spareBattery", "eveningLight"] as const;
export type ExampleName = (typeof exampleNames)[number];

/** What is offered to choose from. */
export interface Offer {
  /** Targets that can be switched. */
  outputs: readonly string[];
  metrics: readonly string[];
  /** Its sun is known. */
  hasPosition: boolean;
}

export const common = { name: "", enabled: true, priority: 5 };

export const evening = (hasPosition: boolean): { from: Moment; to: Moment } => ({
  from: hasPosition ? { sun: "sunset" } : { time: "18:30" },
  to: { time: "23:00" },
});

/** What is left of loads below 40 %, and a light until people sleep: the two that most containers can use. */
export function exampleAutomation(example: ExampleName, name: string, offer: Offer): Automation {
  const output = offer.outputs[0] ?? "";
  const shared = { kind: "keep", ...common, name, output, unknown: "as_before" } as const;
  if (example === "eveningLight")
    return { ...shared, to: true, while: { kind: "time", ...evening(offer.hasPosition) } };
  return {
    ...shared,
    to: false,
    while: { kind: "metric", metric: "battery.soc", is: "below", value: 40, until: 45 },
  };
}
