import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { DaysField } from "../../ui/days-field.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { type Rule, withOptional } from "./rule-input.ts";

type Hours = NonNullable<Rule["activeHours"]>;

interface HoursProps {
  hours: Hours;
  fault: string | undefined;
  onChange: (hours: Hours) => void;
}

/** From when to when a rule is judged, and on which days. */
export function HoursFields({ hours, fault, onChange }: HoursProps) {
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
