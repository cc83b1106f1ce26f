/** Which equipment a plant announces, and what its controller can do with it. */
import type { Device } from "@offgrid/contract/containers/containers.schema";

import type { PlantSpec } from "./plant.spec.ts";

const maker = "Offgrid simulator";

/** Devices as the birth message lists them; serial numbers follow from the seed. */
export function plantDevices(spec: PlantSpec): Device[] {
  const serial = (prefix: string) => `${prefix}-${String(100_000 + (spec.seed % 900_000))}`;
  const kilowatt = (watt: number) => `${(watt / 1000).toFixed(1)} kW`;
  const devices: Device[] = [
    {
      id: "battery",
      type: "battery",
      maker,
      model: `LFP 51.2 V ${(spec.battery.capacityWh / 1000).toFixed(1)} kWh`,
      serial: serial("BAT"),
      software: "3.2",
    },
    {
      id: "inverter",
      type: "inverter",
      maker,
      model: kilowatt(spec.inverter.maxW),
      serial: serial("INV"),
      software: "5.7",
    },
    { id: "relays", type: "relay_board", maker, model: `${spec.relays} relays`, serial: serial("REL") },
    { id: "street_lights", type: "street_light", maker, model: `${spec.streetLights.lamps} lamps` },
    { id: "router", type: "router", maker, model: "LTE", serial: serial("NET") },
  ];
  for (let charger = 1; charger <= spec.array.chargers; charger++) {
    devices.push({
      id: `solar.${charger}`,
      type: "solar_charger",
      maker,
      model: kilowatt(spec.array.limitW / spec.array.chargers),
      serial: serial(`MPPT${charger}`),
    });
  }
  if (spec.airConditioner) devices.push({ id: "ac", type: "air_conditioner", maker, serial: serial("AC") });
  if (spec.generatorSet) {
    devices.push({
      id: "generator",
      type: "generator",
      maker,
      model: kilowatt(spec.generatorSet.maxW),
      serial: serial("GEN"),
    });
  }
  if (spec.gridInput) devices.push({ id: "grid", type: "grid_meter", maker, serial: serial("MET") });
  return devices;
}

/** What the controller of such a plant could be told to do. */
export function plantCapabilities(spec: PlantSpec): string[] {
  return ["relay", "street_light", ...(spec.phases === 3 ? ["phase"] : []), ...(spec.airConditioner ? ["ac"] : [])];
}
