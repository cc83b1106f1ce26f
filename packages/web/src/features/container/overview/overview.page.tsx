import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Async } from "../../../ui/async.tsx";
import { BlackoutCard } from "../../../domain/blackout/blackout-card.tsx";
import { loadPlotAhead } from "../../../chart/chart.tsx";
import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { freshnessOf } from "../../../ui/freshness.ts";
import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../container-tabs.ts";
import { useDayHistory, useDayDownload } from "../container.data.ts";
import { useFineDay } from "../fine-history.ts";
import { dayOf, neighbourDay } from "../local-day.ts";
import { useWeather } from "../weather/weather.data.ts";
import { WeatherNow } from "../weather/weather-now.tsx";
import { FirstContact } from "./first-contact.tsx";
import { Overview } from "./overview.tsx";
import { useBlackout, useKpiHistory } from "./overview.data.ts";
import { QualityNotes } from "./quality-notes.tsx";

loadPlotAhead();

/** Seconds until the battery is empty at the power that it gives now; undefined: it gives none, or nobody says. */
function emptyInS({ values, everyS }: ContainerInfoV4, now: number): number | undefined {
  const [left, power] = [values["battery.time_to_go"], values["battery.power"]];
  if (!left || !power || power.value >= 0 || left.value <= 0) return undefined;
  return freshnessOf(Date.parse(left.at), everyS, now) === "stale" ? undefined : left.value;
}

/** A container at a glance. */
export function OverviewTab({ info, now }: TabProps) {
  const { t } = useTranslation(["blackout", "weather"]);
  const search = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const { containerId, zoneName } = info;
  const day = dayOf(search.day, now, zoneName);
  const zoom = useAddressZoom();
  const history = useFineDay(containerId, zoneName, useDayHistory(containerId, zoneName, day), zoom.view);
  const download = useDayDownload(containerId, zoneName, day, history.data?.groupBy ?? "15m");
  const kpis = useKpiHistory(containerId, zoneName, now);
  const blackout = useBlackout(info);
  const weather = useWeather(containerId);
  const goTo = (iso: string | undefined) =>
    void navigate({ search: iso === undefined ? {} : { day: iso }, resetScroll: false });
  return (
    <>
      <QualityNotes quality={info.quality} now={now} />
      {info.lastSeen === null && <FirstContact info={info} />}
      <Overview
        info={info}
        now={now}
        kpis={kpis.data}
        day={day}
        history={history}
        zoom={zoom}
        download={download}
        onStep={(step) => goTo(neighbourDay(day, step, now, zoneName))}
        onToday={() => goTo(undefined)}
        blackout={
          <Section title={t("blackout:title")}>
            <div>
              <Async of={{ ...blackout, isFetching: blackout.isPending }} height={220}>
                {({ data, energy }) => (
                  <BlackoutCard
                    forecast={data}
                    energy={energy}
                    zone={zoneName}
                    everyS={info.everyS}
                    now={now}
                    emptyInS={emptyInS(info, now)}
                  />
                )}
              </Async>
            </div>
          </Section>
        }
        weather={
          <Section title={t("weather:now")}>
            <Async of={{ ...weather, isFetching: weather.isPending }} height={120}>
              {(report) => <WeatherNow report={report} now={now} />}
            </Async>
          </Section>
        }
      />
    </>
  );
}
