import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, devicesOf } from "@offgrid/contract/charts/energy-parts";

import { leastWh } from "../../../core/format.ts";
import { meterAccuracy } from "../../../domain/energy-flow/flow-balance.ts";
import type { BranchEnergy } from "../../../domain/energy-flow/flow-words.ts";

/** Energy of single devices beside the parts of the balance. */

/** The devices whose power a container sends. */
export function meteredDevices(values: Readonly<Record<string, unknown>>): string[] {
  return Object.values(devicesOf)
    .flat()
    .filter((id) => Object.hasOwn(values, `${id}.power`));
}

/** Wh by device; what was not measured is not in it. */
type DeviceEnergies = EnergyBalance["devices"];

/**
 * Up to this share of a total, what it has beyond its devices is the difference of their meters. Consumption always has
 * other loads beside those with a meter, and no charger between.
 */
const explained = { solar: meterAccuracy, generator: meterAccuracy, load: 0.01 } as const;
const wholes = ["solar", "generator", "load"] as const;
/** Chargers count in steps of 10 Wh, and a total and its devices are not read in the same second. */
const stepsWh = 20;

/**
 * Energy of each branch of the energy flow over a span. What the meter of a total has beyond the power of its devices, as
 * far as meters explain it, is part of what these gave: together they are the total, which is the same on every screen. A
 * rest is what its total has beyond its devices while these were
 * measured; a gap is what a meter counted while they were not.
 */
export function branchEnergies({
  parts,
  devices,
  besideDevices = {},
}: Pick<EnergyBalance, "parts" | "devices" | "besideDevices">) {
  const total = (part: EnergyPart) => parts[part].total ?? undefined;
  const into = (intoBusWh: number | undefined): BranchEnergy => ({ intoBusWh, fromBusWh: undefined });
  const from = (fromBusWh: number | undefined): BranchEnergy => ({ intoBusWh: undefined, fromBusWh });
  const rest = (whole: keyof typeof devicesOf) => {
    const all = total(whole);
    if (all === undefined) return undefined;
    const left = beyond(whole, all);
    const measured = whole === "load" ? left : Math.min(left, besideDevices[whole] ?? left);
    return worth(whole, measured, all);
  };
  const beyond = (whole: keyof typeof devicesOf, all: number) =>
    all - devicesOf[whole].reduce((sum, id) => sum + (devices[id] ?? 0), 0);
  const worth = (whole: keyof typeof devicesOf, wh: number, all: number) =>
    wh < Math.max(explained[whole] * all, whole === "load" ? 0 : stepsWh) ? 0 : wh;
  const gap = (whole: "solar" | "generator") => {
    const all = total(whole);
    if (all === undefined || besideDevices[whole] === undefined) return undefined;
    return worth(whole, beyond(whole, all) - (rest(whole) ?? 0), all);
  };
  const share = (whole: "solar" | "generator") => {
    const all = total(whole);
    const ofDevices = all === undefined ? 0 : all - beyond(whole, all);
    if (all === undefined || ofDevices <= 0) return 1;
    const isExplained = Math.abs(beyond(whole, all)) < Math.max(explained[whole] * all, stepsWh);
    return isExplained ? all / ofDevices : 1;
  };
  const shares = { solar: share("solar"), generator: share("generator"), load: 1 };
  const single = Object.entries(devices).map(([id, wh]) => {
    const whole = wholes.find((one) => devicesOf[one].some((device) => device === id)) ?? "load";
    return [id, whole === "load" ? from(wh) : into(wh * shares[whole])];
  });
  return {
    ...(Object.fromEntries(single) as Record<string, BranchEnergy>),
    solar: into(total("solar")),
    "solar.rest": into(rest("solar")),
    "solar.gap": into(gap("solar")),
    generator: into(total("generator")),
    "generator.rest": into(rest("generator")),
    "generator.gap": into(gap("generator")),
    grid: { intoBusWh: total("gridIn"), fromBusWh: total("gridOut") },
    battery: { intoBusWh: total("batteryOut"), fromBusWh: total("batteryIn") },
    load: from(total("load")),
    "load.rest": from(rest("load")),
    losses: from(total("losses")),
  } satisfies Record<string, BranchEnergy>;
}

/** A device, or the rest of a total, with its energy and its share of the highest one. */
export interface RankedEnergy {
  id: string;
  wh: number;
  share: number;
}

/** What gives or takes energy one by one, the most first; only what was measured and is more than nothing. */
export function rankEnergies(
  energies: Readonly<Record<string, BranchEnergy>>,
  devices: DeviceEnergies,
): { sources: RankedEnergy[]; loads: RankedEnergy[] } {
  const has = (whole: keyof typeof devicesOf) => devicesOf[whole].some((id) => devices[id] !== undefined);
  const single = (whole: keyof typeof devicesOf) =>
    has(whole)
      ? [...devicesOf[whole].filter((id) => devices[id] !== undefined), `${whole}.rest`, `${whole}.gap`]
      : [whole];
  const ranked = (ids: readonly string[], whOf: (energy: BranchEnergy) => number | undefined) => {
    const known = ids
      .flatMap((id) => {
        const wh = energies[id] && whOf(energies[id]);
        return wh === undefined || wh < leastWh ? [] : [{ id, wh }];
      })
      .toSorted((one, other) => other.wh - one.wh);
    return known.map(({ id, wh }) => ({ id, wh, share: wh / (known[0]?.wh ?? wh) }));
  };
  return {
    sources: ranked([...single("solar"), ...single("generator"), "grid"], ({ intoBusWh }) => intoBusWh),
    loads: ranked(single("load"), ({ fromBusWh }) => fromBusWh),
  };
}
