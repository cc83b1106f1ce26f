import type { Device } from "@offgrid/contract/containers/containers.schema";

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

/** The interface between a controller and its equipment. Drivers know nothing of MQTT, spools or the portal. */
export interface Driver {
  /** Fixed while the driver lives. */
  readonly metrics: readonly DriverMetric[];
  readonly devices: readonly Device[];
  readonly capabilities: readonly string[];
  /**
   * Reads the equipment now.
   * @param atMs The instant of the frame, epoch ms.
   * @returns Values in the order of `metrics`, or undefined where there is no frame for this instant (a gap).
   */
  read(atMs: number): Promise<readonly (number | null)[] | undefined>;
  close(): Promise<void>;
}

/** Part of a history; the values of every frame are in the order of `metrics`. */
export interface HistoryBatch {
  metrics: readonly string[];
  frames: readonly Frame[];
}
