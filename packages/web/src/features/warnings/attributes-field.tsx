import { MultiSelect, NativeSelect, TextInput } from "@mantine/core";
import { findMetric, metrics } from "@offgrid/contract/telemetry/metrics";
import { bundleAttributes, forecastAttributes, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { baseUnit } from "../../core/format.ts";
import type { ConditionProps } from "./editing.ts";
import { isMeter } from "./rule-input.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

/** What a condition looks at: measured values, codes of events, outputs, or a figure of the forecast. */
export function AttributesField(props: ConditionProps) {
  const { reads, most } = warningTypes[props.condition.type];
  if (most === 0) return null;
  if (reads === "forecast" || reads === "bundle") return <FigureField {...props} />;
  if (reads === "events" || reads === "commands") return <WordsField {...props} />;
  return <MetricsField {...props} />;
}

/** Types whose metrics have an order, or a number. */
const helped = ["budget", "compare", "expected", "stuck", "spread"] as const;

export function MetricsField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const names = useWarningNames();
  const { type, attributes } = condition;
  const { most } = warningTypes[type];
  const choice = (value: string) => {
    const unit = findMetric(value)?.unit;
    const symbol = unit === undefined ? "" : baseUnit(unit);
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

/** Figures that the portal has computed. */
function FigureField({ condition, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const isBundle = condition.type === "bundle";
  return (
    <NativeSelect
      label={t(isBundle ? "condition.bundle" : "condition.forecast")}
      value={condition.attributes[0] ?? ""}
      data={
        isBundle
          ? bundleAttributes.map((value) => ({ value, label: t(`bundles.${value}`) }))
          : forecastAttributes.map((value) => ({ value, label: t(`forecasts.${value}`) }))
      }
      onChange={(event) => onChange({ ...condition, attributes: [event.currentTarget.value] })}
    />
  );
}

/** Codes or outputs, as they are written in lists of events and commands. */
function WordsField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { type, attributes } = condition;
  const [typed, setTyped] = useState(attributes.join(", "));
  const kind = type === "event" ? "events" : "outputs";
  return (
    <TextInput
      label={t(`condition.${kind}`)}
      description={t(`condition.${kind}Help`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      value={typed}
      error={edit.faultAt(`${path}.attributes`)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const words = event.currentTarget.value.split(/[\s,;]+/).filter((word) => word !== "");
        onChange({ ...condition, attributes: [...new Set(words)] });
      }}
    />
  );
}
