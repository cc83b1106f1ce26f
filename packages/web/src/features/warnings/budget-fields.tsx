import { NativeSelect } from "@mantine/core";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { budgetPeriods, budgetUnits } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { baseUnit } from "../../core/format.ts";
import { NumberField } from "../../ui/number-field.tsx";
import type { ConditionProps } from "./editing.ts";
import type { Budget } from "./rule-input.ts";

/** How much may be used, and in what time. */
export function BudgetFields({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { budget, attributes } = condition;
  if (!budget) return null;
  const base = findMetric(attributes[0] ?? "")?.unit ?? "Wh";
  const { unit, factor } = budgetUnits[base] ?? { unit: baseUnit(base), factor: 1 };
  const put = (next: Partial<Budget>) => onChange({ ...condition, budget: { ...budget, ...next } });
  return (
    <>
      <NumberField
        // What is typed is in the unit that is shown.
        key={unit}
        label={unit === "" ? t("budget.limit") : `${t("budget.limit")} (${unit})`}
        value={budget.limit}
        factor={factor}
        error={edit.faultAt(`${path}.budget.limit`)}
        onChange={(limit = Number.NaN) => put({ limit })}
      />
      <NativeSelect
        label={t("budget.period")}
        value={budget.period}
        data={budgetPeriods.map((value) => ({ value, label: t(`budget.periods.${value}`) }))}
        onChange={(event) => put({ period: event.currentTarget.value as Budget["period"] })}
      />
    </>
  );
}
