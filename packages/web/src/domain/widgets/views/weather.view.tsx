import { Async, quiet } from "../../../ui/async.tsx";
import { WeatherNow } from "../../weather/weather-now.tsx";
import { useWeather } from "../../weather/weather.data.ts";
import { Gone, type ViewProps } from "../widget-parts.tsx";

/** The weather at a container's place. */
export function WeatherView({ widget: { container }, now, heightPx }: ViewProps<"weather">) {
  const weather = useWeather(container);
  if (weather.error?.code === "not_found") return <Gone what="container" />;
  return (
    <Async of={quiet(weather)} height={heightPx}>
      {(report) => <WeatherNow report={report} now={now} />}
    </Async>
  );
}
