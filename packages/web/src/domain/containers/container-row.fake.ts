import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { countOpenWarnings } from "@offgrid/contract/containers/open-warnings";
import type { EnergyLevel, EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

/** When the fake rows were measured, epoch ms. */
export const fakeNowMs = Date.UTC(2026, 10, 20, 12);

/** A healthy container with fresh values; for tests only. */
export function fakeContainer(overrides: Partial<ContainerRow> = {}): ContainerRow {
  const name = overrides.name ?? "Lodwar clinic";
  const id = overrides.containerId ?? name.toLowerCase().replaceAll(/\W+/g, "-");
  return {
    containerId: id,
    id,
    name,
    version: "1.4.0",
    isOnline: (overrides.status ?? "online") === "online",
    status: "online",
    lastSeen: new Date(fakeNowMs).toISOString(),
    serialNumber: `SN-${id}`,
    systemStatus: "ok",
    soc: 80,
    solarPower: 2_000,
    loadPower: 500,
    batteryPower: 1_500,
    valuesAt: new Date(fakeNowMs).toISOString(),
    olderAt: {},
    energy: fakeEnergy("normal"),
    everyS: 60,
    energyConsumption: 4_000,
    solarGeneration: 9_000,
    location: null,
    address: null,
    zoneName: "Africa/Nairobi",
    cluster: null,
    clusterId: null,
    simOperator: null,
    blackout: null,
    reserveSoc: 20,
    alarms: [],
    warnings: countOpenWarnings({ alarms: [], openWarnings: null, ...overrides }),
    openWarnings: overrides.warnings ? { count: overrides.warnings, worst: "warning" } : null,
    works: null,
    favorite: false,
    retiredAt: null,
    ...overrides,
  };
}

/** A state of energy that was measured at `fakeNowMs`. */
export function fakeEnergy(level: EnergyLevel, overrides: Partial<EnergyState> = {}): EnergyState {
  return { level, since: null, cutAt: null, backAt: null, at: new Date(fakeNowMs).toISOString(), ...overrides };
}

/** The instant this many minutes before `fakeNowMs`, as the wire has it. */
export function minutesAgo(minutes: number): string {
  return new Date(fakeNowMs - minutes * 60_000).toISOString();
}
