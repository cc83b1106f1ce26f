import type { Device } from "@offgrid/contract/devices/device.schema";
import { deviceMetrics } from "@offgrid/contract/devices/device-facts";

import type { Driver } from "../driver.ts";
import { RecordingError } from "./recording.error.ts";
import { defaultVictronMapping, type VictronMapping, type VictronSource } from "./victron.mapping.ts";
import { readVictronFolder, valueAt, type VictronService } from "./victron.parser.ts";

export interface VictronOptions {
  /** The instant of the recording's second 0, epoch ms. */
  startMs: number;
  /** Seconds of the recording per second of the clock. Default 1. */
  speed?: number;
  /** Begin again at the end; else there are no more frames. Default true. */
  isLooped?: boolean;
  mapping?: VictronMapping;
}

export interface VictronDriver extends Driver {
  readonly durationS: number;
  /** The recording's second at an instant; undefined before its start and, without a loop, after its end. */
  secondAt(atMs: number): number | undefined;
}

/** A source with the services of this recording that it matches, and the path to read there. */
interface Bound {
  source: VictronSource;
  path: string;
  services: readonly VictronService[];
}

/**
 * Opens a recording of Victron's D-Bus, one file per service, as equipment that plays it back. Metrics without any
 * value in the recording are left out.
 * @throws RecordingError when a file cannot be used or nothing in the folder is mapped.
 */
export async function openVictronRecording(folder: string, options: VictronOptions): Promise<VictronDriver> {
  const { startMs, speed = 1, isLooped = true, mapping = defaultVictronMapping } = options;
  const services = await readVictronFolder(folder);
  // The last second is part of the recording, so the next round begins one later.
  const durationS = Math.max(...services.map((service) => service.lastSecond)) + 1;
  const columns = Object.entries(mapping)
    .map(([name, sources]) => ({ name, bound: sources.map((source) => bind(source, services)) }))
    .filter(({ bound }) => bound.some(hasValues));
  if (columns.length === 0)
    throw new RecordingError(
      folder,
      "has none of the services that the mapping names; give a mapping for it with --map.",
    );

  function secondAt(atMs: number): number | undefined {
    const second = ((atMs - startMs) / 1000) * speed;
    if (second < 0 || (!isLooped && second >= durationS)) return undefined;
    return second % durationS;
  }

  const devices = services.map(toDevice);
  const owned = deviceMetrics(
    devices,
    columns.map(({ name }) => name),
  );
  return {
    metrics: columns.map(({ name }) => ({ name })),
    devices,
    capabilities: [],
    durationS,
    secondAt,
    read: async (atMs) => {
      const second = secondAt(atMs);
      return second === undefined ? undefined : columns.map(({ bound }) => sumAt(bound, second));
    },
    readDevice: async (id, atMs) => {
      const second = secondAt(atMs);
      const metrics = owned[devices.findIndex((device) => device.id === id)];
      return metrics?.map((metric) => {
        const column = columns.find(({ name }) => name === metric);
        const value = column && second !== undefined ? sumAt(column.bound, second) : null;
        return { metric, value, ...(value === null && { fault: "no_value" as const }) };
      });
    },
    close: async () => {},
  };
}

function bind(source: VictronSource, services: readonly VictronService[]): Bound {
  const { where, number } = source;
  for (const { service, path } of source.from) {
    const named = services.filter(({ name }) => matches(service, name));
    const matching = where ? named.filter((one) => valueAt(one, where.path, 0) === where.is) : named;
    if (matching.length > 0) return { source, path, services: number ? matching.slice(number - 1, number) : matching };
  }
  return { source, path: "", services: [] };
}

function matches(pattern: string, name: string): boolean {
  const escaped = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`).test(name);
}

function hasValues({ path, services }: Bound): boolean {
  return services.some((service) => service.seriesByPath.get(path)?.values.some((value) => value !== null));
}

function sumAt(bound: readonly Bound[], second: number): number | null {
  const values = bound.flatMap(({ source, path, services }) =>
    services.map((service) => convert(source, valueAt(service, path, second))),
  );
  const present = values.filter((value) => value !== null);
  return present.length > 0 ? present.reduce((sum, value) => sum + value, 0) : null;
}

function convert(source: VictronSource, value: number | null): number | null {
  if (value === null) return null;
  if (source.states) return source.states[String(value)] ?? null;
  return value * (source.multiply ?? 1);
}

function toDevice(service: VictronService): Device {
  const text = (path: string) => service.texts.get(path)?.trim() || undefined;
  return {
    id: service.name.slice(0, 64),
    type: service.name.split(".")[0] as string,
    maker: "Victron Energy",
    model: text("/ProductName")?.slice(0, 128),
    serial: text("/Serial")?.slice(0, 128),
    software: text("/FirmwareVersion")?.slice(0, 64),
  };
}
