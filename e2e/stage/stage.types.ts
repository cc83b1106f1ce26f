/** What the journeys know of the running portal. */
export interface StageAddress {
  /** Origin of the portal. */
  portalUrl: string;
  /** Host and port for MQTT over TCP. */
  mqttUrl: string;
  /** Where the stage takes orders: stop and start a controller. */
  controlUrl: string;
  /** The simulated containers of this run; the first is steady, the second has faults. */
  containers: readonly { containerId: string; name: string }[];
}

/** Variable under which the address stands for the journeys, as JSON. */
export const stageVariable = "OFFGRID_E2E_STAGE";

export const demoPassword = "offgrid-demo";

/** The people of the journeys, by their demo accounts. */
export const actors = {
  ada: "super_admin",
  bruno: "admin",
  chandra: "offgrid_staff",
  daniela: "user",
  emile: "customer_staff",
} as const;
export type Actor = keyof typeof actors;

export function emailOf(actor: Actor): string {
  return `${actors[actor]}@demo.offgrid`;
}
