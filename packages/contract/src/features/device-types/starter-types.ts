import { findMetric } from "../telemetry/metrics.ts";
import type { DeviceTypeInput } from "./device-types.schema.ts";
import type { DeviceParameter, RegisterArea, RegisterFormat } from "./parameters.ts";

/**
 * Types to begin with: the relay modules that the controller's own driver knows, a solar charger with a public register
 * map, and what simulated containers announce. No schema library here: screens import it whole.
 */

const channels = [1, 2, 3, 4, 5, 6] as const;
/** By Advantech's manual: inputs are the coils from 0, relays those from 16. */
const firstRelayCoil = 16;

/** A parameter of the catalogue: unit and kind are its own. */
function measured(
  name: string,
  register?: { area: RegisterArea; address: number; format: RegisterFormat; scale?: number; isWritten?: true },
): DeviceParameter {
  const metric = findMetric(name.replace("#", "1"));
  if (!metric) throw new Error(`The catalogue has no metric "${name}".`);
  const { scale = 1, isWritten, ...at } = register ?? {};
  return {
    name,
    unit: metric.unit,
    scale,
    register: register ? (at as DeviceParameter["register"]) : null,
    kind: metric.kind,
    access: isWritten ? "read_write" : "read",
  };
}

const relayCoils = channels.map((channel) =>
  measured(`relay.${channel}.on`, {
    area: "coil",
    address: firstRelayCoil + channel - 1,
    format: "bool",
    isWritten: true,
  }),
);

const adam = (model: "6060" | "6066"): DeviceTypeInput => ({
  id: `advantech.adam-${model}`,
  name: `ADAM-${model} relay module`,
  maker: "Advantech",
  model: `ADAM-${model}`,
  kind: "relay_board",
  parameters: relayCoils as DeviceTypeInput["parameters"],
});

const input = (address: number, scale: number, format: RegisterFormat = "uint16") =>
  ({ area: "input", address, format, scale }) as const;

/** By the maker's public protocol for the Tracer AN and BN; 32-bit values have the low word first. */
const tracer: DeviceTypeInput = {
  id: "epever.tracer-an",
  name: "Tracer AN solar charger",
  maker: "EPEver",
  model: null,
  kind: "solar_charger",
  parameters: [
    measured("solar.#.voltage", input(0x3100, 0.01)),
    measured("solar.#.power", input(0x3102, 0.01, "uint32_low_first")),
    measured("solar.#.current", input(0x3105, 0.01)),
    measured("battery.voltage", input(0x331a, 0.01)),
    measured("battery.current", input(0x331b, 0.01, "int32_low_first")),
    measured("battery.temperature", input(0x3110, 0.01, "int16")),
    measured("battery.soc", input(0x311a, 1)),
  ] as DeviceTypeInput["parameters"],
};

/** What simulated containers announce; they have no registers. */
const simulated = (kind: DeviceTypeInput["kind"], name: string, ...metrics: readonly string[]): DeviceTypeInput => ({
  id: `offgrid.${kind.replaceAll("_", "-")}`,
  name: `Simulated ${name}`,
  maker: "Offgrid simulator",
  model: null,
  kind,
  parameters: metrics.map((metric) => measured(metric)) as DeviceTypeInput["parameters"],
});

export const starterTypes: readonly DeviceTypeInput[] = [
  adam("6060"),
  adam("6066"),
  tracer,
  simulated(
    "battery",
    "battery",
    "battery.soc",
    "battery.soh",
    "battery.power",
    "battery.current",
    "battery.voltage",
    "battery.temperature",
  ),
  simulated("inverter", "inverter", "inverter.power", "inverter.temperature", "inverter.state", "load.power"),
  simulated("solar_charger", "solar charger", "solar.#.power", "solar.#.voltage", "solar.#.current"),
  simulated("relay_board", "relays", ...[1, 2, 3, 4].map((relay) => `relay.${relay}.on`)),
  simulated("street_light", "street lights", "street_light.power", "street_light.1.level", "street_light.2.level"),
  simulated("generator", "generator", "generator.on", "generator.power", "generator.voltage", "generator.run_time"),
  simulated("grid_meter", "grid meter", "grid.on", "grid.power", "grid.voltage", "grid.frequency"),
  simulated("air_conditioner", "air conditioner", "ac.on", "ac.power", "ac.temperature", "ac.setpoint", "ac.mode"),
  simulated("router", "router", "network.signal", "network.latency"),
];
