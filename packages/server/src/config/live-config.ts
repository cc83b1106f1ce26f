import { defaultLocale, type LocaleCode } from "@offgrid/contract/core/constants";
import { type ShownUnits, usualUnits } from "@offgrid/contract/core/unit-choices";
import {
  defaultSupportHours,
  defaultTicketTimes,
  type SupportHours,
  type TicketTimes,
} from "@offgrid/contract/tickets/support-hours";

import type { Sending } from "./config.sending.ts";
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
  units: ShownUnits;
  logo: PortalLogo | undefined;
}

const noManuals: Changeable["manualUrls"] = { en: null, fr: null };

/** The configuration of a portal that runs: what people change in it holds at once, for whoever reads it then. */
export type RunningConfig = Config & Changeable & Sending;

/** The environment's configuration, with what people have changed in the portal instead of it. */
export class LiveConfig {
  readonly config: RunningConfig;
  /** As the environment has it. */
  readonly usual: Changeable;
  /** The same, of what the portal sends with: it has secrets. */
  readonly usualSending: Sending;
  #changed: Partial<Changeable & Sending> = {};

  constructor(environment: Config) {
    const { map, portalName, supportEmail, rawDays, rollupDays, eventDays, notificationDays, auditDays } = environment;
    this.usual = {
      ...{ map, portalName, supportEmail, rawDays, rollupDays, eventDays, notificationDays, auditDays },
      manualUrls: noManuals,
      supportHours: defaultSupportHours,
      ticketTimes: defaultTicketTimes,
      language: defaultLocale,
      units: usualUnits,
      logo: undefined,
    };
    this.usualSending = sendingIn(environment);
    const names = Object.keys({ ...this.usual, ...this.usualSending }) as (keyof (Changeable & Sending))[];
    const live = Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => this.#valueOf(name) }]));
    this.config = Object.defineProperties({ ...environment } as RunningConfig, live);
  }

  /** From now on these hold; what is not among them is as the environment has it. */
  change(changed: Partial<Changeable & Sending>): void {
    this.#changed = changed;
  }

  #valueOf(name: keyof (Changeable & Sending)): unknown {
    // What was removed is undefined, whatever the environment has.
    if (Object.hasOwn(this.#changed, name)) return this.#changed[name];
    return Object.hasOwn(this.usual, name)
      ? this.usual[name as keyof Changeable]
      : this.usualSending[name as keyof Sending];
  }
}

function sendingIn({ smtpUrl, mailFrom, heartbeatUrl, ...config }: Config): Sending {
  const { telegramUrl, telegramToken, smsUrl, smsHeaders, smsBody } = config;
  const texts = { telegramUrl, telegramToken, smsUrl, smsHeaders, smsBody };
  return { smtpUrl, mailFrom, heartbeatUrl, ...texts, mailWay: "usual" };
}

/** The same, with something that is known only once the portal runs; what people change still holds at once. */
export function withMore<More extends Partial<Config>>(config: RunningConfig, more: More): RunningConfig & More {
  const [own, added] = [config, more].map((one) => Object.getOwnPropertyDescriptors(one));
  return Object.defineProperties({} as RunningConfig & More, { ...own, ...added });
}
