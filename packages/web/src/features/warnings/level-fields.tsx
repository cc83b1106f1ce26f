import { TextInput } from "@mantine/core";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { differenceOf, type QuantityUnit } from "@offgrid/contract/telemetry/shown-units";
import { differenceTypes, shareTypes, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { shownUnit } from "../../core/format.ts";
import { NumberField, readSigned } from "../../ui/number-field.tsx";
import { type Condition, type Levels, partsOf, type Threshold } from "./rule-input.ts";
import type { Editing } from "./editing.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";
import { useLocale } from "../../ui/use-locale.ts";

interface Props {
  path: string;
  condition: Condition;
  levels: Partial<Levels>;
  edit: Editing;
  /** It has no level at which it is over. */
  isPlain?: boolean;
  /** It may be left out: another one holds then. */
  isOptional?: boolean;
  /** What holds while the level at which it is over is left empty. */
  clearHelp?: string | undefined;
  onChange: (levels: Pick<Levels, "threshold" | "clearAt">) => void;
}

/** The unit in which the levels of a condition are kept; undefined: hours, or nobody knows. */
function levelUnit({ type, attributes: [first = ""] }: Condition): QuantityUnit | undefined {
  if (shareTypes.has(type)) return "percent";
  if (type === "forecast") return first === "hours_to_reserve" ? undefined : "percent";
  const unit = findMetric(first)?.unit;
  return unit && differenceTypes.has(type) ? differenceOf(unit) : unit;
}

/** The names of fields with the unit of the levels of a condition, and that unit. */
export function useLevelUnit(condition: Condition) {
  const locale = useLocale();
  const unit = levelUnit(condition);
  const isHours = condition.type === "forecast" && unit === undefined;
  const symbol = isHours ? "h" : unit && shownUnit(unit, locale);
  return { unit, withUnit: (label: string) => (symbol ? `${label} (${symbol})` : label) };
}

/** The threshold of a condition and the level at which it is over, in the fields that its type needs. */
export function LevelFields(props: Props) {
  const { path, condition, levels, edit, isPlain = false, isOptional = false, clearHelp, onChange } = props;
  const { t } = useTranslation("warnings");
  const { unit, withUnit } = useLevelUnit(condition);
  const kind = warningTypes[condition.type].threshold;
  const { threshold, clearAt } = levels;
  const fault = edit.faultAt(`${path}.threshold`);
  const clearFault = edit.faultAt(`${path}.clearAt`);
  const put = (next: Partial<Levels>) => onChange({ threshold, clearAt, ...next });
  if (kind === "none") return null;
  if (kind === "pair") return <PairFields {...props} />;
  if (kind === "list") {
    return <StateField condition={condition} fault={fault} onChange={(next) => put({ threshold: next })} />;
  }
  return (
    <>
      <NumberField
        label={kind === "count" ? t("condition.count") : withUnit(t("condition.threshold"))}
        value={partsOf(threshold)[0]}
        unit={kind === "count" ? undefined : unit}
        isOptional={isOptional}
        error={fault}
        onChange={(value) => put({ threshold: value })}
      />
      {kind === "number" && !isPlain && (
        <NumberField
          label={withUnit(t("condition.clearAt"))}
          {...(clearHelp !== undefined && { description: clearHelp })}
          value={partsOf(clearAt)[0]}
          unit={unit}
          isOptional
          error={clearFault}
          onChange={(value) => put({ clearAt: value })}
        />
      )}
    </>
  );
}

/** Low and high of a threshold, and of the level at which it is over. */
function PairFields({ path, condition, levels, edit, isPlain = false, clearHelp, onChange }: Props) {
  const { t } = useTranslation("warnings");
  const { unit, withUnit } = useLevelUnit(condition);
  const { threshold, clearAt } = levels;
  const field = (key: "threshold" | "clearAt", place: 0 | 1) => {
    const parts = partsOf(levels[key]);
    return (
      <NumberField
        label={withUnit(t(`condition.${key}${place === 0 ? "Low" : "High"}`))}
        {...(key === "clearAt" && place === 0 && clearHelp !== undefined && { description: clearHelp })}
        value={parts[place]}
        unit={unit}
        isOptional
        error={place === 0 && edit.faultAt(`${path}.${key}`)}
        onChange={(value) => onChange({ threshold, clearAt, [key]: withPart(parts, place, value) })}
      />
    );
  };
  return (
    <>
      {field("threshold", 0)}
      {field("threshold", 1)}
      {!isPlain && field("clearAt", 0)}
      {!isPlain && field("clearAt", 1)}
    </>
  );
}

/** Both ends of a span, of which one may still be missing; undefined: neither is there. */
function withPart(parts: readonly number[], place: 0 | 1, value: number | undefined): Threshold {
  const pair = [parts[0] ?? Number.NaN, parts[1] ?? Number.NaN].with(place, value ?? Number.NaN);
  return pair.every((one) => Number.isNaN(one)) ? undefined : pair;
}

interface StateProps {
  condition: Condition;
  fault: string | undefined;
  onChange: (threshold: Threshold) => void;
}

/** The states that are meant: by their words where the metric has some, else as numbers. */
function StateField({ condition, fault, onChange }: StateProps) {
  const { t } = useTranslation("warnings");
  const names = useWarningNames();
  const [metric = ""] = condition.attributes;
  const chosen = partsOf(condition.threshold);
  const [typed, setTyped] = useState(chosen.join("; "));
  const states = Object.keys(findMetric(metric)?.states ?? {}).map(Number);
  if (states.length === 0) {
    return (
      <TextInput
        label={t("condition.states")}
        description={t("condition.statesHelp")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          const parts = event.currentTarget.value.split(/[;\s]+/).filter((part) => part !== "");
          onChange(parts.map(readSigned));
        }}
      />
    );
  }
  const toggle = (state: number) =>
    onChange(
      chosen.includes(state)
        ? chosen.filter((one) => one !== state)
        : [...chosen, state].toSorted((one, other) => one - other),
    );
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-legend og-small">{t("condition.state")}</legend>
      <div className="og-wrap">
        {states.map((state) => (
          <button
            key={state}
            type="button"
            className="og-choice"
            style={{ minHeight: 36 }}
            aria-pressed={chosen.includes(state)}
            onClick={() => toggle(state)}
          >
            {names.value(metric, state)}
          </button>
        ))}
      </div>
      {fault !== undefined && (
        <p className="og-flush og-danger" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
