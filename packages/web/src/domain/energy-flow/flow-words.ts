import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { SeriesColor } from "../../chart/chart-series.ts";
import { formatQuantityText, leastWh, missing } from "../../core/format.ts";
import { formatAge } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { ChargeLimits } from "../container/charge-marks.ts";
import { batteryState } from "../containers/container-facts.ts";
import { type Flow, type FlowBranch, hasDirection, isFlowing } from "./flow-balance.ts";
import { chargeText } from "../container/charge-text.ts";

/** Why a branch carries nothing, or cannot. */
export type FlowNote = "night" | "off" | "absent" | "cut" | "fault";

/** A mean of a quarter hour has decimals that a reading has not; less than a watt stays what it is. */
const whole = (powerW: number | undefined) =>
  powerW === undefined || Math.abs(powerW) < 1 ? powerW : Math.round(powerW);

export interface EnergyFlowProps {
  flow: Flow;
  /** The instant that is shown, epoch ms: ages are counted from it. */
  atMs: number;
  /** By the id of a branch. */
  notes?: Readonly<Record<string, FlowNote>>;
  /** The inverter, which joins all of it, reports a fault. */
  hasFault?: boolean;
  /** That the loads are cut, and since when as far as that is known; absent: they are not. */
  cut?: FlowCut | undefined;
  /** What the charge of its batteries is measured by. */
  limits?: ChargeLimits | undefined;
  /** Ids of branches that the drawing leaves out; the facts have all of them. */
  folded?: ReadonlySet<string>;
  /** Of the day, by the id of a branch. */
  energies?: Readonly<Record<string, BranchEnergy>>;
  /** The day that the energies are of, in words; absent: today. */
  energyDay?: string | undefined;
  /** Words such as "full in 2 h 10 at this power" by the id of a battery. */
  remaining?: Readonly<Record<string, string>>;
}

/** A cut of the loads in two parts of a sentence. */
export interface FlowCut {
  title: string;
  since: string | undefined;
}

/** Energy of a branch, Wh; undefined: not measured. */
export interface BranchEnergy {
  intoBusWh: number | undefined;
  fromBusWh: number | undefined;
}

/** Colour of a branch: a battery has one for each direction. */
export function seriesOf({ kind, powerW = 0 }: FlowBranch): SeriesColor {
  if (kind === "battery") return powerW > 0 ? "battery-out" : "battery-in";
  return kind === "grid" || kind === "losses" || kind === "unmetered" ? "muted" : kind;
}

export interface BranchWords {
  name: string;
  /** Said first where it is of the consumption. */
  cut: FlowCut | undefined;
  /** Power without a sign: the arrow says the direction. Nothing that was 0 long ago is known to be 0 now. */
  value: string;
  /** State of charge, age and the reason why nothing flows. */
  detail: string | undefined;
  /** The same for the drawing: what has room beside the value, and what takes a line of its own. */
  beside: string | undefined;
  below: string | undefined;
  remaining: string | undefined;
  /** Of the day. */
  energy: string | undefined;
}

/** How many lines the drawing gives to a branch: its name, since when it is cut, its power and what stands below. */
export function linesOf({ cut, below, remaining, energy }: BranchWords): number {
  return 2 + [cut?.since, below ?? remaining, energy].filter((line) => line !== undefined).length;
}

/** Names a branch by its id. */
export function useBranchName(): (id: string) => string {
  const { t } = useTranslation("energy-flow");
  return (id) => t(`branch.${branchKey(id)}`, { number: id.split(".").find((part) => /^\d+$/.test(part)) });
}

/** The texts for the branches of a flow. */
export function useBranchWords(shown: EnergyFlowProps): (branch: FlowBranch) => BranchWords {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const nameOf = useBranchName();
  const energyText = useEnergyText(shown.energyDay);
  return (branch) => branchWords(branch, shown, { t, locale, nameOf, energyText });
}

interface Spoken {
  t: TFunction<"energy-flow">;
  locale: LocaleCode;
  nameOf: (id: string) => string;
  energyText: (branch: FlowBranch, energy: BranchEnergy | undefined) => string | undefined;
}

