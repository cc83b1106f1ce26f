import { sunRenewedMs } from "@offgrid/contract/forecast/sun-renewal";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatList, formatQuantityText } from "../../../core/format.ts";
import { addCalendar, formatAge, formatTime, startOf } from "../../../core/time.ts";
import type { ChartSeries } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { useDefinition } from "../../../chart/use-definition.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { DayAnswer } from "../container.data.ts";
import { type HeldSpan, heldBack } from "./held-back.ts";
import { type PastDay, percentText, SolarDays } from "./solar-days.tsx";
import type { ChargeAhead } from "./charge-ahead.ts";
import {
  after,
  asGiven,
  comparedDay,
  computedUntil,
  historyOf,
  hoursOf,
  lowerEdge,
  outlookOf,
  type PastHour,
  pastOf,
  type SolarHistory,
  withUsed,
} from "./solar-outlook.ts";
import type { SolarForecast } from "../../../domain/weather/weather.data.ts";
import styles from "../../../domain/weather/weather.module.css";
import type { ChartMarks } from "../../../domain/charts/marked-chart.tsx";

export interface SolarCardProps {
  forecast: SolarForecast;
  /** Solar power. Undefined: not here yet, or it failed; the forecast shows without it. */
  actual: Measured | undefined;
  /** What came today, Wh; undefined: not measured. */
  todayWh: number | undefined;
  /** By quarter hours, in the order of `heldBackMetrics`. */
  quarters: Measured | undefined;
  /** Of `actual`, closer where the chart is looked at closely. */
  fine: Measured | undefined;
  now: number;
  zone: string;
  /** Start of the chart. */
  fromMs: number;
  zoom: ChartZoom;
  /** Percent of what was forecast that the panels lately gave, where that is clearly less; undefined: it is not, or not known. */
  sunPercent: number | undefined;
  /** What is expected of the battery, in words and by the hour; undefined: nothing is known of it. */
  charge: ChargeAhead | undefined;
  ahead: Parameters<typeof withUsed>[1];
  marks?: ChartMarks;
}

type Measured = Pick<DayAnswer, "t" | "series"> & Partial<Pick<DayAnswer, "coverage" | "groupBy">>;

/** Expected solar power with its range beside what was measured, and the energy of three days. */
export function SolarCard(props: SolarCardProps) {
  const { forecast, actual, todayWh, fine, now, zone, fromMs, zoom, sunPercent: percent, charge, marks } = props;
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const hours = useMemo(() => hoursOf(forecast), [forecast]);
  const past = useMemo(() => pastOf(forecast), [forecast]);
  const history = useMemo(() => historyOf(hours, columnOf(fine ?? actual), past), [hours, fine, actual, past]);
  const computedMs = computedUntil(past, actual?.t[0] ?? Infinity);
  const needsClearSky = forecast.needsClearSky && percent === undefined;
  const series = useSolarSeries(history, actual?.coverage?.[0], percent, hours[0]?.atMs);
  const held = useWhenHeldBack(props.quarters, past, zone, now);
  const yesterday = useYesterday(actual, past, held, zone, now);
  const days = withUsed(outlookOf(hours, todayWh, past, now, zone), props.ahead, { percent, nowMs: now, zone });
  const files = useDefinition({ name: t("solarChart"), metrics: [{ metric: "solar.power", type: "area" }] });
  return (
    <div className="og-stack og-mid">
      <Source
        forecast={forecast}
        now={now}
        zone={zone}
        notes={[
          computedMs !== undefined && t("computed", { time: formatTime(computedMs, "dateTime", zone, locale) }),
          forecast.setting.isGuessed && t("guessed"),
          actual && !held.isKnown && t("fullTakesLess"),
        ]}
      />
      {needsClearSky && <p className="og-note og-flush">{t("ifClear")}</p>}
      {percent !== undefined && (
        <p className="og-flush">{t("doubtfulAt", { percent: percentText(percent, locale) })}</p>
      )}
      {hours.length > 0 && (
        <SolarDays {...{ days, yesterday, zone, percent }} heldToday={held.of(days[0]?.fromMs ?? now)} />
      )}
      {charge !== undefined && (
        <p className="og-flush">{days.some(({ used }) => used?.fullFromMs) ? charge.besideFull : charge.all}</p>
      )}
      <Chart
        {...files}
        title={t("solarChart")}
        titleShown={false}
        t={history.t}
        series={series}
        zone={zone}
        zoom={zoom}
        groupBy={(fine ?? actual)?.groupBy}
        navigator
        hasForecast={hours.length > 0}
        fromMs={fromMs}
        {...(hours.length > 0 && { toMs: hours.at(-1)!.atMs })}
        {...marks}
      />
    </div>
  );
}

/** Whose forecast it is, how old, and when the next one comes; what is to be known of it unfolds below. */
function Source({
  forecast,
  now,
  zone,
  notes,
}: Pick<SolarCardProps, "forecast" | "now" | "zone"> & { notes: readonly (string | false | undefined)[] }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const { source, fetchedAt, sunDays, problem } = forecast;
  const fetchedMs = fetchedAt === null ? undefined : Date.parse(fetchedAt);
  const nextMs = (fetchedMs ?? -Infinity) + sunRenewedMs;
  const whose = [
    t(`source.${source === "clear_sky" && sunDays === 0 ? "clear_sky_alone" : source}`),
    fetchedMs !== undefined && t("fetched", { age: formatAge(ageMs(fetchedMs, now), locale) }),
    // One that did not come is not promised.
    problem === null && nextMs > now && t("next", { time: formatTime(nextMs, "time", zone, locale) }),
    source === "clear_sky" && t("hourly"),
  ]
    .filter(Boolean)
    .join(", ");
  const said = notes.filter(Boolean).join(" ");
  if (said === "") return <p className={`og-small ${styles.note}`}>{whose}</p>;
  return (
    <details className="og-details og-small">
      <summary>{whose}</summary>
      <p className={`og-flush ${styles.note}`}>{said}</p>
    </details>
  );
}

