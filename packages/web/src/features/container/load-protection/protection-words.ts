import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText } from "../../../core/format.ts";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { useLocale } from "../../../ui/use-locale.ts";

/** Says what a setting does, in sentences. */
export function useSettingWords(): (setting: LoadProtection) => string[] {
  const { t } = useTranslation("load-protection");
  const { nameOf } = useOutputWords();
  const locale = useLocale();
  return (setting) => settingText(t, nameOf, setting, locale);
}

function settingText(
  t: TFunction<"load-protection">,
  nameOf: (target: string) => string,
  setting: LoadProtection,
  locale: "en" | "fr",
): string[] {
  if (!setting.enabled) return [t("does.off")];
  const { cutSoc, restoreSoc, cutVoltage, restoreVoltage, delaySeconds, loads } = setting;
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  const volts = (value: number) => formatQuantityText(value, "V", locale);
  const names = (of: LoadProtection["loads"]) => of.map(({ target }) => nameOf(target)).join(", ");
  const delay = durationText(delaySeconds, locale);
  const [cut, never] = [loads.filter(({ neverCut }) => !neverCut), loads.filter(({ neverCut }) => neverCut)];
  const below =
    cutVoltage === null
      ? t("does.below", { charge: percent(cutSoc), delay })
      : t("does.belowBoth", { charge: percent(cutSoc), voltage: volts(cutVoltage), delay });
  const back =
    restoreVoltage === null
      ? t("does.back", { charge: percent(restoreSoc) })
      : t("does.backBoth", { charge: percent(restoreSoc), voltage: volts(restoreVoltage) });
  return [
    below,
    t("does.cuts", { loads: names(cut), delay }),
    back,
    ...(never.length > 0 ? [t("does.never", { loads: names(never) })] : []),
  ];
}
