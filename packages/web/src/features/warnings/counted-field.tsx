import { useTranslation } from "react-i18next";

import type { ConditionProps } from "./editing.ts";
import { GuardFields } from "./guard-fields.tsx";

/** What has to become so, so many times: metrics with their levels, as a condition has them. */
export function CountedField({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { counted } = condition;
  if (!counted) return null;
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-legend og-small">{t("counted.title")}</legend>
      <GuardFields
        path={`${path}.counted`}
        condition={condition}
        guard={counted}
        edit={edit}
        onChange={(next) => onChange({ ...condition, counted: next })}
      />
    </fieldset>
  );
}
