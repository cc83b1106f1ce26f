import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatCount, formatQuantityText, formatShare } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { DryRun } from "./automations.data.ts";
import { ConflictLines } from "./conflict-lines.tsx";
import { sharesOf } from "./dry-run-facts.ts";
import { truthOf, VerdictLines } from "./verdict-lines.tsx";

export interface DryRunProps {
  result: DryRun;
  /** What was tried, and under which id. */
  automation: Automation;
  id: string;
  /** What an automation is called. */
  nameOf: (id: string) => string;
  zone: string;
}

/** So many runs are named. */
const mostNamed = 5;

/** What an automation would have done, in words. */
export function DryRunWords(props: DryRunProps) {
  const { result, nameOf } = props;
  const { t } = useTranslation("automations");
  const locale = useLocale();
  // Single readings far from each other cover no time, and say something nevertheless.
  if (result.coverage === 0 && result.spans.length === 0) return <p className="og-flush">{t("dry.nothing")}</p>;
  return (
    <>
      <ul className="og-plain-list og-close-stack">
        {result.outputs.map(({ output }) => (
          <li key={output}>
            <OutputWords {...props} output={output} />
          </li>
        ))}
      </ul>
      <Runs {...props} />
      <ConflictLines conflicts={result.conflicts} nameOf={nameOf} />
      {result.coverage < 0.99 && (
        <p className="og-note">{t("dry.coverage", { share: formatShare(result.coverage, locale) })}</p>
      )}
      <Explained {...props} />
    </>
  );
}

/** How often an output would have been switched, and how long it would have been on or off by whom. */
function OutputWords({ result, id, nameOf, output: target }: DryRunProps & { output: string }) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  const output = result.outputs.find((one) => one.output === target);
  if (!output) return null;
  const { switchings, switchingsBefore, addedSeconds, withheldWh } = output;
  const lasted = (seconds: number) => durationText(seconds, locale);
  const shares = sharesOf(result.spans, target);
  const whose = (by: string | null) => (by === null ? "nobody" : by === id ? "own" : "other");
  return (
    <>
      <p className="og-flush og-strong">
        {t("dry.times", { output: names.output(target), count: switchings, times: formatCount(switchings, locale) })}{" "}
        {t("dry.before", { count: switchingsBefore, times: formatCount(switchingsBefore, locale) })}
      </p>
      {shares.map(({ by, isOn, seconds }) => (
        <p key={`${by} ${isOn}`} className="og-flush">
          {t(`dry.${whose(by)}.${isOn ? "on" : "off"}`, {
            lasted: lasted(seconds),
            name: by === null ? "" : nameOf(by),
          })}
        </p>
      ))}
      {shares.length === 0 && <p className="og-flush">{t("dry.unknown")}</p>}
      <p className="og-note">
        {[
          addedSeconds > 0 && t("dry.added", { lasted: lasted(addedSeconds) }),
          withheldWh === null
            ? t("dry.energyUnknown")
            : t("dry.withheld", { energy: formatQuantityText(withheldWh, "Wh", locale) }),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
    </>
  );
}

function Runs({ result, id, zone }: DryRunProps) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const own = result.runs.filter((run) => run.id === id);
  if (own.length === 0) return <p className="og-flush">{t("dry.noRun")}</p>;
  return (
    <ul className="og-plain-list og-note" aria-label={t("dry.runs")}>
      {own.slice(-mostNamed).map(({ at, outcome }, place) => (
        <li key={`${at} ${place}`}>
          {t("dry.run", {
            at: formatTime(Date.parse(at), "dateTime", zone, locale),
            outcome: t(`outcome.${outcome}`),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Each condition at an instant, with what was measured then. */
function Explained({ result: { explained }, automation, zone }: DryRunProps) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const time = (at: string) => formatTime(Date.parse(at), "dateTime", zone, locale);
  const { at, isMet, verdicts, next } = explained;
  return (
    <div className="og-close-stack" role="group" aria-label={t("explained.title")}>
      <p className="og-flush og-strong">{t(`explained.${truthOf(isMet)}`, { at: time(at) })}</p>
      <VerdictLines verdicts={verdicts} automation={automation} zone={zone} />
      {automation.kind === "run" && (
        <p className="og-note">{next === null ? t("explained.noNext") : t("explained.next", { at: time(next) })}</p>
      )}
    </div>
  );
}