function branchWords(
  branch: FlowBranch,
  { atMs, notes, remaining, energies, cut, limits }: EnergyFlowProps,
  { t, locale, nameOf, energyText }: Spoken,
): BranchWords {
  const { id, powerW, isStale, socPercent, socOldAtMs } = branch;
  const note = notes?.[id];
  const value = powerW === undefined ? undefined : isFlowing(branch) ? Math.abs(powerW) : 0;
  const isOldNothing = isStale && value === 0;
  const soc = socPercent === undefined ? undefined : chargeText(socPercent, limits?.reservePercent, locale);
  const since = isStale && branch.atMs !== undefined ? formatAge(ageMs(branch.atMs, atMs), locale) : undefined;
  const age = isOldNothing ? joined(formatQuantityText(0, "W", locale), since) : since;
  // An old power says how old both are.
  const socAge =
    socOldAtMs === undefined || isStale
      ? undefined
      : t("chargeAge", { age: formatAge(ageMs(socOldAtMs, atMs), locale) });
  const state = chargeWord(branch);
  const charge = state && t(`charge.${state}`);
  // What is told as a direction is left to it there.
  const still = hasDirection(branch) && state !== "full" ? undefined : charge;
  // Why nothing flowed then is not why nothing does now.
  const reason = powerW === undefined ? t("noData") : isOldNothing ? undefined : note && t(`note.${note}`);
  const isLong = age !== undefined || note === "fault";
  return {
    name: nameOf(id),
    cut: isAllLoads(branch) ? cut : undefined,
    value: isOldNothing ? missing : formatQuantityText(whole(value), "W", locale),
    detail: joined(soc, socAge, age, reason ?? still),
    beside: isLong ? soc : joined(soc, reason ?? charge),
    // The bus tells the fault, too; there is room for one of the two.
    below: isLong ? joined(age, age !== undefined && note === "fault" ? undefined : reason) : socAge,
    remaining: isStale ? undefined : remaining?.[id],
    energy: energyText(branch, energies?.[id]),
  };
}

/** What a battery does, as on every other screen; undefined: that is not known now. */
function chargeWord({ kind, powerW, isStale, socPercent, socOldAtMs }: FlowBranch) {
  if (kind !== "battery" || powerW === undefined) return undefined;
  const soc = socOldAtMs === undefined ? socPercent : undefined;
  const state = batteryState({ soc, batteryPower: -powerW }, isStale);
  return state === "stale" || state === "unmeasured" ? undefined : state;
}

/** Is it the consumption, or of it what has no meter of its own? */
export function isAllLoads({ id }: FlowBranch): boolean {
  return id === "load" || id === "load.rest";
}

/** The energy of the day; of what goes both ways, each with the sign that its power has. */
function useEnergyText(date: string | undefined): Spoken["energyText"] {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  return ({ kind }, energy) => {
    if (!energy) return undefined;
    const { intoBusWh, fromBusWh } = energy;
    const text = (wh: number) => formatQuantityText(wh, "Wh", locale);
    const [plus, minus] = kind === "battery" ? [fromBusWh, intoBusWh] : [intoBusWh, fromBusWh];
    const only = plus ?? minus;
    if (only === undefined) return undefined;
    const isBoth = plus !== undefined && minus !== undefined && plus + minus >= leastWh;
    const signed = (sign: string, wh = 0) => (wh < leastWh ? [] : [`${sign}${text(wh)}`]);
    const words = isBoth ? [...signed("+", plus), ...signed("−", minus)].join(" · ") : text(only);
    return date === undefined ? t("energyToday", { energy: words }) : t("energyOn", { energy: words, date });
  };
}

function joined(...parts: (string | undefined)[]): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length > 0 ? known.join(" · ") : undefined;
}

const plainBranches = ["solar", "generator", "grid", "battery", "load", "ac", "street_light", "losses"] as const;
const restBranches = ["solar", "generator", "battery", "load"] as const;

/** Key of the text of a branch: numbers stand apart. */
/** What a meter counted of them while their devices were not measured. */
const gapBranches = ["solar", "generator"] as const;

function branchKey(id: string) {
  if (/^solar\.\d$/.test(id)) return "charger" as const;
  if (id.startsWith("battery.pack.")) return "pack" as const;
  if (id.startsWith("alternator.")) return "alternator" as const;
  const rest = restBranches.find((name) => id === `${name}.rest`);
  if (rest) return `${rest}_rest` as const;
  const gap = gapBranches.find((name) => id === `${name}.gap`);
  if (gap) return `${gap}_gap` as const;
  return plainBranches.find((name) => id === name) ?? ("unmetered" as const);
}

/** The text for where the power of a branch comes from and goes to. */
export function useDirection(branch: FlowBranch, name: string): string {
  const { t } = useTranslation("energy-flow");
  if (isFlowing(branch) && !hasDirection(branch)) return name;
  if (!isFlowing(branch)) return t("still", { name });
  return (branch.powerW ?? 0) > 0 ? t("toBus", { name }) : t("fromBus", { name });
}
