import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { FleetFigure } from "./fleet-facts.ts";

/** What a figure of several containers counts, in the same words wherever it stands; undefined: all of them. */
export function useCountedWords(): (figure: Pick<FleetFigure, "counted" | "of">) => string | undefined {
  const { t } = useTranslation("container-facts");
  return useCallback(({ counted, of }) => (counted < of ? t("counted", { counted, count: of }) : undefined), [t]);
}
