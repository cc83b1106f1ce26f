import type { DeviceKind } from "@offgrid/contract/devices/device-kinds";
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
