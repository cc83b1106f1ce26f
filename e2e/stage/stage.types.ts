/** What the journeys know of the running portal. */
export interface StageAddress {
  /** Origin of the portal. */
  portalUrl: string;
  /** Host and port for MQTT over TCP. */
  mqttUrl: string;
  /** Folder of the portal; mails are files in its `outbox`. */
  dataDir: string;
  /** Where the stage takes orders: stop and start a controller, let a confirmation or links expire. */
  controlUrl: string;
  /** Private half of the key whose releases the portal takes, as PEM. */
  releaseKey: string;
  /** The simulated containers of this run; the first is steady, the second has faults. */
  containers: readonly { containerId: string; name: string }[];
}

/** A container whose controller was switched off after it had sent its values; it stays off. */
export const quietContainer = "fogo";
/** A container that is registered, but whose controller never connected. */
export const silentContainer = "depot";

/** Environment variable with the addresses for the journeys, as JSON. */
export const stageVariable = "OFFGRID_E2E_STAGE";

export const demoPassword = "offgrid-demo";

/** The people of the journeys: one of each role, with their demo accounts, and one who has a single container. */
export const actors = {
  ada: { role: "super_admin", email: "super_admin@demo.offgrid" },
  bruno: { role: "admin", email: "admin@demo.offgrid" },
  chandra: { role: "offgrid_staff", email: "offgrid_staff@demo.offgrid" },
  daniela: { role: "user", email: "user@demo.offgrid" },
  emile: { role: "customer_staff", email: "customer_staff@demo.offgrid" },
  fatou: { role: "user", email: "fatou@example.org" },
} as const;
export type Actor = keyof typeof actors;
