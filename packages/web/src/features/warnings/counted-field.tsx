import { NativeSelect } from "@mantine/core";
import { guardTypes } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { MetricsField } from "./attributes-field.tsx";
import type { ConditionProps } from "./editing.ts";
import { LevelFields } from "./level-fields.tsx";
import { type Guard, withType } from "./rule-input.ts";

/** What has to become so, so many times: metrics with their levels, as a condition has them. */
export function CountedField({ path: whole, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { counted } = condition;
  if (!counted) return null;
  const path = `${whole}.counted`;
  const inner = { ...condition, ...counted };
  const put = (next: Partial<Guard>) => onChange({ ...condition, counted: { ...counted, ...next } });
  const choose = (type: Guard["type"]) => {
    const { attributes, threshold = Number.NaN } = withType(inner, type);
    put({ type, attributes, threshold });
  };
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-legend og-small">{t("counted.title")}</legend>
      <div className="og-grid og-mid og-top" style={columns(180, { isFilled: true })}>
        <NativeSelect
          label={t("condition.type")}
          value={counted.type}
          data={guardTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(event) => choose(event.currentTarget.value as Guard["type"])}
        />
        <LevelFields
          path={path}
          condition={inner}
          levels={counted}
          edit={edit}
          isPlain
          onChange={({ threshold = Number.NaN }) => put({ threshold })}
        />
      </div>
      <MetricsField path={path} condition={inner} edit={edit} onChange={({ attributes }) => put({ attributes })} />
    </fieldset>
  );
}
