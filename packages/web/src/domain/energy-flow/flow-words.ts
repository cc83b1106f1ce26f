import { useTranslation } from "react-i18next";

import type { SeriesColor } from "../../chart/chart-series.ts";
import { formatQuantityText } from "../../core/format.ts";
import { formatAge } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type Flow, type FlowBranch, isFlowing } from "./flow-balance.ts";

/** Why a branch carries nothing, or cannot. */
export type FlowNote = "night" | "off" | "absent" | "fault";

export interface EnergyFlowProps {
  flow: Flow;
  /** The instant that is shown, epoch ms: ages are counted from it. */
  atMs: number;
  /** By the id of a branch. */
  notes?: Readonly<Record<string, FlowNote>>;
  /** The inverter, which joins all of it, reports a fault. */
  hasFault?: boolean;
  /** Words such as "full in 2 h 10 min" by the id of a battery. */
  remaining?: Readonly<Record<string, string>>;
}

/** Colour of a branch: a battery has one for each direction. */
export function seriesOf({ kind, powerW = 0 }: FlowBranch): SeriesColor {
  if (kind === "battery") return powerW > 0 ? "battery-out" : "battery-in";
  return kind === "grid" || kind === "losses" || kind === "unmetered" ? "muted" : kind;
}

export interface BranchWords {
  name: string;
  /** Power without a sign: the arrow says the direction. */
  value: string;
  /** State of charge, age or the reason why nothing flows. */
  detail: string | undefined;
  remaining: string | undefined;
}

/** The text for a branch. */
export function useBranchWords(branch: FlowBranch, { atMs, notes, remaining }: EnergyFlowProps): BranchWords {
  const { t } = useTranslation("energy-flow");
  const locale = useLocale();
  const { id, powerW, isStale, socPercent } = branch;
  const note = notes?.[id];
  const value = powerW === undefined ? undefined : isFlowing(branch) ? Math.abs(powerW) : 0;
  const details = [
    socPercent === undefined ? undefined : formatQuantityText(socPercent, "percent", locale),
    isStale && branch.atMs !== undefined ? formatAge(ageMs(branch.atMs, atMs), locale) : undefined,
    powerW === undefined ? t("noData") : note && t(`note.${note}`),
  ].filter((detail) => detail !== undefined);
  return {
    name: t(`branch.${branchKey(id)}`, { number: id.split(".").find((part) => /^\d+$/.test(part)) }),
    value: formatQuantityText(value, "W", locale),
    detail: details.length > 0 ? details.join(" · ") : undefined,
    remaining: isStale ? undefined : remaining?.[id],
  };
}

const plainBranches = ["solar", "generator", "grid", "battery", "load", "ac", "street_light", "losses"] as const;
const restBranches = ["solar", "generator", "battery", "load"] as const;

/** Key of the text of a branch: numbers stand apart. */
function branchKey(id: string) {
  if (/^solar\.\d$/.test(id)) return "charger" as const;
  if (id.startsWith("battery.pack.")) return "pack" as const;
  if (id.startsWith("alternator.")) return "alternator" as const;
  const rest = restBranches.find((name) => id === `${name}.rest`);
  if (rest) return `${rest}_rest` as const;
  return plainBranches.find((name) => id === name) ?? ("unmetered" as const);
}

/** The text for where the power of a branch comes from and goes to. */
export function useDirection(branch: FlowBranch, name: string): string {
  const { t } = useTranslation("energy-flow");
  if (!isFlowing(branch)) return t("still", { name });
  return (branch.powerW ?? 0) > 0 ? t("toBus", { name }) : t("fromBus", { name });
}
