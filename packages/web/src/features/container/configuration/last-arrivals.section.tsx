import { batchS } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";
import type { Arrival } from "@offgrid/contract/offline-setting/offline-setting.calls";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { exactDurationText } from "../../../core/duration.ts";
import { formatTime } from "../../../core/time.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { type MarkedArrival, intervalsToGap, markArrivals } from "./arrival-marks.ts";
import { useLastArrivals } from "./offline-setting.data.ts";

interface Props {
  containerId: string;
  /** The interval by which its readings are judged, s: at least that for which they are collected. */
  everyS: number;
  zone: string;
}

/** How the last readings came, so that it is seen what the period and the link make of each other. */
export function LastArrivalsSection({ containerId, ...about }: Props) {
  const { t } = useTranslation("configuration");
  const arrivals = useLastArrivals(containerId);
  return (
    <Section title={t("arrivals.title")}>
      <Async of={quiet(arrivals)} height={240} empty={<p className="og-quiet">{t("arrivals.none")}</p>}>
        {(known) => <LastArrivals arrivals={known} {...about} />}
      </Async>
    </Section>
  );
}

export interface LastArrivalsProps extends Omit<Props, "containerId"> {
  /** Newest first. */
  arrivals: readonly Arrival[];
}

/** The last readings with when they came, those that were late marked in words. */
export function LastArrivals({ arrivals, everyS, zone }: LastArrivalsProps) {
  const { t } = useTranslation("configuration");
  const locale = useLocale();
  const marked = markArrivals(arrivals, everyS);
  const late = marked.filter(({ mark }) => mark !== "onTime").length;
  const every = exactDurationText(everyS, locale);
  const isOfOneDay = new Set(marked.map(({ atMs }) => formatTime(atMs, "date", zone, locale))).size === 1;
  return (
    <>
      <p className="og-note">
        {t(everyS > batchS ? "arrivals.judged" : "arrivals.judgedCollected", {
          every,
          late: exactDurationText(intervalsToGap * everyS, locale),
        })}{" "}
        {late === 0 ? t("arrivals.allOnTime") : t("arrivals.late", { count: late, of: marked.length })}
      </p>
      <ScrollBox label={t("arrivals.title")}>
        <table className="og-table">
          <thead>
            <tr>
              <th scope="col">{t("arrivals.measured")}</th>
              <th scope="col">{t("arrivals.gap")}</th>
              <th scope="col">{t("arrivals.came")}</th>
            </tr>
          </thead>
          <tbody>
            {marked.map((one) => (
              <tr key={one.atMs}>
                <th scope="row" className="og-number">
                  {formatTime(one.atMs, isOfOneDay ? "timeWithSeconds" : "dateTimeWithSeconds", zone, locale)}
                </th>
                <td className="og-number">
                  {one.gapMs === undefined ? missing : durationText(Math.round(one.gapMs / 1000), locale)}
                </td>
                <td className={one.mark === "onTime" ? "og-muted" : undefined}>{cameText(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );

  function cameText({ mark, atMs, receivedMs }: MarkedArrival): string {
    if (mark !== "sentLater") return t(`arrivals.${mark}`);
    return t("arrivals.sentLater", { after: durationText(Math.round((receivedMs - atMs) / 1000), locale) });
  }
}
