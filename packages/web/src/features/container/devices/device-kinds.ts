import type { Device } from "@offgrid/contract/containers/containers.schema";
import {
  IconAirConditioning,
  IconBattery2,
  IconBulb,
  IconCpu,
  IconDroplet,
  IconEngine,
  IconPlugConnected,
  IconRouter,
  IconSolarPanel,
  IconSwitch2,
  IconTemperature,
  IconTransform,
} from "@tabler/icons-react";

/** Kinds of equipment that have a word and a sign, in the order of the screen. */
export const deviceKinds = [
  "solar_charger",
  "inverter",
  "battery",
  "generator",
  "alternator",
  "grid_meter",
  "street_light",
  "air_conditioner",
  "relay_board",
  "tank",
  "temperature_sensor",
  "router",
] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const kindIcons: Record<DeviceKind | "other", typeof IconCpu> = {
  solar_charger: IconSolarPanel,
  battery: IconBattery2,
  inverter: IconTransform,
  generator: IconEngine,
  alternator: IconEngine,
  grid_meter: IconPlugConnected,
  relay_board: IconSwitch2,
  street_light: IconBulb,
  air_conditioner: IconAirConditioning,
  tank: IconDroplet,
  temperature_sensor: IconTemperature,
  router: IconRouter,
  other: IconCpu,
};

/** How Victron's D-Bus services call what the portal has a word for. */
const otherNames: Readonly<Record<string, DeviceKind>> = {
  solarcharger: "solar_charger",
  pvinverter: "solar_charger",
  vebus: "inverter",
  multi: "inverter",
  grid: "grid_meter",
  genset: "generator",
  temperature: "temperature_sensor",
};

/** The kind of a device; undefined where the portal has no word for its type. */
export function kindOf({ type }: Pick<Device, "type">): DeviceKind | undefined {
  return deviceKinds.find((kind) => kind === type) ?? otherNames[type];
}
