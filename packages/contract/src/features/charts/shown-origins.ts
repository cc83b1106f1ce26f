import { wholeShares } from "../../core/whole-shares.ts";
import { leastWh } from "../telemetry/format.ts";
import { type EnergyOrigin, energyOrigins } from "./energy-parts.ts";

/** Below this share of the consumption, what is not known of it is not worth a word. */
const leastUnknown = 0.005;

/**
 * What is one's own and what is bought are rounded first, and then their parts: sun and battery together read as the
 * self-sufficiency does.
 */
function percentsOf(parts: readonly { origin: EnergyOrigin; wh: number }[]): [EnergyOrigin, number][] {
  const isOwn = (origin: EnergyOrigin) => origin === "sun" || origin === "battery";
  const groups = [
    parts.filter(({ origin }) => isOwn(origin)),
    parts.filter(({ origin }) => !isOwn(origin) && origin !== "unknown"),
    parts.filter(({ origin }) => origin === "unknown"),
  ];
  const sums = wholeShares(groups.map((group) => group.reduce((sum, { wh }) => sum + wh, 0)));
  return groups.flatMap((group, index) => {
    const whole = wholeShares(
      group.map(({ wh }) => wh),
      sums[index],
    );
    return group.map(({ origin }, place): [EnergyOrigin, number] => [origin, whole[place] ?? 0]);
  });
}

/**
 * The origins of a consumption that say something, rounding errors being none. Empty where no consumption was measured.
 * @returns Shares in whole per cent that add up to 100; of less than half a per cent, and of what it is missing from, as it is.
 * @param totals Wh; null: none was measured.
 */
export function shownOrigins(
  totals: Readonly<Record<EnergyOrigin, number | null>>,
): { origin: EnergyOrigin; wh: number; share: number }[] {
  const all = energyOrigins.reduce((sum, origin) => sum + (totals[origin] ?? 0), 0);
  const least = (origin: EnergyOrigin) => (origin === "unknown" ? leastUnknown * all : Math.min(leastWh, all / 2));
  const known = energyOrigins.flatMap((origin) => {
    const wh = totals[origin] ?? 0;
    return wh > least(origin) ? [{ origin, wh }] : [];
  });
  // What is next to nothing is shown as it is: to make the others come to 100 it is not rounded up to one.
  const large = known.filter(({ wh }) => wh >= all / 200);
  const percents = new Map(percentsOf(large));
  return known.map(({ origin, wh }) => {
    const percent = percents.get(origin) ?? 0;
    return { origin, wh, share: percent === 0 || percent === 100 ? wh / all : percent / 100 };
  });
}
