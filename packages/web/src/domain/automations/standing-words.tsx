import { useTranslation } from "react-i18next";

import type { ContainerAutomations } from "./automations.data.ts";
import type { Standing } from "./automation-rows.ts";

/** Whether a controller follows an automation, in words. */
export function StandingWords({ standing, state }: { standing: Standing; state: ContainerAutomations["state"] }) {
  const { t } = useTranslation(["automation-words", "configuration"]);
  // What is in sync needs no state of the configuration beside it.
  const isUnderWay = standing !== "runs" && state !== "in_sync";
  return (
    <span className="og-note" role="status">
      {t(`standing.${standing}`)}
      {isUnderWay && ` ${t("standing.state", { state: t(`configuration:state.${state}`) })}`}
    </span>
  );
}
