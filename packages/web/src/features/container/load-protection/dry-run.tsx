import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { useTranslation } from "react-i18next";

import { call } from "../../../core/api/call.ts";
import { TrialBox } from "../configuration/trial-box.tsx";
import { DryRunResult } from "./dry-run-result.tsx";

export interface DryRunProps {
  containerId: string;
  zone: string;
  /** Undefined: as it is filled in, it means nothing. */
  setting: LoadProtection | undefined;
}

/** Tries a setting out on what was measured, before anybody saves it. */
export function DryRun({ containerId, zone, setting }: DryRunProps) {
  const { t } = useTranslation("load-protection");
  const words = {
    title: t("dry.title"),
    why: t("dry.why"),
    run: t("dry.run"),
    running: t("dry.running"),
    wrong: t("dry.wrong"),
    other: t("dry.other"),
  };
  return (
    <TrialBox
      words={words}
      setting={setting}
      // What it would do while it is on is what people want to know.
      onTry={async (wanted) => (await call("loadProtectDryRun", { containerId, ...wanted, enabled: true })).data}
    >
      {(result, tried) => (
        <>
          {tried.loads.every(({ neverCut }) => neverCut) && (
            <p className="og-flush og-amber">{t("dry.nothingToCut")}</p>
          )}
          <DryRunResult result={result} zone={zone} />
        </>
      )}
    </TrialBox>
  );
}
