import { Button } from "@mantine/core";
import type { ProtectionDryRun } from "@offgrid/contract/load-protection/load-protection.calls";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { call } from "../../../core/api/call.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
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
  const [tried, setTried] = useState<{ of: string; mayCut: boolean; result: ProtectionDryRun }>();
  const act = useAct(async (wanted: LoadProtection) => {
    // What it would do while it is on is what people want to know.
    const { data } = await call("loadProtectDryRun", { containerId, ...wanted, enabled: true });
    setTried({ of: JSON.stringify(wanted), mayCut: wanted.loads.some(({ neverCut }) => !neverCut), result: data });
  });
  const isOther = tried !== undefined && setting !== undefined && tried.of !== JSON.stringify(setting);
  return (
    <div className="og-box og-close-stack" style={{ padding: 12 }} role="group" aria-label={t("dry.title")}>
      <span className="og-strong">{t("dry.title")}</span>
      <p className="og-note og-flush">{t("dry.why")}</p>
      <div className="og-line">
        <Button
          variant="default"
          disabled={setting === undefined}
          loading={act.isRunning}
          onClick={() => setting && void act.run(setting)}
        >
          {t("dry.run")}
        </Button>
        {act.isRunning && <span role="status">{t("dry.running")}</span>}
        {setting === undefined && <span className="og-note">{t("dry.wrong")}</span>}
      </div>
      <FormFailure error={act.error} />
      {tried && (
        <div className="og-close-stack" role="status">
          {isOther && <p className="og-note og-flush og-amber">{t("dry.other")}</p>}
          {!tried.mayCut && <p className="og-flush og-amber">{t("dry.nothingToCut")}</p>}
          <DryRunResult result={tried.result} zone={zone} />
        </div>
      )}
    </div>
  );
}
