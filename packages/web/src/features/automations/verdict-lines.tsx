import { conditionWords } from "@offgrid/contract/automations/automation-words";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type Condition, partAt } from "./automation-input.ts";
import type { DryRun } from "./automations.data.ts";

interface Props {
  verdicts: DryRun["explained"]["verdicts"];
  /** Whose conditions they are about. */
  automation: Automation;
  zone: string;
}

/** Each condition at an instant, with what was measured then. */
export function VerdictLines({ verdicts, automation, zone }: Props) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  const lines = verdicts.flatMap((verdict) => {
    const condition = partAt(automation, verdict.path) as Condition | undefined;
    return condition && condition.kind !== "group" ? [{ ...verdict, condition }] : [];
  });
  const was = (metric: string, value: number) => t("explained.was", { value: names.value(metric, value) });
  return (
    <ul className="og-plain-list">
      {lines.map(({ path, is, value, since, condition }) => (
        <li key={path} className="og-anywhere">
          {t(`explained.line.${truthOf(is)}`, { condition: conditionWords(condition, locale, names) })}{" "}
          {condition.kind === "metric" && (value === null ? t("explained.notMeasured") : was(condition.metric, value))}{" "}
          {since !== null && t("explained.since", { at: formatTime(Date.parse(since), "dateTime", zone, locale) })}
        </li>
      ))}
    </ul>
  );
}

export function truthOf(is: boolean | null): "met" | "unmet" | "unknown" {
  return is === null ? "unknown" : is ? "met" : "unmet";
}
