import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { tickMs } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useMetricLabel } from "../values/metric-words.ts";
import { areAllOpen, heldSwitches, openSwitches } from "./open-switches.ts";

/**
 * That a part of the loads, or all of them, are switched off, by which relays or phases, and which of these protection has
 * cut, which the sentence before it says since when; nothing where all have power, or are cut as that sentence says.
 */
export function SwitchedOff({ info, now }: { info: ContainerInfoV4; now: number }) {
  const open = openSwitches(info, now);
  const outputs = useCall("outputList", { containerId: info.containerId }, { ...listed, enabled: open.length > 0 });
  return <SwitchedOffNote open={open} outputs={outputs.data} isAll={areAllOpen(info, open)} />;
}

const listed = { select: ({ data }: Answer<"outputList">) => data, refetchInterval: tickMs };

interface SwitchedOffNoteProps {
  open: readonly string[];
  /** Undefined: not known yet. */
  outputs: readonly ContainerOutput[] | undefined;
  /** None of the switches is closed. */
  isAll: boolean;
}

export function SwitchedOffNote({ open, outputs = [], isAll }: SwitchedOffNoteProps) {
  const { t } = useTranslation("container");
  const label = useMetricLabel();
  const held = heldSwitches(open, outputs);
  const others = open.filter((metric) => !held.includes(metric));
  const names = (metrics: readonly string[]) => metrics.map(label).join(", ");
  if (open.length === 0) return null;
  if (held.length === 0) return <span>{t(isAll ? "allOff" : "partOff", { switches: names(others) })}</span>;
  const cut = t("partHeld", { switches: names(held) });
  return <span>{others.length === 0 ? cut : `${cut}. ${t("alsoOff", { switches: names(others) })}`}</span>;
}
