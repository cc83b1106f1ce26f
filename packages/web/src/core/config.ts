import { defaultLocale, type LocaleCode, locales } from "@offgrid/contract/core/constants";
import { type ShownUnits, unitsOr, usualUnits } from "@offgrid/contract/core/unit-choices";

/** What the server writes into the page for the program: the address of the calls, the portal's name and the like. */
export interface PortalConfig {
  /** Prefix of every call, without a slash at the end. */
  apiBase: string;
  portalName: string;
  /** True where demonstration accounts exist. */
  demo: boolean;
  /** Where the Support entry writes to. */
  supportEmail: string;
  /** Where the user manual of a language is; absent: the one that comes with the portal. */
  manualUrls: Partial<Record<LocaleCode, string>>;
  /** Address of the portal's own picture; absent: the usual one. */
  logo?: string;
  /** Of visitors and new people who have chosen none. */
  language: LocaleCode;
  /** Of people who have chosen none, and of visitors. */
  units: ShownUnits;
  map: MapSource;
  /** True in the page that a browser keeps for the time without a network. */
  offline: boolean;
}

/** Where the map comes from; all absent: the world map that comes with the portal. */
export interface MapSource {
  /** A style of the map library, whole. */
  styleUrl?: string;
  /** Raster tiles by {z}, {x} and {y}. */
  tileUrl?: string;
  /** The attribution that the makers of tiles or style require. */
  credit?: string;
}

const defaults: PortalConfig = {
  apiBase: "/api",
  portalName: "Offgrid Portal",
  demo: false,
  supportEmail: "support@offgrid.example",
  manualUrls: {},
  language: defaultLocale,
  units: usualUnits,
  map: {},
  offline: false,
};

/** Reads the configuration from the page's text; whatever is absent or no JSON (development server) has its default. */
export function parseConfig(text: string | null | undefined): PortalConfig {
  let given: unknown;
  try {
    given = JSON.parse(text ?? "");
  } catch {
    return defaults;
  }
  if (typeof given !== "object" || given === null) return defaults;
  const found = given as Partial<Record<keyof PortalConfig, unknown>>;
  return {
    apiBase: typeof found.apiBase === "string" ? found.apiBase.replace(/\/+$/, "") : defaults.apiBase,
    portalName:
      typeof found.portalName === "string" && found.portalName !== "" ? found.portalName : defaults.portalName,
    demo: found.demo === true,
    supportEmail: typeof found.supportEmail === "string" ? found.supportEmail : defaults.supportEmail,
    manualUrls: textsOf(found.manualUrls, ["en", "fr"]),
    ...textsOf({ logo: found.logo }, ["logo"]),
    language: locales.find(({ code }) => code === found.language)?.code ?? defaults.language,
    units: unitsOr(defaults.units, found.units),
    map: textsOf(found.map, ["styleUrl", "tileUrl", "credit"]),
    offline: found.offline === true,
  };
}

/** Of what is given under these names, the texts. */
function textsOf<Name extends string>(given: unknown, names: readonly Name[]): Partial<Record<Name, string>> {
  if (typeof given !== "object" || given === null) return {};
  const texts = Object.entries(given).filter(
    ([name, text]) => typeof text === "string" && names.includes(name as Name),
  );
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

export const config: PortalConfig =
  typeof document === "undefined"
    ? defaults
    : parseConfig(document.querySelector<HTMLMetaElement>('meta[name="offgrid-config"]')?.content);

/** The nonce of this page for style elements that libraries make. */
export function pageNonce(): string {
  if (typeof document === "undefined") return "";
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
