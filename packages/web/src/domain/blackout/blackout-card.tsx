import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { useElementSize } from "@mantine/hooks";
import { type ReactNode, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";

import { hoursAheadText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText } from "../../core/format.ts";
import { formatAge, formatTime, startOf } from "../../core/time.ts";
import { timeTicks } from "../../chart/ticks.ts";
import { ageMs } from "../../ui/freshness.ts";
import { DefinitionsLink } from "../definitions/definitions-link.tsx";
import { EnergyShape } from "../energy-state/energy-mark.tsx";
import { asText } from "../energy-state/energy-words.ts";
import type { TimeLeft } from "../energy-flow/time-left.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./blackout-card.module.css";
import { BlackoutWhy } from "./blackout-why.tsx";
import {
  type BlackoutCardProps,
  cutOffKnown,
  needsSkyNote,
  useBlackoutSentences,
  usePartOff,
} from "./blackout-words.ts";
import { chargeKnots } from "./charge-knots.ts";
import { socBand } from "./soc-band.ts";

const width = 480;
const height = 96;
/** With as much, every sixth of 48 hours is written, and with less every twelfth. */
const tickRoomPx = { wide: 600, narrow: 320 } as const;
/** Eight words of the hours beside each other. */
const wideFromPx = 8 * 40;
/** Half of the longest word below the drawing. */
const halfWordPx = 22;

const nothing: ReadonlySet<string> = new Set();
const note = "og-note og-before-less og-after-less";

/** When loads are cut: one sentence, the expected charge of 48 hours with its range, and why. */
export function BlackoutCard({
  timeLeft,
  saidAbove = nothing,
  ...props
}: BlackoutCardProps & {
  timeLeft?: TimeLeft | undefined;
  /** Sentences that the page has above the card, and that it leaves out where others are left to lead it. */
  saidAbove?: ReadonlySet<string> | undefined;
}) {
  const { t } = useTranslation("blackout");
  const { forecast, energy, now } = props;
  const locale = useLocale();
  const { sentences, range, after, ended } = useBlackoutSentences(props);
  const left = sentences.filter((one) => !saidAbove.has(one));
  // What is not said yet leads; else what is said above, so that the page names one time alone for one cut.
  const isUnknown = energy.level === "unknown" && left.length === 0;
  const lead = isUnknown ? t("noCharge") : asText(left.length > 0 ? left : sentences);
  const then = after === undefined || saidAbove.has(after) ? undefined : after;
  const partOff = usePartOff(forecast);
  const { cutOff } = forecast;
  const isDoubtful = forecast.sunPercent !== null;
  // A cut that may not come is not shown as a grave one, nor what is expected beside a state that stands above.
  const isCalm = energy.countsOff === true || (left.length > 0 && left.length < sentences.length);
  return (
    <>
      <p className={`${styles.sentence} og-grave`} data-level={isCalm ? undefined : energy.level}>
        <EnergyShape level={energy.level} isMuted={isCalm} />
        <strong className="og-strong">{lead}</strong>
      </p>
      {range !== undefined && <p className={note}>{range}</p>}
      {then !== undefined && <p className={note}>{then}.</p>}
      {needsSkyNote(props) && <p className={note}>{t("ifClear")}</p>}
      {partOff !== undefined && <p className={note}>{partOff}</p>}
      {ended !== undefined && !saidAbove.has(ended) && <p className={note}>{ended}.</p>}
      {forecast.hasGenerator && <p className={note}>{t("generator")}</p>}
      {forecast.loadOnly && <p className={note}>{t("loadOnly")}</p>}
      <Band {...props} isDoubtful={isDoubtful} />
      <p className={note}>
        {t(`cutOffNote.${cutOffKnown(forecast, energy)}`, {
          percent: formatQuantityText(cutOff.soc, "percent", locale),
          seen: formatQuantityText(cutOff.seenSoc, "percent", locale),
        })}
      </p>
      {timeLeft !== undefined && saysMore(timeLeft, forecast) && (
        <p className={note}>
          {t(`atThisPower.${timeLeft.until}`, {
            time: hoursAheadText(timeLeft.hours, locale),
            percent: formatQuantityText(cutOff.soc, "percent", locale),
          })}
        </p>
      )}
      {forecast.t.length > 0 && (
        <p className={note}>{t("computed", { age: formatAge(ageMs(Date.parse(forecast.at), now), locale) })}</p>
      )}
      <BlackoutWhy {...props} />
      <DefinitionsLink page="blackout" />
    </>
  );
}

/**
 * Does the present power say something that the forecast does not? When a battery is full is said once, and what lies
 * beyond the hours of the forecast belongs to the energy flow.
 */
function saysMore({ until, hours }: TimeLeft, { fullAt, t }: BlackoutForecast): boolean {
  return (until !== "full" || fullAt === null) && hours <= t.length;
}

/** The expected state of charge: the line is as likely above as below, the band holds eight cases of ten. */
function Band({ forecast, zone, isDoubtful }: Pick<BlackoutCardProps, "forecast" | "zone"> & { isDoubtful: boolean }) {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const titleId = useId();
  const { ref, width: roomPx } = useElementSize();
  const { times, series } = chargeKnots(forecast);
  const band = socBand(times, series, width, height);
  const [first, last] = [times[0], times.at(-1)];
  if (!band || first === undefined || last === undefined) return null;
  const lowest = times.reduce((low, _, index) => (series.middle[index]! < series.middle[low]! ? index : low), 0);
  const limits = limitsOf(forecast);
  const ticks = ticksOf(first, last, zone, roomPx);
  const percent = (value: number | undefined) => formatQuantityText(value, "percent", locale);
  return (
    <figure className={styles.plot}>
      <Scaled ticks={ticks} zone={zone} plot={ref} roomPx={roomPx}>
        <div className="og-relative" style={{ borderBottom: "1px solid var(--og-border-strong)" }}>
          <svg
            className={styles.band}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-labelledby={titleId}
          >
            <title id={titleId}>
              {t("band", {
                low: percent(series.middle[lowest]),
                at: formatTime(times[lowest] ?? first, "dateTime", zone, locale),
                end: percent(series.middle.at(-1)),
              })}
            </title>
            <TickLines ticks={ticks} />
            <path fill="var(--og-soc)" opacity={isDoubtful ? 0.15 : 0.35} d={band.area} />
            {limits.map(({ kind, soc }) => (
              <path
                key={kind}
                className={styles.limit}
                data-kind={kind}
                d={`M0 ${height * (1 - soc / 100)}H${width}`}
              />
            ))}
            <path
              fill="none"
              stroke="var(--og-text)"
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
              {...(isDoubtful && { opacity: 0.5, strokeDasharray: "3 3" })}
              d={band.line}
            />
          </svg>
        </div>
      </Scaled>
      <LimitWords limits={limits} percent={percent} />
      <figcaption className="og-small og-before-less">{t(isDoubtful ? "keyDoubtful" : "key")}</figcaption>
    </figure>
  );
}

/** What the lines of the limits are. Beside these the words would hide the curve just where it meets them. */
function LimitWords({ limits, percent }: { limits: readonly Limit[]; percent: (value: number) => string }) {
  const { t } = useTranslation("blackout");
  return (
    <ul className="og-plain-list og-line og-small og-before-less">
      {limits.map(({ kind, soc }) => (
        <li key={kind} className={styles.limitWord} data-kind={kind}>
          {t(kind, { percent: percent(soc) })}
        </li>
      ))}
    </ul>
  );
}

function TickLines({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map(({ atMs, share, isMidnight }) => (
    <line
      key={atMs}
      x1={width * share}
      x2={width * share}
      y2={height}
      stroke={isMidnight ? "var(--og-border-strong)" : "var(--og-border)"}
      vectorEffect="non-scaling-stroke"
    />
  ));
}

interface Tick {
  atMs: number;
  /** Of the width, 0..1. */
  share: number;
  isMidnight: boolean;
}

/** Hours with room for their words below the card's drawing; midnights among them part the days. */
function ticksOf(fromMs: number, toMs: number, zone: string, roomPx: number): Tick[] {
  return timeTicks(fromMs, toMs, zone, tickRoomPx[roomPx < wideFromPx ? "narrow" : "wide"]).at.map((atMs) => ({
    atMs,
    share: (atMs - fromMs) / (toMs - fromMs),
    isMidnight: startOf("day", atMs, zone) === atMs,
  }));
}

interface ScaledProps {
  ticks: readonly Tick[];
  zone: string;
  plot: Ref<HTMLDivElement>;
  /** Width of the drawing, CSS pixels. */
  roomPx: number;
  children: ReactNode;
}

/** A drawing with its scale beside it, and below it hours and, in place of midnight, the day that begins. */
function Scaled({ ticks, zone, plot, roomPx, children }: ScaledProps) {
  const locale = useLocale();
  return (
    <div className="og-ends">
      <div className="og-small og-number og-close-stack og-ends" style={{ height: "var(--band)" }} aria-hidden>
        {[100, 50, 0].map((level) => (
          <span key={level}>{formatQuantityText(level, "percent", locale)}</span>
        ))}
      </div>
      <div className="og-rest" ref={plot}>
        {children}
        <div className="og-small og-number og-relative og-before-less" style={{ height: "1.5em" }} aria-hidden>
          {ticks.map(({ atMs, share, isMidnight }) => (
            <span
              key={atMs}
              className={isMidnight ? "og-medium" : undefined}
              style={{
                position: "absolute",
                left: `${100 * share}%`,
                // The last one ends with the drawing: what is wider than its card is scrolled.
                transform: `translateX(${roomPx * (1 - share) < halfWordPx ? "-100%" : "-50%"})`,
                whiteSpace: "nowrap",
              }}
            >
              {formatTime(atMs, isMidnight ? "dayMonth" : "hour", zone, locale)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

interface Limit {
  kind: "reserve" | "cutOff" | "both";
  soc: number;
}

/** The levels that count: where loads are cut, and what should be left; one line where they are the same. */
function limitsOf({ reserveSoc, cutOff }: BlackoutForecast): Limit[] {
  if (Math.round(reserveSoc) === Math.round(cutOff.soc)) return [{ kind: "both", soc: cutOff.soc }];
  return [
    { kind: "reserve", soc: reserveSoc },
    { kind: "cutOff", soc: cutOff.soc },
  ];
}
