import { findMetric } from "@offgrid/contract/telemetry/metrics";
import type { WarningNames } from "@offgrid/contract/warnings/warning-words";
import { useTranslation } from "react-i18next";

import { useAutomationNames } from "../automations/use-automation-names.ts";
import { stateWords } from "../container/state-words.ts";

/** What the sentence of a rule calls things: as in the sentence of an automation, with words for states of equipment. */
export function useWarningNames(): WarningNames {
  const { t } = useTranslation("container");
  const names = useAutomationNames();
  return {
    ...names,
    value: (name, value, isDifference) => {
      const word = stateWords.find((one) => one === findMetric(name)?.states?.[value]);
      return word ? t(`state.${word}`) : names.value(name, value, isDifference);
    },
  };
}
