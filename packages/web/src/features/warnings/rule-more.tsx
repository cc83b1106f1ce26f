import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { DaysField } from "../../ui/days-field.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { Fold } from "./fold.tsx";
import { type Rule, withOptional } from "./rule-input.ts";
import type { Editing } from "./editing.ts";

interface Props {
  rule: Rule;
  edit: Editing;
  onChange: (rule: Rule) => void;
}

type Hours = NonNullable<Rule["activeHours"]>;

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
      {hours && <HoursFields hours={hours} fault={fault} onChange={put} />}
      <Checkbox
        label={t("shadow")}
        description={t("shadowHelp")}
        checked={shadow}
        onChange={(event) => onChange({ ...rule, shadow: event.currentTarget.checked })}
      />
    </Fold>
  );
}

interface HoursProps {
  hours: Hours;
  fault: string | undefined;
  onChange: (hours: Hours) => void;
}

function HoursFields({ hours, fault, onChange }: HoursProps) {
  const { t } = useTranslation("warnings");
  const { days, ...ends } = hours;
  return (
    <>
      <div className="og-grid og-mid og-top" style={columns(150)}>
        {(["from", "to"] as const).map((end) => {
          const moment = ends[end];
          return "time" in moment ? (
            <TimeField
              key={end}
              label={t(`hours.${end}`)}
              value={moment.time}
              error={fault}
              onChange={(time) => onChange({ ...hours, [end]: { time } })}
            />
          ) : (
            // What follows the sun was written elsewhere; it stays until somebody wants a clock.
            <Button
              key={end}
              variant="default"
              onClick={() => onChange({ ...hours, [end]: { time: end === "from" ? "06:00" : "20:00" } })}
            >
              {t(`hours.${end}Clock`)}
            </Button>
          );
        })}
      </div>
      <DaysField
        legend={t("hours.days")}
        days={days ?? []}
        onChange={(next) =>
          onChange(withOptional(hours, "days", next.length === 0 || next.length === 7 ? undefined : next))
        }
      />
    </>
  );
}
