import { nextReboot } from "@offgrid/contract/reboots/next-reboot";
import type { RebootSchedule, rebootScheduleCalls } from "@offgrid/contract/reboots/reboots.calls";
import { RebootSection } from "@offgrid/contract/reboots/reboots.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import { type ConfigRow, findConfig, findPlace } from "../configuration/configuration.store.ts";
import { sectionView } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { findLastReboot } from "./reboots.store.ts";

const section = "reboot";

export const rebootScheduleHandlers: Handlers<typeof rebootScheduleCalls> = {
  getRebootSchedule: async ({ containerId }, context) => {
    await mustSee(context.db, context.actor, containerId);
    return { data: await scheduleOf(context, containerId, await findConfig(context.db, containerId)) };
  },

  updateRebootSchedule: async ({ containerId, schedule, seen }, context) => {
    // Days in their order, so that the same choice is the same setting.
    const days = schedule.days.toSorted((one, other) => one - other);
    const sections = { [section]: { ...schedule, days } };
    const row = await wantSections({ containerId, sections, seen }, context);
    return { data: await scheduleOf(context, containerId, row) };
  },
};

async function scheduleOf(
  { db, clock }: CallContext,
  containerId: string,
  row: ConfigRow | undefined,
): Promise<RebootSchedule> {
  const place = await findPlace(db, containerId);
  if (!place) throw new Refusal("not_found");
  const view = sectionView(row, section, RebootSection);
  const plan = view.reported?.setting;
  const nextMs = plan && nextReboot(plan, zoneOf(row) ?? place.zoneName, clock.now());
  const last = await findLastReboot(db, containerId);
  return {
    ...view,
    zoneName: place.zoneName,
    next: nextMs ? new Date(nextMs).toISOString() : null,
    last: last
      ? { due: new Date(last.due * 1000).toISOString(), at: last.at.toISOString(), skipped: last.reason ?? null }
      : null,
  };
}

/** The zone that the controller goes by: a container may have been moved a moment ago. */
function zoneOf(row: ConfigRow | undefined): string | undefined {
  const zone = row?.doc?.["place"]?.["zoneName"];
  return typeof zone === "string" ? zone : undefined;
}
