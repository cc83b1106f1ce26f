import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, energyParts } from "@offgrid/contract/charts/energy-parts";

import type { Answer } from "../../core/api/call.ts";
import {
  type Energies,
  energiesOf,
  measuredShare,
  originTotals,
  selfSufficiency,
} from "../energy-balance/balance-figures.ts";
import { type RankedFigure, rankedFigures } from "./ranked-figures.ts";

export type FigureId = RankedFigure | EnergyPart | "fuelL" | "cost" | "measured";

export interface Cost {
  amount: number;
  currency: string;
  /** Some of it is for fuel, which nobody measures. */
  isEstimate?: true;
}

/** How a container did over a period; undefined: not measured, or nothing there to measure. Pure. */
export interface PeriodFigures {
  /** Hours in which the loads had no power. */
  withoutPowerH: number | undefined;
  unservedWh: number | undefined;
  /** Lowest charge, percent. */
  lowestSoc: number | undefined;
  /** Share of the consumption that needed neither generator nor grid, 0..1. */
  sufficiency: number | undefined;
  /** Run time of the generator, hours. */
  generatorH: number | undefined;
  fuelL: number | undefined;
  /** For fuel and grid together; undefined unless the price of all that was bought is set. */
  cost: Cost | undefined;
  energies: Energies;
  /** Shares of the period in which each energy was measured, 0..1. */
  coverage: Readonly<Record<keyof Energies, number>>;
  /** The smallest of those, of what is measured at all. */
  measured: number | undefined;
}

/** What the portal answers about the period. */
export interface PeriodAnswers {
  balance: EnergyBalance;
  cuts: Pick<Answer<"getPowerCuts">["data"], "hours" | "unservedWh">;
  costs: Pick<Answer<"getEnergyCosts">["data"], "generator" | "grid" | "prices">;
  /** Lowest charge by group, percent. */
  lowest: readonly (number | null)[];
}

export function periodFigures({ balance, cuts, costs, lowest }: PeriodAnswers): PeriodFigures {
  const charges = lowest.filter((soc) => soc !== null);
  return {
    withoutPowerH: cuts.hours ?? undefined,
    unservedWh: cuts.hours === 0 ? 0 : (cuts.unservedWh ?? undefined),
    lowestSoc: charges.length === 0 ? undefined : Math.min(...charges),
    sufficiency: selfSufficiency(originTotals(balance.origins), balance.unmeasured),
    generatorH: costs.generator?.hours ?? undefined,
    fuelL: costs.generator?.fuelL ?? undefined,
    cost: costOf(costs),
    energies: energiesOf(balance),
    coverage: Object.fromEntries(
      energyParts.map((part) => [part, balance.parts[part].coverage]),
    ) as PeriodFigures["coverage"],
    measured: measuredShare(balance, energyParts),
  };
}

function costOf({ generator, grid, prices }: PeriodAnswers["costs"]): PeriodFigures["cost"] {
  const bought = [generator, grid].filter((one) => one !== null);
  if (!prices || bought.length === 0 || bought.some(({ cost }) => cost === null)) return undefined;
  const amount = bought.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return { amount, currency: prices.currency, ...(generator?.cost ? { isEstimate: true } : {}) };
}

/** A figure as a number, in hours, Wh, per cent, litres or its currency; undefined: not known. */
export function figureOf(id: FigureId, figures: PeriodFigures): number | undefined {
  switch (id) {
    case "cost":
      return figures.cost?.amount;
    case "sufficiency":
    case "measured": {
      const share = figures[id];
      return share === undefined ? undefined : share * 100;
    }
    case "withoutPowerH":
    case "generatorH":
    case "lowestSoc":
    case "fuelL":
    case "unservedWh":
      return figures[id];
    default:
      return figures.energies[id];
  }
}

/** Less of these is worse; of the others, more. */
const lessIsWorse: readonly RankedFigure[] = ["lowestSoc", "sufficiency"];

/** What reads the same on screen is as bad: minutes, watt-hours, per cent. */
const steps: Record<RankedFigure, number> = {
  withoutPowerH: 1 / 60,
  unservedWh: 1,
  lowestSoc: 1,
  sufficiency: 0.01,
  generatorH: 1 / 60,
};

/** How bad a figure is, as a number that grows with it; undefined: not known. */
function badness(figure: RankedFigure, figures: PeriodFigures | undefined): number | undefined {
  const value = figures?.[figure];
  if (value === undefined) return undefined;
  const read = Math.round(value / steps[figure]);
  return lessIsWorse.includes(figure) ? -read : read;
}

/**
 * The worst first: by the hours without power, and by the figures after it where these read the same. What is not known
 * comes last.
 * @param first The figure that decides first; absent: the hours without power.
 */
export function worstFirst<One extends { figures: PeriodFigures | undefined }>(
  all: readonly One[],
  first: RankedFigure = "withoutPowerH",
): One[] {
  const order = [first, ...rankedFigures.filter((figure) => figure !== first)];
  return all.toSorted((one, other) => {
    for (const figure of order) {
      const [left, right] = [badness(figure, one.figures), badness(figure, other.figures)];
      if (left === right) continue;
      if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
      return right - left;
    }
    return 0;
  });
}

/** The worst of each figure: places in the list; none where all read the same or fewer than two are known. */
export function worstPlaces(all: readonly (PeriodFigures | undefined)[]): Record<RankedFigure, readonly number[]> {
  const worstOf = (figure: RankedFigure) => {
    const known = all.map((figures) => badness(figure, figures));
    const values = known.filter((value) => value !== undefined);
    const worst = Math.max(...values);
    if (values.length < 2 || values.every((value) => value === worst)) return [];
    return known.flatMap((value, place) => (value === worst ? [place] : []));
  };
  return Object.fromEntries(rankedFigures.map((figure) => [figure, worstOf(figure)])) as unknown as Record<
    RankedFigure,
    readonly number[]
  >;
}

/** Energies are compared only where nearly as much of both periods was measured. */
const mostApart = 0.05;

/** Was the energy measured in about the same share of both periods? */
export function isAsMeasured(part: keyof Energies, own: PeriodFigures, other: PeriodFigures): boolean {
  return Math.abs(own.coverage[part] - other.coverage[part]) <= mostApart;
}
