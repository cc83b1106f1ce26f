import { Refusal } from "@offgrid/contract/core/refusal";
import { outputKinds } from "@offgrid/contract/devices/output-kinds";
import type { phaseControlCalls } from "@offgrid/contract/phase-control/phase-control.calls";
import { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee, visibleContainers } from "../../calls/scope.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { mustFindEquipment, mustHaveOutput } from "../commands/outputs.store.ts";
import { setOutput } from "../commands/set-output.ts";
import { type ConfigRow, findConfig } from "../configuration/configuration.store.ts";
import { sectionView } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { countPhaseEvents, listPhaseEvents } from "./phase-control.store.ts";
import { pastPhaseMetrics, tryOutPhases } from "./try-out.ts";

const settingOf = (row: ConfigRow | undefined) => sectionView(row, "phases", PhaseControl);
const defaultPageSize = 20;

export const phaseControlHandlers: Handlers<typeof phaseControlCalls> = {
  getPhaseControlConfiguration: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: settingOf(await findConfig(db, containerId)) };
  },

  setPhaseControlConfiguration: async ({ containerId, seen, ...setting }, context) => {
    const fieldOf = (path: string) => path.replace("phases.", "");
    const row = await wantSections({ containerId, sections: { phases: setting }, seen, fieldOf }, context);
    return { data: settingOf(row) };
  },

  getPhaseControlEvents: async ({ containerId, page = 1, pageSize = defaultPageSize }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    const slice = { limit: pageSize, offset: (page - 1) * pageSize };
    return { data: await listPhaseEvents(db, containerId, slice), total: await countPhaseEvents(db, containerId) };
  },

  phaseControlDryRun: ({ containerId, days, ...setting }, { actor, db, clock, signal }) => {
    const dryRun = async () => {
      const visible = visibleContainers(db, actor);
      const [container] = await readContainers(db, visible, [containerId], pastPhaseMetrics(setting));
      if (!container) throw new Refusal("not_found");
      return { data: await tryOutPhases(db, container, setting, { days, nowMs: clock.now() }, signal) };
    };
    return chartQueueOf(db).run(actor.userId, dryRun, { signal });
  },

  setPhase: async ({ containerId, phase, on }, context) => {
    const noted = { phase, on };
    context.audit({ target: containerId, after: noted });
    const equipment = await mustFindEquipment(context.db, context.actor, containerId);
    const output = mustHaveOutput(equipment, "phase", phase);
    const order = { containerId, output, op: outputKinds.phase.op, args: { on }, noted } as const;
    return { data: await setOutput(context, equipment, order) };
  },
};
