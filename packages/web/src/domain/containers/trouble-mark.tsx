import { EnergyShape } from "../energy-state/energy-mark.tsx";
import type { BadLevel } from "../energy-state/energy-rank.ts";
import { isEnergyTrouble, type TroubleKind } from "./container-facts.ts";
import { type Mark, StatusMark } from "./status-mark.tsx";

const marks: Record<Exclude<TroubleKind, BadLevel>, Mark> = {
  cut_often: "warning",
  offline: "offline",
  just_offline: "just_offline",
  battery: "warning",
  rule_critical: "critical",
  rule_warning: "warning",
  clock: "info",
  stale: "info",
};

/** What names the colour of a trouble in `data-state` of an `og-mark`. */
export function markOf(kind: TroubleKind): Mark | BadLevel {
  return isEnergyTrouble(kind) ? kind : marks[kind];
}

/** The mark of something that is wrong; its sentence stands beside it. */
export function TroubleMark({ kind }: { kind: TroubleKind }) {
  if (isEnergyTrouble(kind)) return <EnergyShape level={kind} />;
  return <StatusMark state={marks[kind]} wordHidden />;
}
