import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useIsLastKnown } from "../../core/live/live.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** What states of energy are written with; asked for once by lists, which have thousands of cells. */
export interface EnergyWords {
  t: TFunction<"energy-state">;
  locale: LocaleCode;
  /** There is no connection to the portal: a state is what it was when something came last. */
  isLastKnown: boolean;
}

export function useEnergyWords(): EnergyWords {
  const { t } = useTranslation("energy-state");
  const locale = useLocale();
  const isLastKnown = useIsLastKnown();
  return useMemo(() => ({ t, locale, isLastKnown }), [t, locale, isLastKnown]);
}
