import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { columns } from "../../../ui/columns.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type DayOutlook, sunOf } from "./solar-outlook.ts";
import styles from "../../../domain/weather/weather.module.css";

interface Condition {
  /** Of what is forecast, the share that the panels lately gave; undefined: all of it is expected. */
  percent: number | undefined;
}

export const percentText = (percent: number, locale: LocaleCode) => formatQuantityText(percent, "percent", locale);

interface SolarDaysProps extends Condition {
  /** From today on. */
  days: readonly DayOutlook[];
  /** The day before them; undefined: nothing is known of it, or there is no room. */
  yesterday?: PastDay | undefined;
  /** Why panels gave less than expected until now today, in a sentence. */
  heldToday?: string | undefined;
  zone: string;
}

/** A day that is over, in words. */
export interface PastDay {
  fromMs: number;
  cameWh: number;
  /** How that is beside what was forecast, and why. */
  notes: readonly string[];
}

/** The energy of some days: what came, and what is to come. */
export function SolarDays({ days, yesterday, heldToday, ...shown }: SolarDaysProps) {
  return (
    <ul className={styles.outlook} style={columns(180, { isFilled: true })}>
      {yesterday && <Yesterday day={yesterday} zone={shown.zone} />}
      {days.map((day, index) => (
        <DayEnergy
          key={day.fromMs}
          day={day}
          isToday={index === 0}
          held={index === 0 ? heldToday : undefined}
          {...shown}
        />
      ))}
    </ul>
  );
}

function Yesterday({ day: { fromMs, cameWh, notes }, zone }: { day: PastDay; zone: string }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  return (
    <li className="og-frame og-stack og-top og-tight">
      <span className="og-small">{t("yesterday.day", { date: formatTime(fromMs, "weekday", zone, locale) })}</span>
      <strong>{t("came", { energy: formatQuantityText(cameWh, "Wh", locale) })}</strong>
      {notes.map((note) => (
        <span key={note} className="og-small">
          {note}
        </span>
      ))}
    </li>
  );
}

interface DayEnergyProps extends Condition {
  day: DayOutlook;
  held: string | undefined;
  isToday: boolean;
  zone: string;
}

/** How much of the sun that is to come will be used, and why not all of it; undefined: all of it, or nobody knows. */
function useUsed({ used }: DayOutlook, zone: string): string | undefined {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  if (!used) return undefined;
  const energy = formatQuantityText(used.wh, "Wh", locale);
  if (used.isFullNow) return t("usedFullNow", { energy });
  if (used.fullFromMs === undefined) return t("usedLimited", { energy });
  return t("usedFull", { energy, time: formatTime(used.fullFromMs, "time", zone, locale) });
}

/** Sentences one after the other. */
const inRow = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(" ");

/** What was expected of a day that is over; where nothing was measured, as it is computed. */
function WasExpected({ day: { measuredWh, dueWh, computedWh } }: { day: DayOutlook }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const wh = measuredWh === undefined ? computedWh : dueWh;
  if (wh === undefined) return null;
  const energy = formatQuantityText(wh, "Wh", locale);
  return <span className="og-small">{t(measuredWh === undefined ? "wasExpected" : "ofExpected", { energy })}</span>;
}

/** What a day brought and brings, each figure with its meaning. */
function DayEnergy({ day, isToday, held, zone, percent }: DayEnergyProps) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  const sun = sunOf(day, percent);
  const { measuredWh } = day;
  const date = formatTime(day.fromMs, "weekday", zone, locale);
  const used = useUsed(day, zone);
  const likelyWh = (day.likelyWh * (percent ?? 100)) / 100;
  const range = { low: energy(Math.min(day.lowWh, likelyWh)), high: energy(day.highWh) };
  const forecast = { energy: energy(day.likelyWh), ...range };
  const atShare = percent !== undefined && {
    energy: energy(likelyWh),
    percent: percentText(percent, locale),
  };
  return (
    <li className="og-frame og-stack og-top og-tight">
      <span className="og-small">{isToday ? t("today", { date }) : date}</span>
      {sun === "ahead" ? (
        <>
          <strong>{t("expected", atShare || forecast)}</strong>
          <span className="og-small">
            {atShare ? t("ifAtShare", { ...forecast, percent: atShare.percent }) : t("between", range)}
          </span>
        </>
      ) : (
        <>
          <strong>
            {measuredWh === undefined
              ? t("cameUnknown")
              : t(sun === "over" ? "came" : "soFar", { energy: energy(measuredWh) })}
          </strong>
          {sun === "over" && <WasExpected day={day} />}
          {sun === "under_way" && (
            <span className="og-small">
              {inRow(
                atShare ? t("toComeAt", { ...range, ...atShare, forecast: forecast.energy }) : t("toCome", forecast),
                // Of nothing so far, the day is what is to come.
                measuredWh !== undefined && measuredWh > 0 && t("inAll", { energy: energy(measuredWh + likelyWh) }),
              )}
            </span>
          )}
        </>
      )}
      {/* What the sun offers and what is used of it are two things. */}
      {sun !== "over" && used !== undefined && <span className="og-small">{used}</span>}
      {held !== undefined && <span className="og-small">{held}</span>}
      {day.isPartial && sun !== "over" && <span className="og-small">{t("partial")}</span>}
    </li>
  );
}
