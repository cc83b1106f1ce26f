/** Which equipment a plant announces, and what its controller can do with it. */
import type { Device } from "@offgrid/contract/devices/device.schema";
import type { DeviceKind } from "@offgrid/contract/devices/device-kinds";
import { acModeCapability } from "@offgrid/contract/devices/ac-setting";
import { outputKinds } from "@offgrid/contract/devices/output-kinds";

import { cellCount } from "./battery.ts";
import type { PlantDesign } from "./plant.design.ts";
import { unitModes } from "./room.ts";

/** Nominal, of lithium iron phosphate. */
const cellV = 3.2;
const maker = "Offgrid simulator";

/** Devices as the birth message lists them; serial numbers follow from the seed. */
export function plantDevices(design: PlantDesign): (Device & { type: DeviceKind })[] {
  const serial = (prefix: string) => `${prefix}-${String(100_000 + (design.seed % 900_000))}`;
  // Whole numbers, as on real plates: what a device calls itself is shown as it is, in whatever language.
  const watts = (watt: number) => `${Math.round(watt)} W`;
  const devices: (Device & { type: DeviceKind })[] = [
    {
      id: "battery",
      type: "battery",
      maker,
      model: `LFP ${cellCount}S ${Math.round(design.battery.capacityWh / (cellCount * cellV))} Ah`,
      serial: serial("BAT"),
      software: "3.2",
    },
    {
      id: "inverter",
      type: "inverter",
      maker,
      model: watts(design.inverter.maxW),
      serial: serial("INV"),
      software: "5.7",
    },
    { id: "relays", type: outputKinds.relay.device, maker, model: `${design.relays} × 16 A`, serial: serial("REL") },
    {
      id: "street_lights",
      type: outputKinds.street_light.device,
      maker,
      model: `LED ${design.streetLights.lamps} × ${design.streetLights.lampW} W`,
    },
    { id: "router", type: "router", maker, model: "LTE", serial: serial("NET") },
  ];
  for (let charger = 1; charger <= design.array.chargers; charger++) {
    devices.push({
      id: `solar.${charger}`,
      type: "solar_charger",
      maker,
      model: watts(design.array.limitW / design.array.chargers),
      serial: serial(`MPPT${charger}`),
    });
  }
  if (design.airConditioner) devices.push({ id: "ac", type: "air_conditioner", maker, serial: serial("AC") });
  if (design.generatorSet) {
    devices.push({
      id: "generator",
      type: "generator",
      maker,
      model: watts(design.generatorSet.maxW),
      serial: serial("GEN"),
    });
  }
  if (design.gridInput) devices.push({ id: "grid", type: "grid_meter", maker, serial: serial("MET") });
  return devices;
}

/** The commands that the controller of such a plant could carry out. */
export function plantCapabilities(design: PlantDesign): string[] {
  return [
    outputKinds.relay.capability,
    outputKinds.street_light.capability,
    ...(design.phases === 3 ? [outputKinds.phase.capability] : []),
    ...(design.airConditioner ? [outputKinds.ac.capability, ...unitModes.map(acModeCapability)] : []),
  ];
}
