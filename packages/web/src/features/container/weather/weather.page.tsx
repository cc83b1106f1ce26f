import { IconMapPinOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { addCalendar, startOf } from "../../../core/time.ts";
import { Async, type Pending, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { solarToday, useEnergyToday } from "../container.data.ts";
import { useBlackout } from "../../../domain/blackout/blackout.data.ts";
import { useChargeAhead } from "./charge-ahead.ts";
import { PlaceLine, type PlaceProps, PlaceWords } from "./place-line.tsx";
import { problemsOf } from "./problems-of.ts";
import { SolarCard } from "./solar-card.tsx";
import { hoursOf } from "./solar-outlook.ts";
import {
  useSolarActual,
  useSolarForecast,
  useWeather,
  type WeatherReport,
} from "../../../domain/weather/weather.data.ts";
import { WeatherDays } from "./weather-days.tsx";
import { WeatherHours } from "./weather-hours.tsx";
import { WeatherNow } from "../../../domain/weather/weather-now.tsx";
import { Problem } from "../../../domain/weather/weather-source.tsx";
import { MarkedChart } from "../../../domain/charts/marked-chart.tsx";

/** What the sun is expected to bring and to make of the battery, then the weather of the place. Each card has its own states. */
export function WeatherTab({ info, now }: TabProps) {
  const { t } = useTranslation("weather");
  const { containerId, zoneName, location, address } = info;
  const weather = useWeather(containerId);
  const forecast = useSolarForecast(containerId);
  const today = useEnergyToday(containerId, zoneName);
  const blackout = useBlackout(info).data;
  const charge = useChargeAhead(blackout, zoneName);
  const zoom = useAddressZoom();
  const fromMs = addCalendar(startOf("day", now, zoneName), -1, "day", zoneName);
  const actual = useSolarActual(containerId, { fromMs, toMs: addCalendar(fromMs, 2, "day", zoneName) }, zoom.view);
  if (location === null) {
    return (
      <div className="og-card">
        <EmptyState title={t("noPosition")} why={t("noPositionWhy")} icon={<IconMapPinOff size={40} />} />
      </div>
    );
  }
  const problems = problemsOf(weather.data, forecast.data);
  return (
    <div className="og-stack">
      <Section title={t("solar")}>
        <Async of={quiet(forecast)} height={520}>
          {(data) => (
            <MarkedChart containerIds={[containerId]} range={{ fromMs, toMs: hoursOf(data).at(-1)?.atMs ?? now }}>
              {(marks) => (
                <SolarCard
                  {...{ now, fromMs, zoom, charge, marks }}
                  forecast={data}
                  actual={actual.hours}
                  quarters={actual.quarters}
                  todayWh={solarToday(today.data, info)}
                  fine={actual.fine}
                  zone={zoneName}
                  sunPercent={blackout?.data.sunPercent ?? undefined}
                  ahead={blackout?.data}
                />
              )}
            </MarkedChart>
          )}
        </Async>
      </Section>
      <PlaceWeather {...{ location, address, problems, now }} weather={weather} zone={zoneName} />
    </div>
  );
}

/** The weather of a place; where none comes, why, in place of cards that would be empty. */
function PlaceWeather({
  weather,
  problems,
  now,
  ...place
}: PlaceProps & { weather: Pending<WeatherReport>; problems: ReturnType<typeof problemsOf>; now: number }) {
  const { t } = useTranslation("weather");
  const report = quiet(weather);
  const { current, hourly, problem } = weather.data ?? { current: null, hourly: [], problem: null };
  if (weather.data !== undefined && current === null && hourly.length === 0 && problem !== null) {
    return <PlaceLine {...place} problems={problems} sun={weather.data} />;
  }
  return (
    <>
      {problems.map((one) => (
        <div key={one.problem} className="og-card">
          <Problem {...one} />
        </div>
      ))}
      <div className="og-grid" style={columns(340, { isFilled: true })}>
        <Section title={t("now")}>
          <Async of={report} height={140}>
            {(data) => <WeatherNow report={data} now={now} problemShown={false} />}
          </Async>
        </Section>
        <Section title={t("place")}>
          <PlaceWords {...place} />
        </Section>
      </div>
      <Hours report={report} />
    </>
  );
}

/** The weather of 48 hours and of seven days. */
function Hours({ report }: { report: Pending<WeatherReport> }) {
  const { t } = useTranslation("weather");
  return (
    <>
      <Section title={t("hours")}>
        <Async
          of={report}
          height={220}
          isEmpty={({ hourly }) => hourly.length === 0}
          empty={<EmptyState title={t("noHours")} why={t("noHoursWhy")} />}
        >
          {(data) => <WeatherHours report={data} />}
        </Async>
      </Section>
      <Section title={t("days")}>
        <Async
          of={report}
          height={200}
          isEmpty={({ daily }) => daily.length === 0}
          empty={<EmptyState title={t("noHours")} why={t("noHoursWhy")} />}
        >
          {(data) => <WeatherDays report={data} />}
        </Async>
      </Section>
    </>
  );
}
