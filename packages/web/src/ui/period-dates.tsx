import { useTranslation } from "react-i18next";

import { addCalendar, isoDay, parseIsoDay } from "../core/time.ts";
import { DateField } from "./date-field.tsx";
import type { PeriodChoice } from "./period-range.ts";

export interface PeriodDatesProps {
  /** Start of the first day and end of the last, epoch milliseconds. */
  fromMs: number;
  toMs: number;
  zone: string;
  /** What both have to be within, epoch milliseconds; a day outside of it is refused with the bound. */
  within?: { fromMs: number; toMs: number };
  onChange: (value: PeriodChoice) => void;
}

/** The first and the last day of a custom period. */
export function PeriodDates({ fromMs, toMs, zone, within, onChange }: PeriodDatesProps) {
  const { t } = useTranslation("ui");
  const setDay = (end: "from" | "to", day: string) => {
    const at = parseIsoDay(day, zone);
    if (at === undefined) return;
    const from = end === "from" ? at : fromMs;
    const to = end === "to" ? addCalendar(at, 1, "day", zone) : toMs;
    onChange({ period: "custom", from, to: Math.max(to, addCalendar(from, 1, "day", zone)) });
  };
  const [first, last] = within ? [isoDay(within.fromMs, zone), isoDay(within.toMs - 1, zone)] : [];
  return (
    <div className="og-wrap">
      <DateField
        size="xs"
        label={t("period.from")}
        value={isoDay(fromMs, zone)}
        min={first}
        max={last}
        onChange={(day) => setDay("from", day)}
      />
      <DateField
        size="xs"
        label={t("period.to")}
        value={isoDay(toMs - 1, zone)}
        min={isoDay(fromMs, zone)}
        max={last}
        onChange={(day) => setDay("to", day)}
      />
    </div>
  );
}
