import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import { tickMs } from "@offgrid/contract/core/constants";
import type { AcSetting } from "@offgrid/contract/devices/ac-setting";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { isOpen } from "../../../domain/commands/command-facts.ts";
import type { Seen } from "../configuration/setting-draft.ts";

/** While a command is open its end is also asked for, should the live link be down or a message be lost. */
const openEveryMs = 3_000;

export function useAirConditioners(containerId: string) {
  return useCall(
    "getAcStatus",
    { containerId },
    {
      select: ({ data }: Answer<"getAcStatus">) => data,
      refetchInterval: ({ state }) => {
        const last = state.data?.data[0]?.control?.last;
        return last && isOpen(last) ? openEveryMs : tickMs;
      },
    },
  );
}

export function useMaySetAc(): boolean {
  return useCan("setAc");
}

export function useMayPlanAc(): boolean {
  return useCan("acSave");
}

const hoursADay = 24;

/** What the unit used a day by its own meter, Wh, as a mean of the last seven days; null: it was not measured. */
export function useAcEnergyADay(containerId: string, zone: string) {
  return useCall(
    "getChartData",
    { period: "7_days", zone, groupBy: "day", series: [{ containerId, metric: "ac.power", func: "average" }] },
    {
      select: ({ data }: Answer<"getChartData">) => {
        const known = (data.series[0] ?? []).filter((watts) => watts !== null);
        const meanW = known.reduce((sum, watts) => sum + watts, 0) / known.length;
        return { wh: known.length === 0 ? null : meanW * hoursADay, coverage: data.coverage[0] ?? 0 };
      },
      refetchInterval: 10 * tickMs,
    },
  );
}

/** @throws ApiError config_changed, config_on_trial, ... */
export async function savePlan(containerId: string, plan: AcPlan, seen: Seen): Promise<void> {
  try {
    await call("acSave", { containerId, ...plan, hours: [...plan.hours], seen });
  } finally {
    refresh("getAcStatus", "getConfiguration");
  }
}

/** Done when the portal has taken the order. @throws ApiError */
export async function setNow(containerId: string, setting: AcSetting): Promise<void> {
  try {
    await call("setAc", { containerId, ...setting });
  } finally {
    refresh("getAcStatus", "commandList");
  }
}

/** Takes the lock of the unit or releases it. @throws ApiError */
export async function setAcLock(containerId: string, locked: boolean, reason?: string): Promise<void> {
  try {
    await call("setAdamLock", { containerId, ac: true, locked, ...(reason !== undefined && { reason }) });
  } finally {
    refresh("getAcStatus", "commandList");
  }
}
