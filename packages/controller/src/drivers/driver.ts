import type { CommandFault, FailSafe, OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { Device } from "@offgrid/contract/devices/device.schema";
import type { OutputTarget, SwitchOp } from "@offgrid/contract/devices/output-kinds";
import type { ReadingFault } from "@offgrid/contract/telemetry/device-reading.schema";

/** A metric as a driver announces it; unit and kind may be left out for metrics of the catalogue. */
export interface DriverMetric {
  name: string;
  unit?: string;
  kind?: "gauge" | "counter" | "state";
}

/** All readings at one instant: values in the order of the driver's metrics, null where there is no valid reading. */
export interface Frame {
  atMs: number;
  values: readonly (number | null)[];
}

/** What a device said of one metric when it was read by itself. */
export interface DeviceReading {
  metric: string;
  /** In the unit of the metric. */
  value: number | null;
  /** As it stands in the register, before scaling; left out by drivers without registers. */
  raw?: number;
  /** Why there is no value. */
  fault?: ReadingFault;
}

/** The interface between a controller and its equipment. Drivers know nothing of MQTT, spools or the portal. */
export interface Driver {
  /** Fixed while the driver lives. */
  readonly metrics: readonly DriverMetric[];
  readonly devices: readonly Device[];
  readonly capabilities: readonly string[];
  /**
   * Reads the equipment now.
   * @param atMs The instant of the frame, epoch ms.
   * @param isChanged An output was just set: what can be set is read again, also where it is not its time yet.
   * @returns Values in the order of `metrics`, or undefined where there is no frame for this instant (a gap).
   */
  read(atMs: number, isChanged?: boolean): Promise<readonly (number | null)[] | undefined>;
  /**
   * Reads one device beside the frames, which stay as they are; it waits for its turn among what the equipment is asked, and
   * nothing is ever written. Left out by drivers that read their devices only together.
   * @param atMs Now, epoch ms.
   * @param notAfterMs By `performance.now()`: the equipment is not asked after this.
   * @returns undefined where there is no such device.
   */
  readDevice?(id: string, atMs: number, notAfterMs: number): Promise<readonly DeviceReading[] | undefined>;
  /** How many of its devices gave a value at the last reading; left out where there is only one. */
  answering?(): number;
  /** Left out where each device is always read with the others. */
  readonly paces?: DevicePaces | undefined;
  /** Left out by equipment that can only be read. */
  readonly outputs?: Outputs;
  close(): Promise<void>;
}

/** How a device is read. */
export interface DevicePace {
  /** Undefined: as the file says. */
  everyMs: number | undefined;
  /** False: it is left alone, and has no values. */
  isRead: boolean;
}

/** Devices that may be read less often than others, or not at all, while the driver runs. */
export interface DevicePaces {
  readonly ids: readonly string[];
  set(id: string, pace: DevicePace): void;
}

/** Something that can be set. Its target is named like its metrics: `relay.3`. */
export interface Output {
  readonly target: string;
  readonly op: SwitchOp;
  /** Shortest time between two commands for it. */
  readonly dwellMs: number;
  /** Shortest times on and off, for equipment that wears; they delay everything but limits. Default 0. */
  readonly minOnMs?: number | undefined;
  readonly minOffMs?: number | undefined;
  /** Of one that may do harm: whether it was proved that it falls to its safe state by itself. */
  readonly failSafe?: FailSafe | undefined;
  /** Outputs through which it gets its power: without one of them it has none. Left out: nobody has said. */
  readonly fedBy?: readonly OutputTarget[] | undefined;
}

/** What a driver can set. */
export interface Outputs {
  readonly list: readonly Output[];
  /**
   * Sets an output once; a return says nothing about what the equipment does. It ends when the equipment can no longer
   * be set by it: until then, nobody may be told that the output stays as it is.
   * @param notAfterMs By `performance.now()`: what still waits then, as for a slow device, is never written.
   * @throws OutputRefusal when nothing was written; any other error when it is not known.
   */
  write(target: string, value: OutputValue, notAfterMs: number): Promise<void>;
  /**
   * What the equipment itself says now, never what was written; undefined where it does not tell.
   * @param notAfterMs By `performance.now()`: the equipment is not asked after this.
   */
  readBack(target: string, notAfterMs: number): Promise<OutputValue | undefined>;
  /** The equipment itself keeps the output without power now, whatever is written. Left out: it never does. */
  isHeld?(target: string): boolean;
}

/** The equipment must stay as it is: nothing was written. */
export class OutputRefusal extends Error {
  readonly fault: CommandFault;

  constructor(fault: CommandFault) {
    super(`The output was not written: ${fault}.`);
    this.fault = fault;
  }
}

/** Part of a history; the values of every frame are in the order of `metrics`. */
export interface HistoryBatch {
  metrics: readonly string[];
  frames: readonly Frame[];
}
