import { Button, NativeSelect } from "@mantine/core";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { newCondition } from "../../domain/warnings/new-rule.ts";
import type { Rule } from "./rule-input.ts";
import type { Editing } from "./editing.ts";

interface Props {
  rule: Rule;
  edit: Editing;
  onChange: (rule: Rule) => void;
}

/** The conditions of a rule, and whether all or any of them have to be met. */
export function ConditionsField({ rule, edit, onChange }: Props) {
  const { t } = useTranslation("warnings");
  const { conditions, match } = rule;
  const put = (next: Rule["conditions"]) => onChange({ ...rule, conditions: next });
  const fault = edit.faultAt("conditions");
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-legend">{t("conditions")}</legend>
      {conditions.length > 1 && (
        <NativeSelect
          label={t("match.label")}
          value={match}
          data={(["all", "any"] as const).map((value) => ({ value, label: t(`match.${value}`) }))}
          onChange={(event) => onChange({ ...rule, match: event.currentTarget.value as Rule["match"] })}
        />
      )}
      <ul className="og-plain-list og-close-stack">
        {conditions.map((condition, place) => (
          <li key={place} className="og-box og-close-stack" style={{ padding: 12 }}>
            <ConditionFields
              path={`conditions.${place}`}
              condition={condition}
              edit={edit}
              onChange={(next) => put(conditions.with(place, next))}
            />
            <div>
              <Button
                variant="subtle"
                color="red"
                aria-label={t("removeName", { name: condition.name || place + 1 })}
                onClick={() => put(conditions.filter((_, index) => index !== place))}
              >
                {t("remove")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p className="og-flush og-danger" role="alert">
          {fault}
        </p>
      )}
      <Buttons conditions={conditions} onChange={put} />
    </fieldset>
  );
}

interface ButtonsProps {
  conditions: Rule["conditions"];
  onChange: (conditions: Rule["conditions"]) => void;
}

/** Adds one, or takes all away, which is asked about first. */
function Buttons({ conditions, onChange }: ButtonsProps) {
  const { t } = useTranslation("warnings");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className="og-line">
        {conditions.length < limits.conditions && (
          <Button variant="default" onClick={() => onChange([...conditions, newCondition()])}>
            {t(conditions.length === 0 ? "add" : "addMore")}
          </Button>
        )}
        {conditions.length > 1 && (
          <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
            {t("removeAll.act")}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t("removeAll.title")}
          confirm={t("removeAll.act")}
          onConfirm={() => {
            onChange([]);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          {t("removeAll.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
