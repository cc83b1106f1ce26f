import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime, isoDay } from "../core/time.ts";
import { DateField } from "./date-field.tsx";
import type { TimeRange } from "./period-range.ts";
import { rangeOfTexts, type RangeTexts, rangeTexts, type WrongEnd, wrongEnd } from "./range-texts.ts";
import { TimeField } from "./time-field.tsx";
import { useLocale } from "./use-locale.ts";

interface RangeFieldsProps extends TimeRange {
  /** Whose days and clocks are meant. */
  zone: string;
  /** What both ends have to be within; one that is typed outside of it is refused with the bound. */
  within?: TimeRange;
  /** True: small and in one row where there is room, as in a bar. */
  isRow?: boolean;
  /** Said below, after what an empty time means. */
  note?: string;
  onChange: (range: TimeRange) => void;
}

const pair: CSSProperties = { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)", gap: 12, alignItems: "start" };
const pairOfRow: CSSProperties = { gridTemplateColumns: "136px 104px", gap: 8, alignItems: "start" };

/** What the fields hold: the range, or what was typed and is none, until the range becomes another one. */
function useRangeTexts({ fromMs, toMs, zone, within, onChange }: RangeFieldsProps) {
  const [refused, setRefused] = useState<{ texts: RangeTexts; of: TimeRange; wrong: WrongEnd }>();
  // What changed the range meanwhile, such as an undo, is shown.
  const isRefused = refused?.of.fromMs === fromMs && refused.of.toMs === toMs;
  const before = { fromMs, toMs };
  const texts = isRefused ? refused.texts : rangeTexts(before, zone);
  const change = (part: Partial<RangeTexts>) => {
    const { fromDay, fromTime, toDay, toTime } = { ...texts, ...part };
    const next =
      fromDay > toDay ? { fromDay, fromTime, toDay: fromDay, toTime: "" } : { fromDay, fromTime, toDay, toTime };
    const range = rangeOfTexts(next, before, zone);
    if (!range) return;
    const wrong = wrongEnd(range, next, { before, within });
    setRefused(wrong && { texts: next, of: before, wrong });
    if (!wrong && (range.fromMs !== fromMs || range.toMs !== toMs)) onChange(range);
  };
  return { texts, wrong: isRefused ? refused.wrong : undefined, change };
}

/**
 * The first and the last day of a time, each with a time of day where it is not the whole day. An end that is not after the
 * beginning stays in its field with the reason, and what is shown goes on with the range before.
 */
export function RangeFields(props: RangeFieldsProps) {
  const { zone, within, isRow = false, note } = props;
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const { texts, wrong, change } = useRangeTexts(props);
  const bound = (atMs = 0) => formatTime(atMs, "dateTime", zone, locale);
  const wrongOf = (end: WrongEnd["end"]) => {
    if (wrong?.end !== end) return undefined;
    if (wrong.why === "order") return t("period.order");
    return wrong.why === "early"
      ? t("period.early", { time: bound(within?.fromMs) })
      : t("period.late", { time: bound(within?.toMs) });
  };
  const first = within && isoDay(within.fromMs, zone);
  const last = within && isoDay(within.toMs - 1, zone);
  const end = (name: WrongEnd["end"]) => ({ isRow, max: last, error: wrongOf(name) });
  return (
    <div className="og-close-stack">
      <div className={isRow ? "og-wrap" : "og-close-stack"}>
        <EndFields
          {...end("from")}
          labels={[t("period.from"), t("period.fromClock")]}
          values={[texts.fromDay, texts.fromTime]}
          min={first}
          onDay={(fromDay) => change({ fromDay })}
          onTime={(fromTime) => change({ fromTime })}
        />
        <EndFields
          {...end("to")}
          labels={[t("period.to"), t("period.toClock")]}
          values={[texts.toDay, texts.toTime]}
          min={texts.fromDay}
          onDay={(toDay) => change({ toDay })}
          onTime={(toTime) => change({ toTime })}
        />
      </div>
      <p className="og-note og-flush">
        {t("period.wholeDays")}
        {note !== undefined && ` ${note}`}
      </p>
    </div>
  );
}

interface EndFieldsProps {
  isRow: boolean;
  /** Of the day, and of its time for those who hear it by itself. */
  labels: readonly [day: string, time: string];
  values: readonly [day: string, time: string];
  min: string | undefined;
  max: string | undefined;
  error: string | undefined;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
}

/** A day and its time. */
function EndFields({ isRow, labels, values, min, max, error, onDay, onTime }: EndFieldsProps) {
  const { t } = useTranslation("ui");
  const size = isRow ? "xs" : "sm";
  return (
    <div className="og-grid" style={isRow ? pairOfRow : pair}>
      <DateField size={size} label={labels[0]} value={values[0]} min={min} max={max} onChange={onDay} />
      <TimeField
        size={size}
        label={t("period.clock")}
        aria-label={labels[1]}
        value={values[1]}
        isSetWhenLeft
        error={error}
        onChange={onTime}
      />
    </div>
  );
}
