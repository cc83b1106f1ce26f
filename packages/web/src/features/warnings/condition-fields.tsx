import { NativeSelect, TextInput } from "@mantine/core";
import { warningLimits as limits, type WarningType, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { columns } from "../../ui/columns.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { AttributesField } from "./attributes-field.tsx";
import { ConditionMore } from "./condition-more.tsx";
import { Fold } from "../../ui/fold.tsx";
import { GuardsField } from "./guards-field.tsx";
import { LevelFields } from "./level-fields.tsx";
import { OverridesField } from "./overrides-field.tsx";
import { isByDays, withType } from "./rule-input.ts";
import type { ConditionProps } from "./editing.ts";

const types = Object.keys(warningTypes) as WarningType[];
const dayS = 86_400;
const grid = { className: "og-grid og-mid og-top", style: columns(180, { isFilled: true }) } as const;

/** Few conditions count, have a budget, or become critical. */
const BudgetFields = lazy(() =>
  loadChunk(() => import("./budget-fields.tsx")).then((part) => ({ default: part.BudgetFields })),
);
const CriticalFields = lazy(() =>
  loadChunk(() => import("./critical-fields.tsx")).then((part) => ({ default: part.CriticalFields })),
);
const CountedField = lazy(() =>
  loadChunk(() => import("./counted-field.tsx")).then((part) => ({ default: part.CountedField })),
);

/** The fields of one condition: name and type, what it looks at, its levels and for how long. */
export function ConditionFields(props: ConditionProps) {
  const { path, condition, edit, onChange } = props;
  const { t } = useTranslation("warnings");
  const { type, name, description } = condition;
  return (
    <>
      <div {...grid}>
        <TextInput
          label={t("condition.name")}
          autoComplete="off"
          maxLength={limits.longestName}
          value={name}
          error={edit.faultAt(`${path}.name`)}
          onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
        />
        <TextInput
          label={t("condition.description")}
          autoComplete="off"
          maxLength={limits.longestText}
          value={description}
          onChange={(event) => onChange({ ...condition, description: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("condition.type")}
          value={type}
          data={types.map((value) => ({ value, label: t(`types.${value}`) }))}
          error={edit.faultAt(`${path}.type`)}
          onChange={(event) => onChange(withType(condition, event.currentTarget.value as WarningType))}
        />
      </div>
      <p className="og-note">{t(`typeHelp.${type}`)}</p>
      <Watched {...props} />
      <div {...grid}>
        {condition.budget && (
          <LaterPart height={64}>
            <BudgetFields {...props} />
          </LaterPart>
        )}
        <LevelFields
          path={path}
          condition={condition}
          levels={condition}
          edit={edit}
          onChange={(levels) => onChange({ ...condition, ...levels })}
        />
        <Times {...props} />
      </div>
      <Critical {...props} />
      <GuardsField {...props} />
      <OverridesField {...props} />
      <ConditionMore {...props} />
    </>
  );
}

/** What it looks at, or counts. */
function Watched(props: ConditionProps) {
  if (props.condition.type !== "repeats") return <AttributesField {...props} />;
  return (
    <LaterPart height={160}>
      <CountedField {...props} />
    </LaterPart>
  );
}

function Times({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const needs = warningTypes[condition.type];
  return (
    <>
      {"hasWindow" in needs && (
        <NumberField
          label={t("condition.window")}
          value={condition.window}
          factor={60}
          error={edit.faultAt(`${path}.window`)}
          onChange={(window = Number.NaN) => onChange({ ...condition, window })}
        />
      )}
      {needs.threshold !== "count" && (
        <NumberField
          label={t(isByDays(condition) ? "condition.days" : "condition.duration")}
          value={condition.duration}
          factor={isByDays(condition) ? dayS : 60}
          error={edit.faultAt(`${path}.duration`)}
          onChange={(duration = Number.NaN) => onChange({ ...condition, duration })}
        />
      )}
    </>
  );
}

/** A second, worse level. What becomes critical notifies again. */
function Critical(props: ConditionProps) {
  const { path, condition, edit } = props;
  const { t } = useTranslation("warnings");
  if (warningTypes[condition.type].threshold === "list") return null;
  const isOpen = condition.critical !== undefined;
  return (
    <Fold title={t("critical.title")} isOpen={isOpen} hasFault={edit.hasFaultIn(`${path}.critical`)}>
      <p className="og-note">{t("critical.help")}</p>
      <LaterPart height={64}>
        <CriticalFields {...props} />
      </LaterPart>
    </Fold>
  );
}
