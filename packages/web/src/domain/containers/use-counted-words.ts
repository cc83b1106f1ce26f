import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { FleetFigure } from "./fleet-facts.ts";

type Counted = Pick<FleetFigure, "counted" | "late" | "of">;

/** What a figure of several containers counts, in the same words wherever it stands; undefined: all of them, up to date. */
export function useCountedWords(): (figure: Counted) => string | undefined {
  const { t } = useTranslation("container-facts");
  return useCallback(
    ({ counted, late = 0, of }) => {
      if (late > 0) return t("countedLate", { counted: counted + late, count: of, late });
      return counted < of ? t("counted", { counted, count: of }) : undefined;
    },
    [t],
  );
}
