import type { WeatherHour } from "@offgrid/contract/weather/weather.schema";
import {
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudStorm,
  IconDroplets,
  IconSnowflake,
  IconSun,
} from "@tabler/icons-react";

export type Sky = NonNullable<WeatherHour["sky"]>;

export const skyIcons: Record<Sky, typeof IconSun> = {
  clear: IconSun,
  partly_cloudy: IconCloud,
  cloudy: IconCloud,
  fog: IconCloudFog,
  drizzle: IconDroplets,
  rain: IconCloudRain,
  snow: IconSnowflake,
  thunder: IconCloudStorm,
};
