import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { guardWords } from "@offgrid/contract/warnings/warning-words";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { ConditionProps } from "./editing.ts";
import { Fold } from "./fold.tsx";
import { withOptional } from "./rule-input.ts";
import { useWarningNames } from "./use-warning-names.ts";

const policies = ["hold", "clear", "raise"] as const;

/** What most conditions leave as it is. */
export function ConditionMore({ path, condition, edit, onChange }: ConditionProps) {
  const { t } = useTranslation("warnings");
  const { keepFor, noData, not, type, when = [], overrides = [] } = condition;
  const hasFault = edit.faultAt(`${path}.keepFor`) !== undefined;
  return (
    <Fold title={t("more.condition")} isOpen={when.length > 0 || overrides.length > 0} hasFault={hasFault}>
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
      <WrittenElsewhere {...{ condition, onChange }} />
    </Fold>
  );
}

/** What the editor has no fields for stays as it is until somebody removes it. */
function WrittenElsewhere({ condition, onChange }: Pick<ConditionProps, "condition" | "onChange">) {
  const { t } = useTranslation("warnings");
  const locale = useLocale();
  const names = useWarningNames();
  const { when = [], overrides = [] } = condition;
  const put = (guards: typeof when) =>
    onChange(withOptional(condition, "when", guards.length === 0 ? undefined : guards));
  return (
    <>
      {when.map((guard, place) => (
        <div key={place} className="og-head">
          <span className="og-anywhere">{t("more.guard", { guard: guardWords(guard, locale, names) })}</span>
          <Button variant="subtle" color="red" onClick={() => put(when.filter((_, index) => index !== place))}>
            {t("more.removeGuard")}
          </Button>
        </div>
      ))}
      {overrides.length > 0 && (
        <div className="og-head">
          <span>{t("more.overrides", { count: overrides.length })}</span>
          <Button
            variant="subtle"
            color="red"
            onClick={() => onChange(withOptional(condition, "overrides", undefined))}
          >
            {t("more.removeOverrides")}
          </Button>
        </div>
      )}
    </>
  );
}
