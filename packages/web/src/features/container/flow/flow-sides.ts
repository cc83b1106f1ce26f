import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, givingParts, takingParts } from "@offgrid/contract/charts/energy-parts";

import { leastWh } from "../../../core/format.ts";

type Side = { sum: number; parts: { id: EnergyPart | "unknown"; total: number }[] };

/** Both sides with what was measured; where one has less than the other, the rest is there without a name. */
export function bothSides({ parts }: Pick<EnergyBalance, "parts">): Record<"in" | "out", Side> {
  const side = (ids: readonly EnergyPart[]): Side => {
    const measured = ids.flatMap((id) => {
      const total = parts[id]?.total ?? null;
      return total === null || Math.abs(total) < leastWh ? [] : [{ id, total }];
    });
    return { sum: measured.reduce((all, { total }) => all + total, 0), parts: measured };
  };
  const filled = (one: Side, { sum }: Side): Side => {
    const missingWh = sum - one.sum;
    // A side of which nothing is measured is not known.
    if (one.parts.length === 0 || missingWh < leastWh) return one;
    return { sum, parts: [...one.parts, { id: "unknown", total: missingWh }] };
  };
  const [given, taken] = [side(givingParts), side(takingParts)];
  return { in: filled(given, taken), out: filled(taken, given) };
}
