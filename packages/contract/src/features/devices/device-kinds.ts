/**
 * Kinds of equipment that the portal knows, in the order of the screens. No schema library here: screens import it whole.
 */

export interface DeviceKindFacts {
  /** Beginnings of the metrics that it measures, the most important first; `#` is its number. */
  measures: readonly string[];
  /** How Victron's D-Bus services call it. */
  otherNames?: readonly string[];
}

export const deviceKinds = {
  solar_charger: { measures: ["solar.#."], otherNames: ["solarcharger", "pvinverter"] },
  inverter: { measures: ["inverter.", "phase.", "load."], otherNames: ["vebus", "multi"] },
  battery: { measures: ["battery."] },
  generator: { measures: ["generator.", "tank.fuel."], otherNames: ["genset"] },
  alternator: { measures: ["alternator.#."] },
  grid_meter: { measures: ["grid."], otherNames: ["grid"] },
  street_light: { measures: ["street_light."] },
  air_conditioner: { measures: ["ac."] },
  relay_board: { measures: ["relay."] },
  tank: { measures: ["tank.fuel.#.", "tank.water.#."] },
  temperature_sensor: { measures: [], otherNames: ["temperature"] },
  router: { measures: ["network."] },
} as const satisfies Record<string, DeviceKindFacts>;

export type DeviceKind = keyof typeof deviceKinds;
export const deviceKindNames = Object.keys(deviceKinds) as DeviceKind[];

/** The kind of a device by the type that its controller announces; undefined where the portal has no word for it. */
export function findDeviceKind(type: string): DeviceKind | undefined {
  return deviceKindNames.find((kind) => {
    const { otherNames = [] }: DeviceKindFacts = deviceKinds[kind];
    return kind === type || otherNames.includes(type);
  });
}
