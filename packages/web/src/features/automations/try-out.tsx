import { Button } from "@mantine/core";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { momentsIn } from "@offgrid/contract/core/moments";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Input } from "../../core/api/call.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { DryRun } from "./automations.data.ts";
import { DryRunWords } from "./dry-run-words.tsx";

export interface TryOutProps {
  zone: string;
  /** Undefined: it is a new one. */
  id: string | undefined;
  /** As it is written now. */
  draft: Automation;
  /** What is written, where it can be tried; names at their fields what cannot. */
  read: () => Automation | undefined;
  nameOf: (id: string) => string;
  onTry: (input: Pick<Input<"automationRun">, "automation" | "at">) => Promise<DryRun>;
}

interface Tried {
  automation: Automation;
  result: DryRun;
}

/** Tries an automation out on what was measured, and says why it did not act at a time. */
export function TryOut({ zone, id = "new", draft, read, nameOf, onTry }: TryOutProps) {
  const { t } = useTranslation("automations");
  const [tried, setTried] = useState<Tried>();
  const [time, setTime] = useState("");
  const act = useAct(async (at: string | undefined) => {
    const automation = read();
    if (!automation) return;
    setTried({ automation, result: await onTry({ automation, ...(at !== undefined && { at }) }) });
  });
  const isOther = tried !== undefined && JSON.stringify(tried.automation) !== JSON.stringify(draft);
  return (
    <div className="og-box og-close-stack" style={{ padding: 12 }} role="group" aria-label={t("try.title")}>
      <span className="og-strong">{t("try.title")}</span>
      <p className="og-note">{t("try.why")}</p>
      <div className="og-line">
        <Button variant="default" loading={act.isRunning} onClick={() => void act.run(undefined)}>
          {t("try.run")}
        </Button>
        {act.isRunning && <span role="status">{t("try.running")}</span>}
      </div>
      <div className="og-line">
        <TimeField
          label={t("try.whyNot")}
          description={t("try.whyNotHelp")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={time}
          onChange={setTime}
        />
        <Button
          variant="default"
          disabled={time === "" || act.isRunning}
          onClick={() => void act.run(lastTime(time, zone, Date.now()))}
        >
          {t("try.explain")}
        </Button>
      </div>
      <FormFailure error={act.error} />
      {tried && (
        <div className="og-close-stack" role="status">
          {isOther && <p className="og-note og-amber">{t("try.other")}</p>}
          <DryRunWords {...{ ...tried, id, nameOf, zone }} />
        </div>
      )}
    </div>
  );
}

/** When the clocks of a place showed this time last. */
export function lastTime(time: string, zoneName: string, nowMs: number): string | undefined {
  // A day and the longest change of clocks.
  const atMs = momentsIn({ time }, { zoneName }, { afterMs: nowMs - 27 * 3_600_000, untilMs: nowMs }).at(-1);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}
