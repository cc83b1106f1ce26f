import type { LocaleCode } from "@offgrid/contract/core/constants";
import { defaultSupportHours, type SupportHours } from "@offgrid/contract/tickets/support-hours";

import type { Config } from "./config.ts";

/** What of the configuration people may change in the portal. */
export interface Changeable extends Pick<
  Config,
  "portalName" | "supportEmail" | "rawDays" | "rollupDays" | "eventDays" | "notificationDays" | "auditDays"
> {
  /** Where the user manual of a language is; null: the one that comes with the portal. */
  manualUrls: Readonly<Record<LocaleCode, string | null>>;
  supportHours: SupportHours;
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
    const { portalName, supportEmail, rawDays, rollupDays, eventDays, notificationDays, auditDays } = environment;
    this.usual = {
      ...{ portalName, supportEmail, rawDays, rollupDays, eventDays, notificationDays, auditDays },
      manualUrls: noManuals,
      supportHours: defaultSupportHours,
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
