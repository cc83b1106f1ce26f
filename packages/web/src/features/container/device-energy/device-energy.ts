import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, devicesOf, isOfMeters } from "@offgrid/contract/charts/energy-parts";

import { leastWh } from "../../../core/format.ts";
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

const wholes = ["solar", "generator", "load"] as const;
/** Consumption always has other loads beside those with a meter, and no charger between. */
const leastLoad = 0.01;

/**
 * Energy of each branch of the energy flow over a span. A rest is what its total has beyond its devices while these were
 * measured, unless meters explain it; a gap is what a meter counted while they were not.
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
    wh < 0 || (whole === "load" ? wh < leastLoad * all : isOfMeters(wh, all)) ? 0 : wh;
  const gap = (whole: "solar" | "generator") => {
    const all = total(whole);
    if (all === undefined || besideDevices[whole] === undefined) return undefined;
    return worth(whole, beyond(whole, all) - (rest(whole) ?? 0), all);
  };
  const single = Object.entries(devices).map(([id, wh]) => {
    const whole = wholes.find((one) => devicesOf[one].some((device) => device === id)) ?? "load";
    return [id, whole === "load" ? from(wh) : into(wh)];
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
