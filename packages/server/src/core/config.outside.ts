import { isIP } from "node:net";

import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** Services that the portal asks; none of them is needed. */
export interface OutsideConfig {
  /** Off: nothing outside is asked; what is known stays. */
  outsideServices: "on" | "off";
  /** Networks in CIDR notation that may be dialled although they are not public. */
  outsideAllow: readonly string[];
  /** Base addresses, without a slash at the end. */
  openMeteoUrl: string;
  openWeatherUrl: string;
  /** Undefined: Open-Meteo is asked for the weather. */
  openWeatherKey: string | undefined;
  solcastUrl: string;
  /** Undefined: nobody's forecast comes from Solcast. */
  solcastToken: string | undefined;
  /** Undefined: the manual is the one of the project. */
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

export const outsideSettings = {
  outsideServices: {
    name: "OUTSIDE_SERVICES",
    fallback: "on",
    shown: "on",
    meaning: "off: the portal asks nobody for weather, solar forecast or content; positions then stay here",
    expected: "on or off",
    schema: z.enum(["on", "off"]),
  },
  outsideAllow: {
    name: "OUTSIDE_ALLOW",
    fallback: undefined,
    shown: "unset: public addresses",
    meaning: "networks that are not public and may be asked all the same, separated by commas",
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
    "weather, in place of Open-Meteo with a key",
  ),
  openWeatherKey: secret("OPENWEATHER_KEY", "unset: Open-Meteo", "key of OpenWeather (One Call 3.0)"),
  solcastUrl: base("SOLCAST_URL", "https://api.solcast.com.au", "solar forecast of rooftop sites"),
  solcastToken: secret("SOLCAST_TOKEN", "unset: none", "bearer credential of Solcast"),
  strapiUrl: {
    name: "STRAPI_URL",
    fallback: undefined,
    shown: "unset: own manual",
    meaning: "Strapi server with the pages of the manual",
    expected: "an address such as https://content.example.org",
    schema: baseUrl.optional(),
  },
  strapiToken: secret("STRAPI_TOKEN", "unset: none", "bearer credential of the Strapi server"),
} satisfies Record<string, Setting>;