/** When the battery held the panels back, since it was full or took no more. */
interface HeldDays {
  /** It is known of some time that it did. */
  isKnown: boolean;
  /** In a sentence on the local day that begins then; undefined: it did not, or nobody knows. */
  of(dayMs: number): string | undefined;
}

function useWhenHeldBack(
  quarters: Measured | undefined,
  past: readonly PastHour[],
  zone: string,
  now: number,
): HeldDays {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const [solarW = [], soc = [], batteryW = [], currentA = [], limitA = []] = quarters?.series ?? [];
  const { full, limited, mostW, mostA } = heldBack(
    { t: quarters?.t ?? [], solarW, soc, batteryW, currentA, limitA },
    past,
    zone,
    now,
  );
  const time = (atMs: number) => formatTime(atMs, "time", zone, locale);
  const most = mostW === undefined ? formatQuantityText(mostA, "A", locale) : formatQuantityText(mostW, "W", locale);
  const sayOf = (all: readonly HeldSpan[], key: "wasFull" | "wasLimited", dayMs: number) => {
    const spans = all.filter(({ fromMs }) => startOf("day", fromMs, zone) === dayMs);
    if (spans.length === 0) return undefined;
    const times = spans.map(({ fromMs, toMs }) => t("fromTo", { from: time(fromMs), to: time(toMs) }));
    return t(key, { spans: formatList(times, locale), most });
  };
  return {
    isKnown: full.length + limited.length > 0,
    of: (dayMs) =>
      [sayOf(full, "wasFull", dayMs), sayOf(limited, "wasLimited", dayMs)].filter(Boolean).join(" ") || undefined,
  };
}

/** A forecast that was no further off than this part of it was right. */
const asForecast = 0.05;

/** What came yesterday, how far its forecast was off and to which side; undefined: nobody knows. */
function useYesterday(
  actual: Measured | undefined,
  past: readonly PastHour[],
  held: HeldDays,
  zone: string,
  now: number,
): PastDay | undefined {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const toMs = startOf("day", now, zone);
  const fromMs = addCalendar(toMs, -1, "day", zone);
  const day = comparedDay(columnOf(actual), past, { fromMs, toMs });
  if (!day) return undefined;
  const { cameWh, forecastWh, isKept } = day;
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  const why = held.of(fromMs);
  const beside = () => {
    const said = { forecast: energy(forecastWh), by: energy(Math.abs(cameWh - forecastWh)) };
    // What is computed afterwards is no forecast that was right or wrong.
    if (!isKept) return t("wasExpected", { energy: said.forecast });
    if (Math.abs(cameWh - forecastWh) <= asForecast * forecastWh) return t("yesterday.right", said);
    if (cameWh > forecastWh) return t("yesterday.tooLow", said);
    // Nobody knows what panels that were held back would have given.
    return t(why === undefined ? "yesterday.tooHigh" : "yesterday.held", said);
  };
  return { fromMs, cameWh, notes: [beside(), ...(why === undefined ? [] : [why])] };
}

/** @param aheadMs Where the forecast that is current begins; undefined: there is none. */
function useSolarSeries(
  history: SolarHistory,
  coverage: number | undefined,
  percent: number | undefined,
  aheadMs = Infinity,
): ChartSeries[] {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  return useMemo(() => {
    const shape = { unit: "W", type: "line", color: "info" } as const;
    // The forecast that was kept goes on into the one that is current: one line over what came and what is to come.
    const line = { ...shape, id: "likely", values: history.likely };
    const given = percent === undefined ? undefined : asGiven(after(history.t, history.likely, aheadMs), percent);
    const expected: ChartSeries[] =
      given === undefined || percent === undefined
        ? [{ ...line, title: t("likely") }]
        : [
            { ...line, title: t("solar") },
            {
              ...shape,
              id: "likely-ahead",
              title: t("likelyAt", { percent: percentText(percent, locale) }),
              color: "solar",
              dashed: true,
              values: given,
            },
          ];
    const measured: ChartSeries = {
      ...{ ...shape, id: "measured", title: t("measured"), type: "area", color: "solar" },
      ...{ values: history.measured, coverage },
    };
    return [
      // What has never come has no place in the legend.
      ...(history.measured.some((value) => value !== null) ? [measured] : []),
      {
        ...shape,
        id: "high",
        title: t("high"),
        type: "area",
        downTo: "low",
        band: t("range"),
        dashed: true,
        values: history.high,
      },
      { ...shape, id: "low", title: t("low"), dashed: true, values: lowerEdge(history.low, given ?? []) },
      ...expected,
    ];
  }, [history, coverage, percent, aheadMs, t, locale]);
}

function columnOf(measured: Measured | undefined) {
  return { t: measured?.t ?? [], values: measured?.series[0] ?? [] };
}
