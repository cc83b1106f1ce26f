import type { PhaseControl, PhaseSetting } from "@offgrid/contract/phase-control/phase-control.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";

/** Says what a setting does, in sentences. */
export function useSettingWords(): (setting: PhaseControl) => string[] {
  const { t } = useTranslation("phase-control");
  const locale = useLocale();
  return (setting) => settingText(t, setting, locale);
}

function settingText(t: TFunction<"phase-control">, setting: PhaseControl, locale: LocaleCode): string[] {
  const { mode, totalW, delaySeconds } = setting;
  if (mode === "off") return [t("does.off")];
  const watts = (value: number) => formatQuantityText(value, "W", locale);
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  const delay = durationText(delaySeconds, locale);
  const phases = setting.phases.toSorted((one, other) => other.priority - one.priority);
  const names = phases.map(nameOf);
  const ofPhase = (phase: PhaseSetting) => {
    const { limitW, minSoc, restoreSoc } = phase;
    return [
      limitW !== null && t("does.power", { phase: nameOf(phase), limit: watts(limitW), delay }),
      minSoc !== null &&
        restoreSoc !== null &&
        t("does.charge", { phase: nameOf(phase), charge: percent(minSoc), restore: percent(restoreSoc) }),
    ];
  };
  const free = phases.filter(({ limitW, minSoc }) => limitW === null && minSoc === null).map(nameOf);
  const [least = "", most = ""] = [names.at(0), names.at(-1)];
  const sentences = [
    ...phases.flatMap(ofPhase),
    mode === "priorities" && totalW !== null && t("does.total", { total: watts(totalW), delay, least, most }),
    phases.some(({ limitW }) => limitW !== null) && t("does.again"),
    free.length > 0 && t("does.free", { phases: free.join(", "), count: free.length }),
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** L1, as it is printed on every box. */
export function nameOf({ id }: Pick<PhaseSetting, "id">): string {
  return `L${id}`;
}

/** The phases that would have no power at a charge, as a setting has it, the least important first. */
export function phasesBelow({ mode, phases }: PhaseControl, socPercent: number): string[] {
  if (mode === "off") return [];
  return phases
    .filter(({ minSoc }) => minSoc !== null && socPercent < minSoc)
    .toSorted((one, other) => other.priority - one.priority)
    .map(nameOf);
}
