import type { Place } from "@offgrid/contract/core/moments";
import { bandsWh, type LightBand, lightBands, type LightPlan } from "@offgrid/contract/street-lights/light-level";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { addCalendar, formatTime, startOf } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface WeekPreviewProps {
  plan: LightPlan;
  place: Place;
  now: number;
}

const nights = 7;
const hourMs = 3_600_000;

interface Night {
  fromMs: number;
  toMs: number;
  bands: LightBand[];
}

/** The coming nights, each from noon to noon of the place, by the same function that its controller follows. */
function nightsOf(plan: LightPlan, place: Place, now: number): Night[] {
  const { zoneName } = place;
  const today = startOf("day", now, zoneName);
  return Array.from({ length: nights }, (_, ahead) => {
    const fromMs = addCalendar(today, ahead, "day", zoneName) + 12 * hourMs;
    const toMs = addCalendar(today, ahead + 1, "day", zoneName) + 12 * hourMs;
    return { fromMs, toMs, bands: lightBands(plan, place, fromMs, toMs) };
  });
}

/** How a light will shine in the coming week: a bar for each night with its times, and what it will use. */
export function WeekPreview({ plan, place, now }: WeekPreviewProps) {
  const { t } = useTranslation("street-lights");
  const locale = useLocale();
  const today = startOf("day", now, place.zoneName);
  const week = useMemo(() => nightsOf(plan, place, today), [plan, place, today]);
  const { ratedW } = plan;
  const energy = (bands: readonly LightBand[]) => formatQuantityText(bandsWh(bands, ratedW ?? 0), "Wh", locale);
  const all = week.flatMap(({ bands }) => bands);
  return (
    <figure className="og-flush og-close-stack">
      <figcaption className="og-strong">{t("week.title")}</figcaption>
      <HourMarks night={week[0]} zone={place.zoneName} />
      <ul className="og-plain-list og-close-stack">
        {week.map((night) => (
          <li key={night.fromMs} className="og-words">
            <div className="og-ends og-note">
              <span>{formatTime(night.fromMs, "weekday", place.zoneName, locale)}</span>
              {ratedW !== undefined && <span>{energy(night.bands)}</span>}
            </div>
            <NightBar night={night} />
            <NightWords night={night} zone={place.zoneName} />
          </li>
        ))}
      </ul>
      <p className="og-note">
        {ratedW === undefined ? t("week.noPower") : t("week.sum", { energy: energy(all), power: ratedW })}
      </p>
    </figure>
  );
}

/** The hours that the bars below are to be read by; the words under each bar say theirs to readers of screens. */
function HourMarks({ night, zone }: { night: Night | undefined; zone: string }) {
  const locale = useLocale();
  if (!night) return null;
  const { fromMs, toMs } = night;
  const marks = [0, 1, 2, 3, 4].map((quarter) => fromMs + ((toMs - fromMs) * quarter) / 4);
  return (
    <div className="og-ends og-note" aria-hidden>
      {marks.map((atMs) => (
        <span key={atMs}>{formatTime(atMs, "hour", zone, locale)}</span>
      ))}
    </div>
  );
}

const barHeight = 12;
const barWidth = 240;

/** The words below say the same. */
function NightBar({ night: { fromMs, toMs, bands } }: { night: Night }) {
  const x = (atMs: number) => (barWidth * (atMs - fromMs)) / (toMs - fromMs);
  return (
    <svg
      className="og-accent"
      width="100%"
      height={barHeight}
      viewBox={`0 0 ${barWidth} ${barHeight}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect width={barWidth} height={barHeight} rx={2} fill="currentColor" opacity={0.12} />
      {bands.map((band) => (
        <rect
          key={band.fromMs}
          x={x(band.fromMs)}
          y={barHeight * (1 - band.level / 100)}
          width={x(band.toMs) - x(band.fromMs)}
          height={(barHeight * band.level) / 100}
          fill="currentColor"
        />
      ))}
    </svg>
  );
}

function NightWords({ night: { bands }, zone }: { night: Night; zone: string }) {
  const { t } = useTranslation("street-lights");
  const locale = useLocale();
  const level = (percent: number) => (percent === 0 ? t("is.off") : formatQuantityText(percent, "percent", locale));
  const [first] = bands;
  if (bands.length === 1 && first)
    return <span className="og-note">{t("week.same", { level: level(first.level) })}</span>;
  const edges = bands.slice(1).map((band) => `${formatTime(band.fromMs, "time", zone, locale)} ${level(band.level)}`);
  return <span className="og-note">{edges.join(" · ")}</span>;
}
