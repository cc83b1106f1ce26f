import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../core/after-paint.ts";
import { loadChunk } from "../core/chunk.ts";
import { rangeWords } from "../core/time.ts";
import styles from "./period-bar.module.css";
import { rangeOf, stepPeriod, type Period, type PeriodChoice, type TimeRange } from "./period-range.ts";
import { useLocale } from "./use-locale.ts";

// Fields are a part of the library that a bar without them does without.
const RangeFields = lazy(() =>
  loadChunk(() => import("./range-fields.tsx")).then((part) => ({ default: part.RangeFields })),
);

export interface PeriodBarProps {
  value: PeriodChoice;
  onChange: (value: PeriodChoice) => void;
  /** Offered periods in their order. */
  periods?: readonly Period[];
  /** The present, epoch milliseconds. */
  now: number;
  zone: string;
  /** False: the dates it means are not the same for all that is shown, and stand beside each. */
  isDated?: boolean;
  /** What is shown of the period where that is not exactly itself, such as whole hours. */
  shown?: TimeRange;
  /** What is below it is to be seen without scrolling: the periods are a list that opens. */
  isLow?: boolean;
}

const usual: readonly Period[] = ["today", "yesterday", "7_days", "30_days"];

/** Choice of a period with steps back and forth, and the dates it means. `timeReady()` must have been awaited. */
export function PeriodBar({
  value,
  onChange,
  periods = usual,
  now,
  zone,
  isDated = true,
  shown,
  isLow = false,
}: PeriodBarProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const { fromMs, toMs } = rangeOf(value, now, zone);

  // What ends now says another time each minute, which nobody asked to hear.
  const isMoving = toMs === now;

  const { pressed, press } = usePressed(value);

  const choose = (period: Period) =>
    press(period, () => onChange(period === "custom" ? { period, from: fromMs, to: toMs } : { period }));

  return (
    <div className="og-line" style={isLow ? { columnGap: 8 } : undefined}>
      <Periods {...{ periods, pressed, isLow }} onChoose={choose} />
      {/* Dates beside the list go on in a second line. */}
      <div className="og-row" style={isLow ? { flex: "1 1 0" } : undefined}>
        <ActionIcon
          variant="default"
          size={isLow ? 40 : 32}
          aria-label={t("period.earlier")}
          onClick={() => onChange(stepPeriod(value, -1, now, zone))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        {isDated && (
          <span className="og-note og-number" aria-live={isMoving ? "off" : "polite"}>
            {rangeWords(shown ?? { fromMs, toMs }, zone, locale)}
          </span>
        )}
        <ActionIcon
          variant="default"
          size={isLow ? 40 : 32}
          aria-label={t("period.later")}
          disabled={toMs >= now}
          onClick={() => onChange(stepPeriod(value, 1, now, zone))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      {value.period === "custom" && periods.includes("custom") && (
        <Suspense>
          <RangeFields
            {...{ fromMs, toMs, zone }}
            isRow
            onChange={(range) => onChange({ period: "custom", from: range.fromMs, to: range.toMs })}
          />
        </Suspense>
      )}
    </div>
  );
}

interface PeriodsProps {
  periods: readonly Period[];
  pressed: Period;
  isLow: boolean;
  onChoose: (period: Period) => void;
}

function Periods({ periods, pressed, isLow, onChoose }: PeriodsProps) {
  const { t } = useTranslation("ui");
  if (isLow) {
    return (
      <select
        className={`og-no-print ${styles.choice}`}
        aria-label={t("period.label")}
        value={pressed}
        onChange={(event) => onChoose(event.currentTarget.value as Period)}
      >
        {periods.map((period) => (
          <option key={period} value={period}>
            {t(`period.${period}`)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <fieldset className="og-no-print og-plain-group og-wrap og-tight" aria-label={t("period.label")}>
      {periods.map((period) => (
        <button
          key={period}
          type="button"
          className={styles.choice}
          aria-pressed={period === pressed}
          onClick={() => onChoose(period)}
        >
          {t(`period.${period}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** The period that is marked: the one that was pressed, from the press on, although the page follows a moment later. */
function usePressed({ period, from, to }: PeriodChoice) {
  const given = `${period} ${from} ${to}`;
  const [last, setLast] = useState<{ given: string; pressed?: Period }>({ given });
  if (last.given !== given) setLast({ given });
  return {
    pressed: (last.given === given && last.pressed) || period,
    press: (pressed: Period, follow: () => void) => {
      setLast({ given, pressed });
      void afterPaint().then(follow);
    },
  };
}
