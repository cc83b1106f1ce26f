import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { warningLacks } from "@offgrid/contract/warnings/warning-types";
import { formatCount, formatList, formatNumber, formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { BackTest, SettledBackTest } from "./trials.data.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

export type BackTestEpisode = BackTest["episodes"][number];

export interface BackTestPanelProps {
  /** The rule cannot be tried out: what is wrong with it, in words, or none where something is still to be filled in. */
  lacks?: readonly string[] | undefined;
  /** It looks at forecasts, which can be tried only as far as they are stored. */
  looksAhead?: boolean;
  test: SettledBackTest;
  /** Absent: there is no chart to show it in. */
  onShow?: ((episode: BackTestEpisode) => void) | undefined;
  /** The chart. */
  children?: ReactNode;
}

/** So many episodes are named; the chart marks all of them. */
const mostNamed = 10;
/** And so many more with each press. */
const mostAtOnce = 50;

const weekMs = 7 * 86_400_000;

/** From this share of the time on, nothing is said of what there would have been. */
const wholly = 0.99;

/** What the rule that is being written would have done, and how that compares with what is saved. */
export function BackTestPanel({ lacks, looksAhead = false, test, onShow, children }: BackTestPanelProps) {
  const { t } = useTranslation("rule-trials");
  const { data, error, isRunning, isOld, run, cancel } = test;
  const isWhole = lacks === undefined;
  return (
    <section className="og-box og-close-stack" style={{ padding: 12 }} aria-label={t("title")}>
      <span className="og-strong">{t("title")}</span>
      <p className="og-note">{t("text")}</p>
      {lacks && (
        <div className="og-close-stack" role="status">
          <p className="og-flush">{t(lacks.length > 0 ? "wrong" : "incomplete")}</p>
          {lacks.map((fault) => (
            <p key={fault} className="og-flush og-danger og-anywhere">
              {fault}
            </p>
          ))}
        </div>
      )}
      {isWhole && (
        <div className="og-line" role="status">
          {isRunning ? (
            <>
              <span>{t("running")}</span>
              <Button variant="default" onClick={cancel}>
                {t("cancel")}
              </Button>
            </>
          ) : (
            (!data || error) && (
              <>
                {!error && <span>{t("cancelled")}</span>}
                <Button variant="default" onClick={run}>
                  {t("run")}
                </Button>
              </>
            )
          )}
        </div>
      )}
      {isWhole && <FormFailure error={error} />}
      {data && (
        <div className="og-close-stack" aria-busy={isRunning}>
          {isOld && <p className="og-note og-amber">{t("old")}</p>}
          <Words data={data} looksAhead={looksAhead} />
          {children}
          <Episodes data={data} onShow={onShow} />
        </div>
      )}
    </section>
  );
}

function Words({ data, looksAhead }: { data: BackTest; looksAhead: boolean }) {
  const { t } = useTranslation("rule-trials");
  const locale = useLocale();
  const { totals, tried, saved, concerned, isCutShort, forecastsFrom } = data;
  const forecastsMs = forecastsFrom === null ? undefined : Date.parse(forecastsFrom);
  const { raised, containers: hit, seconds, longestSeconds, critical } = totals;
  const count = tried.length;
  const judged = tried.filter(({ unjudged }) => unjudged < wholly).length;
  const notJudged = warningLacks.flatMap((lack) => {
    const shares = tried
      .filter(({ unjudged, lacked }) => unjudged >= 0.01 && lacked === lack)
      .map(({ containerName: container, unjudged }) =>
        t("unjudgedAt", { container, share: formatQuantityText(unjudged * 100, "percent", locale) }),
      );
    return shares.length === 0 ? [] : t(`unjudged.${lack}`, { shares: formatList(shares, locale) });
  });
  const none =
    judged === count
      ? t("none", { count })
      : judged === 0
        ? t("noneJudged")
        : t("noneOfJudged", { judged: formatCount(judged, locale), tried: formatCount(count, locale) });
  const aWeek = timesAWeek(data);
  const notes = [
    aWeek !== undefined && t("aWeek", { number: formatNumber(aWeek, locale, { maximumSignificantDigits: 2 }) }),
    critical > 0 && t("critical", { count: critical }),
    concerned > count && !isCutShort && t("first", { count: concerned, tried: count }),
    isCutShort && t("cutShort", { count }),
    looksAhead && forecastsMs === undefined && t("noForecasts"),
    looksAhead &&
      forecastsMs !== undefined &&
      t("forecasts", { at: formatTime(forecastsMs, "dateTime", browserZone, locale) }),
    ...notJudged,
    saved && saved.valued > 0 && t("kept", { count: saved.valued, kept: saved.kept }),
    saved && saved.noise > 0 && t("noise", { count: saved.noise, kept: saved.noiseKept }),
  ].filter((note) => typeof note === "string");
  return (
    <>
      <p className="og-flush og-strong" role="status">
        {raised === 0
          ? none
          : t("raised", {
              count: raised,
              hit: formatCount(hit, locale),
              tried: formatCount(count, locale),
              lasted: durationText(seconds, locale),
              longest: durationText(longestSeconds, locale),
            })}
      </p>
      {saved && saved.raised !== raised && (
        <p className="og-flush">{t("compared", { before: saved.raised, after: raised })}</p>
      )}
      {notes.map((note) => (
        <p key={note} className="og-note og-anywhere">
          {note}
        </p>
      ))}
    </>
  );
}

/** How often a week on average; undefined: it says no more than the sum. */
function timesAWeek({ from, to, totals }: BackTest): number | undefined {
  const weeks = (Date.parse(to) - Date.parse(from)) / weekMs;
  return totals.raised > 1 && weeks > 1 ? totals.raised / weeks : undefined;
}

function Episodes({ data, onShow }: Pick<BackTestPanelProps, "onShow"> & { data: BackTest }) {
  const { t } = useTranslation("rule-trials");
  const { episodes, totals, to } = data;
  const [shown, setShown] = useState(mostNamed);
  if (episodes.length === 0) return null;
  const named = episodes.slice(0, shown);
  const rest = totals.raised - named.length;
  return (
    <>
      <span className="og-medium">{t("list")}</span>
      <ul className="og-plain-list og-close-stack">
        {named.map((episode, place) => (
          // Of one container and instant nothing but its place tells two apart.
          <li key={`${episode.containerId} ${episode.raisedAt} ${place}`} className="og-line og-fine">
            <EpisodeLine episode={episode} toMs={Date.parse(to)} onShow={onShow} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="og-note og-line">
          {t("more", { count: rest })}
          {named.length < episodes.length && (
            <button type="button" className="og-link-button" onClick={() => setShown(shown + mostAtOnce)}>
              {t("showMore")}
            </button>
          )}
        </p>
      )}
    </>
  );
}

function EpisodeLine({
  episode,
  toMs,
  onShow,
}: Pick<BackTestPanelProps, "onShow"> & { episode: BackTestEpisode; toMs: number }) {
  const { t } = useTranslation("rule-trials");
  const locale = useLocale();
  const names = useWarningNames();
  const { containerName: container, raisedAt, clearedAt, worst, condition, attribute, value } = episode;
  const time = (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);
  const endMs = clearedAt === null ? toMs : Date.parse(clearedAt);
  const from = time(raisedAt);
  const lasted = durationText((endMs - Date.parse(raisedAt)) / 1_000, locale);
  const measured =
    attribute !== null &&
    value !== null &&
    attribute.includes(".") &&
    t("began", { value: names.value(attribute, Number(value.toPrecision(4))) });
  return (
    <>
      <StatusMark state={worst} wordHidden />
      <span className="og-medium og-anywhere">{container}</span>
      <span className="og-anywhere">
        {[
          clearedAt === null ? t("since", { from, lasted }) : t("span", { from, to: time(clearedAt), lasted }),
          condition !== null && suggestedText(condition, locale),
          measured,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {onShow && (
        <Button variant="subtle" aria-label={t("showName", { container, at: from })} onClick={() => onShow(episode)}>
          {t("show")}
        </Button>
      )}
    </>
  );
}
