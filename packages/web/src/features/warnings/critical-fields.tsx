import { warningTypes } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { NumberField } from "../../ui/number-field.tsx";
import type { ConditionProps } from "./editing.ts";
import { LevelFields, useLevelUnit } from "./level-fields.tsx";
import { type Condition, isByDays, withOptional } from "./rule-input.ts";

const dayS = 86_400;

/** From which level on, or after how long, a condition is critical. */
export function CriticalFields({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { unit, withUnit } = useLevelUnit(condition);
  const { critical, type } = condition;
  const kind = warningTypes[type].threshold;
  const put = (next: Condition["critical"]) =>
    onChange(withOptional(condition, "critical", next && Object.keys(next).length > 0 ? next : undefined));
  const field = (key: "threshold" | "clearAt" | "duration", label: string, factor = 1) => {
    const value = critical?.[key];
    return (
      <NumberField
        label={label}
        value={typeof value === "object" ? undefined : value}
        isOptional
        factor={factor}
        unit={key === "duration" || kind === "count" ? undefined : unit}
        error={edit.faultAt(`${path}.critical.${key}`)}
        onChange={(next) => put(withOptional(critical ?? {}, key, next))}
      />
    );
  };
  return (
    <div className="og-grid og-mid og-top" style={columns(180, { isFilled: true })}>
      {kind === "pair" ? (
        <LevelFields
          path={`${path}.critical`}
          condition={condition}
          levels={critical ?? {}}
          edit={edit}
          onChange={({ threshold, clearAt }) =>
            put(withOptional(withOptional(critical ?? {}, "threshold", threshold), "clearAt", clearAt))
          }
        />
      ) : (
        kind !== "none" && (
          <>
            {field("threshold", withUnit(t("critical.threshold")))}
            {kind === "number" && field("clearAt", withUnit(t("condition.clearAt")))}
          </>
        )
      )}
      {kind !== "count" &&
        (isByDays(condition)
          ? field("duration", t("critical.days"), dayS)
          : field("duration", t("critical.duration"), 60))}
    </div>
  );
}
