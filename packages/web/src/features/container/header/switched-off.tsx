import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { tickMs } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { formatTime, isoDay } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetricLabel } from "../values/metric-words.ts";
import { heldSwitches, openSwitches } from "./open-switches.ts";

/**
 * That a part of the loads is switched off, by which relays or phases, and which of them protection has cut; nothing where
 * all of them have power, or none.
 */
export function SwitchedOff({ info, now }: { info: ContainerInfoV4; now: number }) {
  const open = openSwitches(info, now);
  const outputs = useCall("outputList", { containerId: info.containerId }, { ...listed, enabled: open.length > 0 });
  return <SwitchedOffNote open={open} outputs={outputs.data} zone={info.zoneName} now={now} />;
}

const listed = { select: ({ data }: Answer<"outputList">) => data, refetchInterval: tickMs };

interface SwitchedOffNoteProps {
  open: readonly string[];
  /** Undefined: not known yet. */
  outputs: readonly ContainerOutput[] | undefined;
  zone: string;
  now: number;
}

export function SwitchedOffNote({ open, outputs = [], zone, now }: SwitchedOffNoteProps) {
  const { t } = useTranslation("container");
  const label = useMetricLabel();
  const locale = useLocale();
  const held = heldSwitches(open, outputs);
  const others = open.filter((metric) => !held?.switches.includes(metric));
  const names = (metrics: readonly string[]) => metrics.map(label).join(", ");
  if (!held) return others.length === 0 ? null : <span>{t("partOff", { switches: names(others) })}</span>;
  const isToday = isoDay(held.sinceMs, zone) === isoDay(now, zone);
  const since = formatTime(held.sinceMs, isToday ? "time" : "dateTime", zone, locale);
  const cut = t("partHeld", { since, switches: names(held.switches) });
  return <span>{others.length === 0 ? cut : `${cut}. ${t("alsoOff", { switches: names(others) })}`}</span>;
}
