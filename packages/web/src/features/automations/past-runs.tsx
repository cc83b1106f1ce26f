import { triggerWords } from "@offgrid/contract/automations/automation-words";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { partAt, type Trigger } from "./automation-input.ts";
import type { PastRun } from "./automations.data.ts";
import { VerdictLines } from "./verdict-lines.tsx";

interface Props {
  /** Newest first. */
  runs: readonly PastRun[];
  /** As it is now. */
  automation: Automation;
  zone: string;
}

/** What an automation did and why, run by run. */
export function PastRuns({ runs, automation, zone }: Props) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  if (runs.length === 0) return <p className="og-note">{t("past.none")}</p>;
  return (
    <>
      <p className="og-note">{t("past.why")}</p>
      <ul className="og-plain-list og-lined" aria-label={t("past.title")}>
        {runs.map((run) => {
          const { at, outcome, shadow, unsent } = run;
          const time = formatTime(Date.parse(at), "dateTime", zone, locale);
          return (
            <li key={`${at} ${outcome}`} className="og-words og-anywhere" style={{ paddingBlock: 6 }}>
              <details className="og-details">
                <summary>
                  {t("dry.run", { at: time, outcome: t(`outcome.${outcome}`) })}{" "}
                  {shadow && <span className="og-beside">{t("past.watched")}</span>}
                </summary>
                <RunDetails run={run} automation={automation} zone={zone} />
              </details>
              {unsent > 0 && <span className="og-note">{t("past.unsent", { count: unsent })}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function RunDetails({ run, automation, zone }: { run: PastRun; automation: Automation; zone: string }) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  const time = (at: string) => formatTime(Date.parse(at), "dateTime", zone, locale);
  const { at, ended, trigger, verdicts, outcome, stoppedAt, sameRule, shadow, switched } = run;
  const setOff = sameRule && trigger ? (partAt(automation, trigger.path) as Trigger | undefined) : undefined;
  const hasReasons = trigger !== null || verdicts.length > 0;
  return (
    <div className="og-close-stack">
      {setOff && (
        <p className="og-flush">
          {t("past.trigger", { trigger: triggerWords(setOff, locale, names) })}{" "}
          {setOff.kind === "metric" &&
            trigger?.value !== undefined &&
            trigger.value !== null &&
            t("explained.was", { value: names.value(setOff.metric, trigger.value) })}
        </p>
      )}
      {sameRule && verdicts.length > 0 && <VerdictLines verdicts={verdicts} automation={automation} zone={zone} />}
      {hasReasons && !sameRule && <p className="og-note">{t("past.other")}</p>}
      {outcome === "blocked" && stoppedAt !== null && (
        <p className="og-flush">{t("past.output", { output: names.output(stoppedAt) })}</p>
      )}
      {switched.map(({ at: when, output, on }) => (
        <p key={`${when} ${output}`} className="og-flush">
          {t(on ? "past.on" : "past.off", { output: names.output(output), at: time(when) })}
        </p>
      ))}
      {switched.length === 0 && !shadow && <p className="og-note">{t("past.nothing")}</p>}
      {ended !== at && <p className="og-note">{t("past.until", { at: time(ended) })}</p>}
    </div>
  );
}
