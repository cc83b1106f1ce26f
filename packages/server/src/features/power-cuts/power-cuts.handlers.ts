import type { powerCutCalls } from "@offgrid/contract/power-cuts/power-cuts.calls";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { visibleContainers } from "../../calls/scope.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { cutMetrics, powerCutsOf } from "./cut-history.ts";

export const powerCutHandlers: Handlers<typeof powerCutCalls> = {
  getPowerCuts: ({ containerId, ...question }, { actor, db, clock, signal }) => {
    const cuts = async () => {
      const [container] = await readContainers(db, visibleContainers(db, actor), [containerId], cutMetrics);
      if (!container) throw new Refusal("not_found");
      return { data: await powerCutsOf(db, container, question, clock.now()) };
    };
    return chartQueueOf(db).run(actor.userId, cuts, { signal });
  },
};
