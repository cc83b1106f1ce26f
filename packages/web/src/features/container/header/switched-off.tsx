import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { outputOfMetric } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { someNames } from "../../../domain/output-names/output-words.ts";
import { useFreshness } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetricLabel } from "../values/metric-words.ts";
import { areAllOpen, openSwitches } from "./open-switches.ts";

/**
 * That a part of the loads, or all of them, are switched off, by which relays or phases; nothing of what protection has
 * cut, which the sentence before it names, and nothing where all have power.
 */
export function SwitchedOff({ info, now }: { info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const label = useMetricLabel();
  const open = openSwitches(info, now, useFreshness());
  const cut = new Set(info.energy.cutOutputs?.map(({ target }) => target));
  const others = open.filter((metric) => !cut.has(outputOfMetric(metric) ?? metric));
  if (others.length === 0) return null;
  const switches = someNames(t, others.map(label), locale);
  if (others.length < open.length) return <span>{t("alsoOff", { switches })}</span>;
  return <span>{t(areAllOpen(info, open) ? "allOff" : "partOff", { switches })}</span>;
}
