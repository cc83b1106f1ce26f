import { MultiSelect } from "@mantine/core";
import { findMetric, metrics } from "@offgrid/contract/telemetry/metrics";
import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { shownUnit } from "../../core/format.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { ConditionProps } from "./editing.ts";
import { isMeter } from "./rule-input.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

/** Few rules look at anything but measured values. */
const OtherAttributes = lazy(() =>
  loadWithTexts(["event-codes", "command-words"], () => import("./other-attributes.tsx")).then((part) => ({
    default: part.OtherAttributes,
  })),
);

/** What a condition looks at: measured values, codes of events, outputs, or a figure of the forecast. */
export function AttributesField(props: ConditionProps) {
  const { reads, most } = warningTypes[props.condition.type];
  if (most === 0) return null;
  if (reads === "values" || reads === "silence") return <MetricsField {...props} />;
  return (
    <LaterPart height={84}>
      <OtherAttributes {...props} />
    </LaterPart>
  );
}

/** Types whose metrics have an order, or a number. */
const helped = ["budget", "compare", "expected", "stuck", "spread"] as const;

export function MetricsField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const names = useWarningNames();
  const locale = useLocale();
  const { type, attributes } = condition;
  const { most } = warningTypes[type];
  const choice = (value: string) => {
    const unit = findMetric(value)?.unit;
    const symbol = unit === undefined ? "" : shownUnit(unit, locale);
    return { value, label: symbol === "" ? names.metric(value) : `${names.metric(value)} (${symbol})` };
  };
  // Those that the containers send come first; what is chosen already is always there.
  const fits = (name: string) => type !== "budget" || isMeter(name);
  const sent = new Set([...attributes, ...edit.sent.filter(fits)]);
  const others = Object.keys(metrics).filter((name) => !sent.has(name) && fits(name));
  return (
    <MultiSelect
      label={t("condition.metrics")}
      openOnFocus={false}
      description={t(`metricsHelp.${helped.find((one) => one === type) ?? "any"}`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={[
        { group: t("condition.sent"), items: [...sent].map(choice) },
        { group: t("condition.others"), items: others.map(choice) },
      ]}
      value={[...attributes]}
      maxValues={most}
      error={edit.faultAt(`${path}.attributes`)}
      searchable
      hidePickedOptions
      limit={200}
      nothingFoundMessage={t("condition.noMetric")}
      onChange={(next) => onChange({ ...condition, attributes: next })}
    />
  );
}
