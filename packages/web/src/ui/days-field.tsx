import { useId } from "react";

import { weekdayName } from "../core/time.ts";
import { useLocale } from "./use-locale.ts";

export interface DaysFieldProps {
  legend: string;
  /** 1 is Monday. */
  days: readonly number[];
  error?: string | undefined;
  onChange: (days: number[]) => void;
}

/** Days of the week, each to be chosen by itself. */
export function DaysField({ legend, days, error, onChange }: DaysFieldProps) {
  const locale = useLocale();
  const errorId = useId();
  const toggle = (day: number) =>
    onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort((one, other) => one - other));
  return (
    <fieldset className="og-plain-group og-close-stack" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="og-legend og-small">{legend}</legend>
      <div className="og-wrap og-tight">
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <button
            key={day}
            type="button"
            className="og-choice"
            style={{ minHeight: 36 }}
            aria-label={weekdayName(day, locale, "long")}
            aria-pressed={days.includes(day)}
            // Whoever was refused is taken to the first of them.
            data-wrong={(error !== undefined && day === 1) || undefined}
            onClick={() => toggle(day)}
          >
            {weekdayName(day, locale, "short")}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="og-flush og-small" style={{ color: "var(--og-danger)" }} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
