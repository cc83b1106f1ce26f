import { Gathered } from "../../bus/gathered.ts";
import { defineFeature, type FeatureBase, type Unsubscribe } from "../../calls/feature.ts";
import { tellScreens } from "../live/tell-screens.ts";
import { followIncidents } from "./follow-incidents.ts";

/** What whoever raised a warning did not see to any more has its incident so late. */
const followEveryMs = 2_000;

export const incidentsFeature = defineFeature((base) => ({
  jobs: [{ name: "incidents", everyMs: followEveryMs, run: ({ signal }) => followAndSay(base, signal) }],
  subscriptions: {
    live: (side) => {
      const [unfollow, untell] = [followAtOnce(base), tellScreens(base, side, "warningsChanged")];
      return async () => {
        await unfollow();
        await untell();
      };
    },
  },
}));

async function followAndSay(base: FeatureBase, signal?: AbortSignal): Promise<void> {
  if (await followIncidents(base, signal)) base.bus.publish("incidentsFollowed", {});
}

/** Warnings have their incidents as soon as they are raised, in the processes that have screens. */
function followAtOnce(base: FeatureBase): Unsubscribe {
  const due = new Gathered<true>(base.log, 1, () => followAndSay(base));
  const end = base.bus.subscribe("eventRaised", () => due.put("all", true));
  return async () => {
    end();
    await due.idle();
  };
}
