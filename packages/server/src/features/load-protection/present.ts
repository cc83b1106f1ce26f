import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import type {
  AutoLoadProtection,
  LoadProtectionSetting,
  ProtectedCut,
  ProtectionStanding,
} from "@offgrid/contract/load-protection/load-protection.calls";

import type { Battery } from "./load-protection.store.ts";

export interface KnownProtection {
  reported: LoadProtectionSetting["reported"];
  cuts: ProtectedCut[];
  stoppedAt: Date | null;
  battery: Battery;
  /** Undefined: there is none, or nothing is cut. */
  forecast: Pick<BlackoutForecast, "t" | "soc50" | "at"> | undefined;
}

/** What load protection does now, from what is known of it. Pure. */
export function present({ reported, cuts, stoppedAt, battery, forecast }: KnownProtection): AutoLoadProtection {
  const setting = reported?.setting;
  const measured = (value: Battery["charge"]) => value && { value: value[0], at: new Date(value[1]).toISOString() };
  return {
    state: standing(reported, cuts, stoppedAt),
    enabled: setting?.enabled ?? null,
    reportedAt: reported?.at ?? null,
    charge: measured(battery.charge) ?? null,
    voltage: measured(battery.voltage) ?? null,
    cuts,
    stoppedAt: stoppedAt?.toISOString() ?? null,
    back:
      cuts.length > 0 && setting
        ? { soc: setting.restoreSoc, voltage: setting.restoreVoltage, ...returnOf(setting.restoreSoc, forecast) }
        : null,
  };
}

function standing(
  reported: KnownProtection["reported"],
  cuts: readonly ProtectedCut[],
  stoppedAt: Date | null,
): ProtectionStanding {
  if (cuts.length > 0) return stoppedAt ? "stopped" : "cut";
  if (!reported) return "unknown";
  if (!reported.setting) return "none";
  return reported.setting.enabled ? "ready" : "off";
}

/** When the charge is expected at a level, percent. */
function returnOf(soc: number, forecast: KnownProtection["forecast"]) {
  if (!forecast || forecast.t.length === 0) return { forecast: "unknown", likely: null, madeAt: null } as const;
  const place = forecast.soc50.findIndex((expected) => expected >= soc);
  const endS = place < 0 ? undefined : forecast.t[place];
  if (endS === undefined) return { forecast: "later", likely: null, madeAt: forecast.at } as const;
  return { forecast: "at", likely: new Date(endS * 1000).toISOString(), madeAt: forecast.at } as const;
}
