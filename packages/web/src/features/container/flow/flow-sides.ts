import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, givingParts, takingParts } from "@offgrid/contract/charts/energy-parts";

import { leastWh } from "../../../core/format.ts";
import { energiesOf, unmeteredWh } from "../../../domain/energy-balance/balance-figures.ts";

type Side = { sum: number; parts: { id: EnergyPart | "unmetered"; total: number }[] };

/**
 * Both sides with what was measured, and on the side that has less what is unmetered. Their sum is the same, as what the
 * rounding of the meters explains is no energy of its own.
 */
export function bothSides(balance: Pick<EnergyBalance, "parts">): Record<"in" | "out", Side> {
  const energies = energiesOf(balance);
  const restWh = unmeteredWh(energies);
  const side = (ids: readonly EnergyPart[], rest: number): Side => {
    const measured = ids.map((id) => ({ id, total: energies[id] ?? 0 }));
    const sum = measured.reduce((all, { total }) => all + total, 0);
    const parts: Side["parts"] = measured.filter(({ total }) => Math.abs(total) >= leastWh);
    if (rest < leastWh) return { sum, parts };
    return { sum: sum + rest, parts: [...parts, { id: "unmetered", total: rest }] };
  };
  const [given, taken] = [side(givingParts, -(restWh ?? 0)), side(takingParts, restWh ?? 0)];
  if (restWh === undefined) return { in: given, out: taken };
  const sum = Math.max(given.sum, taken.sum);
  return { in: { ...given, sum }, out: { ...taken, sum } };
}
