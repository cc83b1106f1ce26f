import { durationText } from "@offgrid/contract/core/duration-text";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText, missing } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { DayOfCharge, SevenDays } from "./seven-days.ts";
import styles from "./seven-days.module.css";

export interface DayColumnsProps {
  week: SevenDays;
  /** Percent; undefined: not known. */
  reserve: number;
  zone: string;
  /** What is said before the figures of the charge. */
  first?: ReactNode;
  /** How long the loads had no power on a day, ms; left out: nobody knows. */
  darkMs?: (day: DayOfCharge) => number;
  /** The day whose history is shown below. */
  openDay: string | undefined;
  onOpen: (day: string | undefined) => void;
}

/** "20 – 85 %", and of a day on which it did not change by a whole one "20 %". */
function rangeText({ lowest, highest }: Record<"lowest" | "highest", number>, percent: (value: number) => string) {
  const low = Math.round(lowest);
  return low === Math.round(highest) ? percent(low) : `${low} – ${percent(highest)}`;
}

/** By whole percents, as both are written: a day that reads as the reserve itself is not below it. */
const isShownBelow = (charge: number, reserve: number) => Math.round(charge) < Math.round(reserve);

/** Levels of charge that are named beside the columns, percent: none is so near the reserve that its name lies over that one's. */
const scaleBeside = (reserve: number) => [0, 50, 100].filter((level) => Math.abs(level - reserve) > 10);

/** A column per day from its lowest to its highest charge with its mean; each opens its history. */
export function DayColumns({ week, reserve, zone, first, darkMs, openDay, onOpen }: DayColumnsProps) {
  const { t } = useTranslation("seven-days");
  const locale = useLocale();
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  return (
    <>
      <dl className="og-facts og-wrap og-after-most" style={{ gap: "8px 32px" }}>
        {first}
        <div>
          <dt>{t("full")}</dt>
          <dd>{t("fullDays", { count: week.fullDays })}</dd>
        </div>
        {week.deepest && (
          <div>
            <dt>{t("deepest")}</dt>
            <dd>
              {percent(week.deepest.percent)} <small>{formatTime(week.deepest.atMs, "dateTime", zone, locale)}</small>
            </dd>
          </div>
        )}
        <div>
          <dt>{t("reserve")}</dt>
          <dd>{percent(reserve)}</dd>
        </div>
      </dl>
      <div className={styles.frame}>
        <span className={styles.plot} aria-hidden>
          {scaleBeside(reserve).map((level) => (
            <span key={level} className={styles.level} style={{ bottom: `${level}%` }}>
              <span className="og-nowrap og-text-12">{percent(level)}</span>
            </span>
          ))}
          <span className={styles.level} data-reserve style={{ bottom: `${reserve}%` }}>
            <span className="og-nowrap og-text-12">{percent(reserve)}</span>
          </span>
        </span>
        <ol className="og-plain-list og-grid og-tight" style={{ gridTemplateColumns: "repeat(7, minmax(0, 1fr))" }}>
          {week.days.map((day) => (
            <li key={day.iso}>
              <Column {...{ day, reserve, zone, onOpen }} darkMs={darkMs?.(day) ?? 0} isOpen={day.iso === openDay} />
            </li>
          ))}
        </ol>
      </div>
      <p className="og-note og-before">{t("columnsHint")}</p>
      {week.dataFromMs !== undefined && (
        <p className="og-note">{t("dataFrom", { date: formatTime(week.dataFromMs, "dateTime", zone, locale) })}</p>
      )}
    </>
  );
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

interface ColumnProps extends Pick<DayColumnsProps, "reserve" | "zone" | "onOpen"> {
  day: DayOfCharge;
  darkMs: number;
  isOpen: boolean;
}

function Column({ day, darkMs, reserve, zone, isOpen, onOpen }: ColumnProps) {
  const { t } = useTranslation("seven-days");
  const locale = useLocale();
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  const { charge, fullAtMs, fromMs, iso } = day;
  const name = formatTime(fromMs, "weekday", zone, locale);
  const words = charge
    ? t("column", {
        day: name,
        lowest: percent(charge.lowest),
        mean: percent(charge.mean),
        highest: percent(charge.highest),
      })
    : t("blank", { day: name });
  // Within that hour: other screens know the minute.
  const full = fullAtMs === undefined ? undefined : formatTime(fullAtMs + hourMs, "hour", zone, locale);
  const dark = darkMs < minuteMs ? undefined : durationText(darkMs / 1_000, locale);
  const said = [
    words,
    full !== undefined && t("fullAt", { time: full }),
    dark !== undefined && t("darkFor", { span: dark }),
  ];
  return (
    <button
      type="button"
      className={styles.day}
      aria-label={said.filter(Boolean).join(" ")}
      aria-pressed={isOpen}
      onClick={() => onOpen(isOpen ? undefined : iso)}
    >
      <span className={styles.column} data-blank={charge === undefined || undefined}>
        {charge && (
          <>
            <span
              className={styles.range}
              style={{ bottom: `${charge.lowest}%`, height: `${Math.max(1, charge.highest - charge.lowest)}%` }}
            />
            {isShownBelow(charge.lowest, reserve) && (
              <span
                className={styles.below}
                style={{
                  bottom: `${charge.lowest}%`,
                  height: `${Math.max(1, Math.min(reserve, charge.highest) - charge.lowest)}%`,
                }}
              />
            )}
            <span className={styles.mean} style={{ bottom: `${charge.mean}%` }} />
          </>
        )}
      </span>
      <strong className="og-strong">{name}</strong>
      <span className={`og-number ${charge && isShownBelow(charge.lowest, reserve) ? "og-amber" : "og-muted"}`}>
        {charge ? rangeText(charge, percent) : missing}
      </span>
      <BelowColumn full={full} dark={dark} />
    </button>
  );
}

/** By when a day was full, and for how long it had no power. */
function BelowColumn({ full, dark }: Record<"full" | "dark", string | undefined>) {
  const { t } = useTranslation("seven-days");
  return (
    <>
      {(full !== undefined || dark === undefined) && (
        <span className="og-muted" style={{ minHeight: 16 }}>
          {full === undefined ? "" : t("fullShort", { time: full })}
        </span>
      )}
      {dark !== undefined && <span className="og-danger">{t("darkShort", { span: dark })}</span>}
    </>
  );
}
