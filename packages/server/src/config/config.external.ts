import { isIP } from "node:net";

import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** External services that the portal queries; none of them is needed. */
export interface ExternalConfig {
  /** Off: no external service is queried; what is already known stays. */
  externalServices: "on" | "off";
  /** Networks in CIDR notation that may be dialled although they are not public. */
  externalAllow: readonly string[];
  /** Base addresses, without a trailing slash. */
  openMeteoUrl: string;
  openWeatherUrl: string;
  /** Undefined: the weather comes from Open-Meteo. */
  openWeatherKey: string | undefined;
  solcastUrl: string;
  /** Undefined: no forecast comes from Solcast. */
  solcastToken: string | undefined;
  /** Undefined: the manual is the project's own. */
  strapiUrl: string | undefined;
  strapiToken: string | undefined;
}

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const credential = z
  .string()
  .regex(/^[\x21-\x7e]{1,512}$/)
  .optional();

function isNetwork(entry: string): boolean {
  const [host = "", bits = "", ...more] = entry.split("/");
  const family = isIP(host);
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

const base = (name: string, fallback: string, meaning: string) => ({
  name,
  fallback,
  shown: fallback,
  meaning,
  expected: "an address such as https://api.example.org",
  schema: baseUrl,
});
const secret = (name: string, shown: string, meaning: string) => ({
  name,
  fallback: undefined,
  shown,
  meaning,
  expected: "printable characters without a space",
  schema: credential,
});

export const externalSettings = {
  externalServices: {
    name: "OUTSIDE_SERVICES",
    fallback: "on",
    shown: "on",
    meaning:
      "off: the portal queries no external service for weather, solar forecast or content, so positions never leave it",
    expected: "on or off",
    schema: z.enum(["on", "off"]),
  },
  externalAllow: {
    name: "OUTSIDE_ALLOW",
    fallback: undefined,
    shown: "unset: public addresses",
    meaning: "networks that may be queried although they are not public, separated by commas",
    expected: "networks such as 10.1.0.0/16, separated by commas",
    schema: z
      .string()
      .transform((list) => list.split(",").map((entry) => entry.trim()))
      .refine((list) => list.every(isNetwork))
      .optional(),
  },
  openMeteoUrl: base("OPEN_METEO_URL", "https://api.open-meteo.com", "weather and sunlight; needs no account"),
  openWeatherUrl: base(
    "OPENWEATHER_URL",
    "https://api.openweathermap.org",
    "weather, instead of Open-Meteo when a key is set",
  ),
  openWeatherKey: secret("OPENWEATHER_KEY", "unset: Open-Meteo", "key of OpenWeather (One Call 3.0)"),
  solcastUrl: base("SOLCAST_URL", "https://api.solcast.com.au", "solar forecast of rooftop sites"),
  solcastToken: secret("SOLCAST_TOKEN", "unset: none", "bearer token of Solcast"),
  strapiUrl: {
    name: "STRAPI_URL",
    fallback: undefined,
    shown: "unset: own manual",
    meaning: "Strapi server that holds the pages of the manual",
    expected: "an address such as https://content.example.org",
    schema: baseUrl.optional(),
  },
  strapiToken: secret("STRAPI_TOKEN", "unset: none", "bearer token of the Strapi server"),
} satisfies Record<string, Setting>;
