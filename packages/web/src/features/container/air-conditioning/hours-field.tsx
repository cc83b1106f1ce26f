import { Button } from "@mantine/core";
import { type AcHours, mostHours } from "@offgrid/contract/air-conditioning/ac-plan";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { DaysField } from "../../../ui/days-field.tsx";
import { TimeField } from "../../../ui/time-field.tsx";
import type { AcFaults } from "./ac-input.ts";

export interface HoursFieldProps {
  hours: readonly AcHours[];
  wrong: AcFaults;
  onChange: (hours: readonly AcHours[]) => void;
}

/** A working day, as the first span that is offered. */
const newHours: AcHours = { from: "08:00", to: "18:00" };
const edges = ["from", "to"] as const;

/** All days, as none, is every day. */
function onDays({ from, to }: AcHours, days: number[]): AcHours {
  return days.length === 0 || days.length === 7 ? { from, to } : { from, to, days };
}

/** In which hours of the day it runs. */
export function HoursField({ hours, wrong, onChange }: HoursFieldProps) {
  const { t } = useTranslation("air-conditioning");
  const faultOf = (field: string) => wrong[field] && t(`wrong.${wrong[field]}`);
  const change = (place: number, span: AcHours) => onChange(hours.map((one, index) => (index === place ? span : one)));
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-strong">{t("hours.title")}</legend>
      <p className="og-note">{t(hours.length === 0 ? "hours.always" : "hours.help")}</p>
      <ol className="og-plain-list og-close-stack og-lined">
        {hours.map((span, place) => (
          <li key={place}>
            <div role="group" aria-label={t("hours.one", { number: place + 1 })} className="og-close-stack">
              <div className="og-grid og-mid og-top" style={columns(130)}>
                {edges.map((edge) => (
                  <TimeField
                    key={edge}
                    label={t(`hours.${edge}`)}
                    value={span[edge]}
                    error={faultOf(`hours.${place}.${edge}`)}
                    onChange={(time) => change(place, { ...span, [edge]: time })}
                  />
                ))}
                <div>
                  <Button
                    variant="subtle"
                    aria-label={t("hours.removeNamed", { number: place + 1 })}
                    mt={{ base: 0, xs: 24 }}
                    onClick={() => onChange(hours.filter((_, index) => index !== place))}
                  >
                    {t("hours.remove")}
                  </Button>
                </div>
              </div>
              <DaysField
                legend={t("hours.days")}
                days={span.days ?? []}
                onChange={(days) => change(place, onDays(span, days))}
              />
            </div>
          </li>
        ))}
      </ol>
      {hours.length < mostHours && (
        <div className="og-line">
          <Button variant="default" onClick={() => onChange([...hours, newHours])}>
            {t("hours.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
