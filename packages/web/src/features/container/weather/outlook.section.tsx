import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import { solarToday, useEnergyToday } from "../container.data.ts";
import { useBlackout } from "../../../domain/blackout/blackout.data.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { SolarDays } from "./solar-days.tsx";
import { hoursOf, outlookOf, pastOf, withUsed } from "./solar-outlook.ts";
import { useSolarForecast, useWeather } from "../../../domain/weather/weather.data.ts";
import { WeatherNow } from "../../../domain/weather/weather-now.tsx";

/** What the sun brings today and tomorrow, as on the tab of the weather, and how the weather is now where that is known. */
export function OutlookSection({ info, now }: TabProps) {
  const { t } = useTranslation("weather");
  const { containerId, zoneName, location } = info;
  const forecast = useSolarForecast(containerId);
  const weather = useWeather(containerId);
  const today = useEnergyToday(containerId, zoneName);
  const ahead = useBlackout(info).data?.data;
  const isLost =
    location !== null && [forecast, weather].every(({ data, error }) => data === undefined && error !== null);
  const again = () => Promise.all([forecast.refetch(), weather.refetch()]);
  const percent = ahead?.sunPercent ?? undefined;
  return (
    <Section title={t("sunAndWeather")}>
      {location !== null && (
        <Async of={quiet(isLost ? { ...forecast, refetch: again } : forecast)} height={190}>
          {(data) => {
            const todayWh = solarToday(today.data, info);
            const outlook = outlookOf(hoursOf(data), todayWh, pastOf(data), now, zoneName).slice(0, shownDays);
            const days = withUsed(outlook, ahead, { percent, nowMs: now, zone: zoneName });
            // The forecast of the battery beside says it, where there is one.
            const isSaid = percent !== undefined || ahead?.needsClearSky === true;
            return (
              data.data.length > 0 && (
                <>
                  {data.needsClearSky && !isSaid && <p className="og-note">{t("ifClear")}</p>}
                  <SolarDays days={days} zone={zoneName} percent={percent} />
                </>
              )
            );
          }}
        </Async>
      )}
      {/* Where both failed, that is said once and both are asked again. */}
      {!isLost && (
        <Async of={quiet(weather)} height={60}>
          {(report) => <WeatherNow report={report} now={now} />}
        </Async>
      )}
    </Section>
  );
}

/** Today and tomorrow. */
const shownDays = 2;
