import type { FoundWarning } from "@offgrid/contract/warnings/found-warning";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

/** What goes on behind when a warning was raised: "true since Fri 30/10, 3:45 pm". Undefined: it became so then. */
export function useBeforeWords(): (
  before: FoundWarning["before"],
  at: (instant: string) => string,
) => string | undefined {
  const { t } = useTranslation("incidents");
  return (before, at) => {
    if (before === undefined) return undefined;
    return before.since === undefined
      ? t("soForLong", { count: warningLimits.backTestDays })
      : t("soSince", { at: at(before.since) });
  };
}
