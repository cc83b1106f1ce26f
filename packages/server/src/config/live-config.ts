import { defaultLocale, type LocaleCode } from "@offgrid/contract/core/constants";
import {
  defaultSupportHours,
  defaultTicketTimes,
  type SupportHours,
  type TicketTimes,
} from "@offgrid/contract/tickets/support-hours";

import type { Config } from "./config.ts";

/** A picture of the portal, and what its address has of it. */
export interface PortalLogo {
  type: "image/png" | "image/jpeg";
  bytes: Buffer;
  hash: string;
}

/** Where browsers find the picture of the portal; undefined: it has none of its own. */
export function logoPath(logo: PortalLogo | undefined): string | undefined {
  return logo && `/portal-logo/${logo.hash}`;
}

/** The same as a `data:` address, for documents that carry it with them. */
export function logoData(logo: PortalLogo | undefined): string | undefined {
  return logo && `data:${logo.type};base64,${logo.bytes.toString("base64")}`;
}

/** What of the configuration people may change in the portal. */
export interface Changeable extends Pick<
  Config,
  "map" | "portalName" | "supportEmail" | "rawDays" | "rollupDays" | "eventDays" | "notificationDays" | "auditDays"
> {
  /** Where the user manual of a language is; null: the one that comes with the portal. */
  manualUrls: Readonly<Record<LocaleCode, string | null>>;
  supportHours: SupportHours;
  ticketTimes: TicketTimes;
  /** Of visitors and new people who have chosen none. */
  language: LocaleCode;
  logo: PortalLogo | undefined;
}

const noManuals: Changeable["manualUrls"] = { en: null, fr: null };

/** The configuration of a portal that runs: what people change in it holds at once, for whoever reads it then. */
export type RunningConfig = Config & Changeable;

/** The environment's configuration, with what people have changed in the portal instead of it. */
export class LiveConfig {
  readonly config: RunningConfig;
  /** As the environment has it. */
  readonly usual: Changeable;
  #changed: Partial<Changeable> = {};

  constructor(environment: Config) {
    const { map, portalName, supportEmail, rawDays, rollupDays, eventDays, notificationDays, auditDays } = environment;
    this.usual = {
      ...{ map, portalName, supportEmail, rawDays, rollupDays, eventDays, notificationDays, auditDays },
      manualUrls: noManuals,
      supportHours: defaultSupportHours,
      ticketTimes: defaultTicketTimes,
      language: defaultLocale,
      logo: undefined,
    };
    const names = Object.keys(this.usual) as (keyof Changeable)[];
    const live = Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => this.#valueOf(name) }]));
    this.config = Object.defineProperties({ ...environment } as RunningConfig, live);
  }

  /** From now on these hold; what is not among them is as the environment has it. */
  change(changed: Partial<Changeable>): void {
    this.#changed = changed;
  }

  #valueOf<Name extends keyof Changeable>(name: Name): Changeable[Name] {
    return this.#changed[name] ?? this.usual[name];
  }
}

/** The same, with something that is known only once the portal runs; what people change still holds at once. */
export function withMore<More extends Partial<Config>>(config: RunningConfig, more: More): RunningConfig & More {
  const [own, added] = [config, more].map((one) => Object.getOwnPropertyDescriptors(one));
  return Object.defineProperties({} as RunningConfig & More, { ...own, ...added });
}
