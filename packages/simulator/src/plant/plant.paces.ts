/** Devices of a plant that are read less often than the others, or not at all. */
import type { Device } from "@offgrid/contract/devices/device.schema";
import { deviceMetrics } from "@offgrid/contract/devices/device-facts";
import { outputKinds, outputKindNames } from "@offgrid/contract/devices/output-kinds";
import type { DevicePace, DevicePaces } from "@offgrid/controller/drivers/driver";

type Values = readonly (number | null)[];

interface Reader {
  /** Places of its metrics. */
  columns: readonly number[];
  pace: DevicePace;
  last: { atMs: number; values: Values } | undefined;
}

const switched: readonly string[] = outputKindNames.map((name) => outputKinds[name].device);

/** What can be switched is always read: nobody could tell otherwise what came of a command. */
export class PlantPaces implements DevicePaces {
  readonly ids: readonly string[];
  readonly #readers: ReadonlyMap<string, Reader>;

  constructor(devices: readonly Device[], metrics: readonly string[]) {
    const owned = deviceMetrics(devices, metrics);
    const readers = devices.flatMap(({ id, type }, place): [string, Reader][] => {
      const columns = (owned[place] ?? []).map((metric) => metrics.indexOf(metric));
      const pace = { everyMs: undefined, isRead: true };
      return switched.includes(type) || columns.length === 0 ? [] : [[id, { columns, pace, last: undefined }]];
    });
    this.#readers = new Map(readers);
    this.ids = [...this.#readers.keys()];
  }

  set(id: string, pace: DevicePace): void {
    const reader = this.#readers.get(id);
    if (reader) Object.assign(reader, { pace, last: undefined });
  }

  /** @param values Of the plant at this instant. @returns What its devices give of them. */
  read(atMs: number, values: Values): Values {
    const read = [...values];
    for (const reader of this.#readers.values()) {
      const { columns, pace } = reader;
      const isDue = !reader.last || Math.abs(atMs - reader.last.atMs) >= (pace.everyMs ?? 0);
      if (isDue) reader.last = { atMs, values: columns.map((column) => values[column] ?? null) };
      for (const [place, column] of columns.entries())
        read[column] = pace.isRead ? (reader.last?.values[place] ?? null) : null;
    }
    return read;
  }
}
