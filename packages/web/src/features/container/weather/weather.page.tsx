import { IconMapPin, IconMapPinOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { formatNumber } from "../../../core/format.ts";
import { addCalendar, startOf } from "../../../core/time.ts";
import { Async, type Pending, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { useEnergyToday } from "../container.data.ts";
import { useBlackout } from "../../../domain/blackout/blackout.data.ts";
import { useChargeAhead } from "./charge-ahead.ts";
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

type Location = NonNullable<TabProps["info"]["location"]>;

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
  const report = quiet(weather);
  // What cannot come for a reason that is said above has no card that says it once more.
  const hasHours = weather.data === undefined || weather.data.hourly.length > 0 || weather.data.problem === null;
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
                  todayWh={today.data?.parts.solar.total ?? undefined}
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
      {problemsOf(weather.data, forecast.data).map(({ problem, isOldShown }) => (
        <div key={problem} className="og-card">
          <Problem problem={problem} isOldShown={isOldShown} />
        </div>
      ))}
      <div className="og-grid" style={columns(340, { isFilled: true })}>
        <Section title={t("now")}>
          <Async of={report} height={140}>
            {(data) => <WeatherNow report={data} now={now} problemShown={false} />}
          </Async>
        </Section>
        <Place location={location} address={address} zone={zoneName} />
      </div>
      {hasHours && <Hours report={report} />}
    </div>
  );
}

function Place({ location, address, zone }: Pick<TabProps["info"], "address"> & { location: Location; zone: string }) {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  const degrees = [location.lat, location.long].map((value) =>
    formatNumber(value, locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
  );
  return (
    <Section title={t("place")}>
      <p className="og-flush og-row og-top">
        <IconMapPin className="og-icon" size={20} aria-hidden />
        <span>
          {address ?? t("noAddress")}
          <br />
          <span className="og-small">{[...degrees, zone].join(" · ")}</span>
        </span>
      </p>
    </Section>
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
