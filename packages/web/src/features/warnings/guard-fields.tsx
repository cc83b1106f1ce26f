import { Checkbox, NativeSelect } from "@mantine/core";
import { guardTypes } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { MetricsField } from "./attributes-field.tsx";
import type { ConditionProps } from "./editing.ts";
import { LevelFields } from "./level-fields.tsx";
import { type Guard, withOptional, withType } from "./rule-input.ts";

interface Props extends Pick<ConditionProps, "path" | "condition" | "edit"> {
  guard: Guard;
  onChange: (guard: Guard) => void;
}

/** Metrics with their levels, of the values of a frame: what guards a condition, or is counted by it. */
export function GuardFields({ path, condition, guard, edit, onChange }: Props) {
  const { t } = useTranslation("warnings");
  const { type, not } = guard;
  const inner = { ...condition, ...guard };
  const choose = (next: Guard["type"]) => {
    const { attributes, threshold = Number.NaN } = withType(inner, next);
    onChange({ type: next, attributes, threshold });
  };
  return (
    <>
      <div className="og-grid og-mid og-top" style={columns(180, { isFilled: true })}>
        <NativeSelect
          label={t("condition.type")}
          value={type}
          data={guardTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(event) => choose(event.currentTarget.value as Guard["type"])}
        />
        <LevelFields
          path={path}
          condition={inner}
          levels={guard}
          edit={edit}
          isPlain
          onChange={({ threshold = Number.NaN }) => onChange({ ...guard, threshold })}
        />
      </div>
      <MetricsField
        path={path}
        condition={inner}
        edit={edit}
        onChange={({ attributes }) => onChange({ ...guard, attributes })}
      />
      {type === "state" && (
        <Checkbox
          label={t("more.not")}
          checked={not ?? false}
          onChange={(event) => onChange(withOptional(guard, "not", event.currentTarget.checked || undefined))}
        />
      )}
    </>
  );
}
