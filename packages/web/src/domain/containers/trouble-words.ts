import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { formatAge } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { endedSentence, energySentences, levelSentences } from "../energy-state/energy-words.ts";
import { useEnergyWords } from "../energy-state/use-energy-words.ts";
import { isEnergyTrouble, type Trouble } from "./container-facts.ts";
import { energyFacts } from "./energy-facts.ts";
import { alarmLevels } from "./alarm-levels.ts";

/**
 * What is wrong with a container, in a sentence, and what belongs to it in others. Without full stops; none where nothing is
 * known of it.
 */
export function useTroubleWords(now: number): (trouble: Trouble, container: ContainerRow) => string[] {
  const { t } = useTranslation("container-facts");
  const locale = useLocale();
  const words = useEnergyWords();
  return ({ kind, forMs, alarm, figure }, container) => {
    // Beside a cut to come, one that is over is no reason to look.
    if (kind === "cut_ahead") return levelSentences({ ...energyFacts(container, now), isShort: true }, words);
    if (isEnergyTrouble(kind)) return energySentences({ ...energyFacts(container, now), isShort: true }, words);
    const age = forMs === undefined ? "" : formatAge(forMs, locale);
    switch (kind) {
      case "cut_often":
        return [endedSentence(energyFacts(container, now), words) ?? []].flat();
      case "offline":
        return [forMs === undefined ? t("status.never") : t("trouble.offline", { age })];
      case "just_offline":
        return [t("trouble.just_offline", { age })];
      case "battery":
        return alarm === undefined ? [] : [t(`alarm.${alarm}`, alarmLevels())];
      case "rule_critical":
      case "rule_warning":
        return [t(`trouble.${kind}`, { count: figure ?? 0 })];
      case "clock":
        return [t("trouble.clock")];
      case "stale":
        return [forMs === undefined ? t("trouble.staleNever") : t("trouble.stale", { age })];
    }
  };
}
