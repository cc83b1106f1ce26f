import { Checkbox } from "@mantine/core";
import { lazy } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { Fold } from "../../ui/fold.tsx";
import { type Rule, withOptional } from "./rule-input.ts";
import type { Editing } from "./editing.ts";

interface Props {
  rule: Rule;
  edit: Editing;
  onChange: (rule: Rule) => void;
}

type Hours = NonNullable<Rule["activeHours"]>;

/** Few rules have hours. */
const HoursFields = lazy(() =>
  loadChunk(() => import("./hours-fields.tsx")).then((part) => ({ default: part.HoursFields })),
);

/** When a rule is judged at all, and whether it is only tried. */
export function RuleMore({ rule, edit, onChange }: Props) {
  const { t } = useTranslation("warnings");
  const { activeHours: hours, shadow } = rule;
  const put = (next: Hours | undefined) => onChange(withOptional(rule, "activeHours", next));
  const fault = edit.faultAt("activeHours");
  return (
    <Fold title={t("more.rule")} isOpen={hours !== undefined || shadow} hasFault={fault !== undefined}>
      <Checkbox
        label={t("hours.only")}
        description={t("hours.help")}
        checked={hours !== undefined}
        onChange={(event) =>
          put(event.currentTarget.checked ? { from: { time: "06:00" }, to: { time: "20:00" } } : undefined)
        }
      />
      {hours && (
        <LaterPart height={120}>
          <HoursFields hours={hours} fault={fault} onChange={put} />
        </LaterPart>
      )}
      <Checkbox
        label={t("shadow")}
        description={t("shadowHelp")}
        checked={shadow}
        onChange={(event) => onChange({ ...rule, shadow: event.currentTarget.checked })}
      />
    </Fold>
  );
}
