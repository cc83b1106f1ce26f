import { NativeSelect } from "@mantine/core";
import { findMetric, type Unit } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { shownUnit } from "../../core/format.ts";
import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type Leaf, withOptional } from "./automation-input.ts";
import type { Editing } from "./editing.ts";
import { MomentField } from "./moment-field.tsx";
import { SomeDaysField } from "./some-days-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { choicesOf, OnOffField, OutputField } from "./output-fields.tsx";

export interface LeafProps<Of extends Leaf = Leaf> {
  path: string;
  condition: Of;
  /** What sets an automation off has no way back: it counts when it becomes so. */
  isTrigger?: boolean;
  edit: Editing;
  onChange: (condition: Of) => void;
}

type Of<Kind extends Leaf["kind"]> = LeafProps<Extract<Leaf, { kind: Kind }>>;

const grid = { className: "og-grid og-mid og-top", style: columns(180, { isFilled: true }) } as const;

/** The fields of a condition that is no group. */
export function LeafFields({ condition, ...props }: LeafProps) {
  if (condition.kind === "metric") return <MetricFields {...props} condition={condition} />;
  if (condition.kind === "output") return <OutputFields {...props} condition={condition} />;
  if (condition.kind === "time") return <TimeFields {...props} condition={condition} />;
  return <SunFields {...props} condition={condition} />;
}

/** Adds a unit to the name of a field. */
function useUnitLabel(unit: Unit = "count"): (label: string) => string {
  const symbol = shownUnit(unit, useLocale());
  return (label) => (symbol === "" ? label : `${label} (${symbol})`);
}

function MetricFields({ path, condition, isTrigger = false, edit, onChange }: Of<"metric">) {
  const { t } = useTranslation("automations");
  const names = useAutomationNames();
  const { metric, is, value, until } = condition;
  const unit = findMetric(metric)?.unit;
  const withUnit = useUnitLabel(unit);
  const choose = (name: string) => {
    const { until: _, without: __, ...rest } = condition;
    const becomesSwitch = findMetric(name)?.unit === "bool";
    onChange({ ...rest, metric: name, ...(becomesSwitch && { is: "equal", value: 1 }) });
  };
  return (
    <div {...grid}>
      <NativeSelect
        label={t("condition.metric")}
        value={metric}
        data={choicesOf(metric, edit.offer.metrics, names.metric)}
        error={edit.faultAt(`${path}.metric`)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {unit === "bool" ? (
        <OnOffField
          label={t("condition.is")}
          value={value === 1}
          onChange={(on) => onChange({ ...condition, is: "equal", value: on ? 1 : 0 })}
        />
      ) : (
        <>
          <NativeSelect
            label={t("condition.is")}
            value={is}
            data={(["below", "above", "equal"] as const).map((one) => ({ value: one, label: t(`condition.${one}`) }))}
            onChange={(event) => {
              const next = event.currentTarget.value as typeof is;
              // The way back of the one is on the wrong side of the other.
              onChange(withOptional({ ...condition, is: next }, "until", undefined));
            }}
          />
          <NumberField
            label={withUnit(t("condition.value"))}
            value={value}
            unit={unit}
            error={edit.faultAt(`${path}.value`)}
            onChange={(next = Number.NaN) => onChange({ ...condition, value: next })}
          />
          {!isTrigger && is !== "equal" && (
            <NumberField
              label={withUnit(t("condition.until"))}
              value={until}
              unit={unit}
              isOptional
              error={edit.faultAt(`${path}.until`)}
              onChange={(next) => onChange(withOptional(condition, "until", next))}
            />
          )}
        </>
      )}
      <LastingField {...{ path, condition, edit, onChange }} />
    </div>
  );
}

function OutputFields({ path, condition, edit, onChange }: Of<"output">) {
  const { t } = useTranslation("automations");
  return (
    <div {...grid}>
      <OutputField
        path={`${path}.output`}
        output={condition.output}
        edit={edit}
        onChange={(output) => onChange({ ...condition, output })}
      />
      <OnOffField
        label={t("condition.is")}
        value={condition.isOn}
        onChange={(isOn) => onChange({ ...condition, isOn })}
      />
      <LastingField {...{ path, condition, edit, onChange }} />
    </div>
  );
}

/** For how long it has to be so. */
function LastingField<Timed extends Extract<Leaf, { kind: "metric" | "output" }>>({
  path,
  condition,
  edit,
  onChange,
}: LeafProps<Timed>) {
  const { t } = useTranslation("automations");
  return (
    <NumberField
      label={t("condition.lasting")}
      value={condition.forSeconds}
      isOptional
      factor={60}
      error={edit.faultAt(`${path}.forSeconds`)}
      onChange={(seconds) => onChange(withOptional(condition, "forSeconds", seconds))}
    />
  );
}

function TimeFields({ path, condition, edit, onChange }: Of<"time">) {
  const { t } = useTranslation("automations");
  const { from, to, days } = condition;
  return (
    <>
      <div {...grid}>
        <MomentField
          label={t("condition.from")}
          path={`${path}.from`}
          moment={from}
          edit={edit}
          onChange={(next) => onChange({ ...condition, from: next })}
        />
        <MomentField
          label={t("condition.to")}
          path={`${path}.to`}
          moment={to}
          edit={edit}
          onChange={(next) => onChange({ ...condition, to: next })}
        />
      </div>
      <SomeDaysField days={days} onChange={(next) => onChange(withOptional(condition, "days", next))} />
    </>
  );
}

function SunFields({ condition, edit, onChange }: Of<"sun">) {
  const { t } = useTranslation("automations");
  return (
    <div {...grid}>
      <NativeSelect
        label={t("condition.sunIs")}
        value={condition.is}
        data={(["up", "down"] as const).map((one) => ({ value: one, label: t(`condition.sun_${one}`) }))}
        error={!edit.offer.hasPosition && t("moment.noPosition")}
        onChange={(event) => onChange({ ...condition, is: event.currentTarget.value as "up" | "down" })}
      />
    </div>
  );
}
