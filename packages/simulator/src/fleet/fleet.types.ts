import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import type { ControllerLog } from "@offgrid/controller/link/log";

import type { PlantDriver } from "../plant/plant.driver.ts";
import type { FleetMember } from "./fleet.member.ts";

export interface FleetOptions {
  /** The members to run, each with the secret that the portal gave it. */
  members: readonly { member: FleetMember; secret: string }[];
  /** Address of the broker, in the form that the controller takes. */
  url: string;
  /** A folder for spools and memory, with one folder per member; made when absent. */
  stateDir: string;
  everyMs: number;
  /** Days of history that a new member imports; 0 for none. Default 90. */
  historyDays?: number;
  /** Default Date.now. */
  now?: () => number;
  /** Members with a bad link lose it from time to time. Default true. */
  badLinks?: boolean;
  /** How often a bad link's schedule is checked. Default 5,000. */
  linkEveryMs?: number;
  /** How long a controller is away that a person restarts. Default 5,000. */
  restartMs?: number;
  /** What happens instead when a person restarts a controller, such as that the whole program ends. */
  restart?: () => void;
  /** Called after each message of history that the portal has committed; frames of all members together. */
  onProgress?: (progress: FleetProgress) => void;
  log?: ControllerLog;
  /** Further settings of the controllers: shorter waits, a ledger of what was acknowledged. */
  controller?: Partial<Omit<ControllerOptions, "containerId" | "secret" | "url" | "dataDir" | "driver" | "everyMs">>;
}

export interface FleetProgress {
  /** Frames of history that are in the portal, and how many there will be in all. */
  done: number;
  total: number;
}

export interface FleetHandle {
  readonly member: FleetMember;
  /** The plant; goes on while its controller is away. */
  readonly plant: PlantDriver;
  /** Undefined while stopped. */
  controller(): Controller | undefined;
  /** The controller disconnects; the plant's state is saved. */
  stop(): Promise<void>;
  /** The controller comes back, the plant goes on as if time had passed, and unfinished history is resumed. */
  start(): Promise<void>;
}

export interface Fleet {
  /** @throws Error when no such member runs here. */
  handle(containerId: string): FleetHandle;
  readonly handles: readonly FleetHandle[];
  progress(): FleetProgress;
  /** Resolves when all history is in the portal, or when the fleet is stopped before that. */
  readonly historyDone: Promise<void>;
  stop(): Promise<void>;
}
