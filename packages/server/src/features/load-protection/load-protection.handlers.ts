import type { loadProtectionCalls } from "@offgrid/contract/load-protection/load-protection.calls";
import { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee, visibleContainers } from "../../calls/scope.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { mustFindEquipment } from "../commands/outputs.store.ts";
import { type ConfigRow, findConfig } from "../configuration/configuration.store.ts";
import { sectionView } from "../configuration/section-view.ts";
import { wantSections } from "../configuration/want-sections.ts";
import { mustFindContainer } from "../forecast/forecast.store.ts";
import { pastMetrics } from "./past-readings.ts";
import { present } from "./present.ts";
import { tryOut } from "./try-out.ts";
import { findBattery, findStopped, listCuts } from "./load-protection.store.ts";

const settingOf = (row: ConfigRow | undefined) => sectionView(row, "loadProtection", LoadProtection);

export const loadProtectionHandlers: Handlers<typeof loadProtectionCalls> = {
  getAutoLoadProtection: async ({ containerId }, { actor, db, forecaster }) => {
    const container = await mustFindContainer(db, actor, containerId);
    const { reported } = settingOf(await findConfig(db, containerId));
    const cuts = await listCuts(db, await mustFindEquipment(db, actor, containerId), containerId);
    const forecast = cuts.length > 0 && reported?.setting ? await forecaster.blackout(container) : undefined;
    const known = { reported, cuts, forecast, battery: await findBattery(db, containerId) };
    return { data: present({ ...known, stoppedAt: await findStopped(db, containerId, cuts) }) };
  },

  loadProtectGet: async ({ containerId }, { actor, db }) => {
    await mustSee(db, actor, containerId);
    return { data: settingOf(await findConfig(db, containerId)) };
  },

  loadProtectSet: async ({ containerId, seen, ...setting }, context) => {
    const sections = { loadProtection: setting };
    const fieldOf = (path: string) => path.replace("loadProtection.", "");
    const row = await wantSections({ containerId, sections, seen, fieldOf }, context);
    return { data: settingOf(row) };
  },

  loadProtectDryRun: ({ containerId, days, ...setting }, { actor, db, clock, signal }) => {
    const dryRun = async () => {
      const metrics = pastMetrics(setting.loads.map(({ target }) => target));
      const [container] = await readContainers(db, visibleContainers(db, actor), [containerId], metrics);
      if (!container) throw new Refusal("not_found");
      return { data: await tryOut(db, container, setting, { days, nowMs: clock.now() }, signal) };
    };
    return chartQueueOf(db).run(actor.userId, dryRun, { signal });
  },
};
