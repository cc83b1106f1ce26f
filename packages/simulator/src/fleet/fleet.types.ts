import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import type { ControllerLog } from "@offgrid/controller/link/log";

import type { PlantDriver } from "../plant/plant.driver.ts";
import type { FleetMember } from "./fleet.ts";

export interface FleetOptions {
  /** Who runs, each with the secret that the portal gave it. */
  members: readonly { member: FleetMember; secret: string }[];
  /** Address of the broker as the controller takes it. */
  url: string;
  /** A folder for spools and memory, one folder in it per member; made when absent. */
  stateDir: string;
  everyMs: number;
  /** Days of history that a new member brings in; 0 for none. Default 90. */
  historyDays?: number;
  /** Default Date.now. */
  now?: () => number;
  /** Members with a bad link lose it now and then. Default true. */
  badLinks?: boolean;
  /** How often a bad link's plan is looked at. Default 5,000. */
  linkEveryMs?: number;
  /** Called after each message of history that the portal has committed; frames over all members. */
  onProgress?: (progress: FleetProgress) => void;
  log?: ControllerLog;
  /** Settings of the controllers beyond the above: shorter waits, a ledger of what was acked. */
  controller?: Partial<Omit<ControllerOptions, "containerId" | "secret" | "url" | "dataDir" | "driver" | "everyMs">>;
}

export interface FleetProgress {
  /** Frames of history that are in the portal, and all that are to be there. */
  done: number;
  total: number;
}

export interface FleetHandle {
  readonly member: FleetMember;
  /** The plant; lives on while its controller is away. */
  readonly plant: PlantDriver;
  /** Undefined while stopped. */
  controller(): Controller | undefined;
  /** The controller says goodbye; the plant's state is written down. */
  stop(): Promise<void>;
  /** The controller comes back, the plant goes on as if time had passed, and unfinished history is taken up again. */
  start(): Promise<void>;
}

export interface Fleet {
  /** @throws Error when no such member runs here. */
  handle(containerId: string): FleetHandle;
  readonly handles: readonly FleetHandle[];
  progress(): FleetProgress;
  /** When all history is in the portal; also when the fleet was stopped before that. */
  readonly historyDone: Promise<void>;
  stop(): Promise<void>;
}
