import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { NumberField } from "../../ui/number-field.tsx";
import type { ConditionProps } from "./editing.ts";
import { Fold } from "../../ui/fold.tsx";
import { withOptional } from "./rule-input.ts";

const policies = ["hold", "clear", "raise"] as const;

/** What most conditions leave as it is. */
export function ConditionMore({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { keepFor, noData, not, type } = condition;
  return (
    <Fold title={t("more.condition")} isOpen={false} hasFault={edit.hasFaultIn(`${path}.keepFor`)}>
      <div className="og-grid og-mid og-top" style={columns(220)}>
        <NumberField
          label={t("more.keepFor")}
          description={t("more.keepForHelp")}
          value={keepFor}
          factor={60}
          error={edit.faultAt(`${path}.keepFor`)}
          onChange={(next = Number.NaN) => onChange({ ...condition, keepFor: next })}
        />
        <NativeSelect
          label={t("more.noData")}
          value={noData}
          data={policies.map((value) => ({ value, label: t(`more.policies.${value}`) }))}
          onChange={(event) => onChange({ ...condition, noData: event.currentTarget.value as typeof noData })}
        />
        {type === "state" && (
          <Checkbox
            label={t("more.not")}
            checked={not ?? false}
            onChange={(event) => onChange(withOptional(condition, "not", event.currentTarget.checked || undefined))}
          />
        )}
      </div>
    </Fold>
  );
}
