import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DateField } from "../../ui/date-field.tsx";
import type { TimeRange } from "../../ui/period-range.ts";
import { TimeField } from "../../ui/time-field.tsx";
import { rangeOfTexts, type RangeTexts, rangeTexts } from "./range-texts.ts";

interface RangeFieldsProps extends TimeRange {
  /** Whose days and clocks are meant. */
  zone: string;
  onChange: (range: TimeRange) => void;
}

const twoColumns = { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)", gap: 12, alignItems: "start" } as const;

/**
 * The first and the last day of a chart, each with a time where it is not the whole day. An end that is not after the
 * beginning stays in its field with the reason, and the chart goes on with the range before.
 */
export function RangeFields({ fromMs, toMs, zone, onChange }: RangeFieldsProps) {
  const { t } = useTranslation(["charts", "ui"]);
  const [refused, setRefused] = useState<RangeTexts & TimeRange>();
  // What changed the range meanwhile, such as an undo, is shown.
  const isRefused = refused?.fromMs === fromMs && refused.toMs === toMs;
  const texts = isRefused ? refused : rangeTexts({ fromMs, toMs }, zone);
  const change = (part: Partial<RangeTexts>) => {
    const { fromDay, fromTime, toDay, toTime } = { ...texts, ...part };
    const next =
      fromDay > toDay ? { fromDay, fromTime, toDay: fromDay, toTime: "" } : { fromDay, fromTime, toDay, toTime };
    const range = rangeOfTexts(next, { fromMs, toMs }, zone);
    if (!range) return;
    const isOrdered = range.fromMs < range.toMs;
    setRefused(isOrdered ? undefined : { ...next, fromMs, toMs });
    if (isOrdered && (range.fromMs !== fromMs || range.toMs !== toMs)) onChange(range);
  };
  return (
    <div className="og-close-stack">
      <div className="og-grid" style={twoColumns}>
        <DateField label={t("ui:period.from")} value={texts.fromDay} onChange={(fromDay) => change({ fromDay })} />
        <TimeField
          label={t("time.clock")}
          aria-label={t("time.fromClock")}
          value={texts.fromTime}
          isSetWhenLeft
          onChange={(fromTime) => change({ fromTime })}
        />
        <DateField
          label={t("ui:period.to")}
          value={texts.toDay}
          min={texts.fromDay}
          onChange={(toDay) => change({ toDay })}
        />
        <TimeField
          label={t("time.clock")}
          aria-label={t("time.toClock")}
          value={texts.toTime}
          isSetWhenLeft
          error={isRefused && t("time.order")}
          onChange={(toTime) => change({ toTime })}
        />
      </div>
      <p className="og-note og-flush">{t("time.wholeDays")}</p>
    </div>
  );
}
