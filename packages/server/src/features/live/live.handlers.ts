import type { liveCalls } from "@offgrid/contract/live/live.calls";
import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { batchS } from "@offgrid/contract/core/constants";

import { mqttPath } from "../../broker/broker-listeners.ts";
import { containerStatus } from "../containers/container-status.ts";
import { Now } from "../../core/now.ts";
import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import * as live from "./live.store.ts";

export const liveHandlers: Handlers<typeof liveCalls> = {
  registerLive: async ({ containerId }, { actor, db, clock, live: screens, portalStartedAtMs }) => {
    await mustSee(db, actor, containerId);
    const latest = await live.findLatest(db, containerId);
    const link = { ...latest, linked: latest.linked ?? false };
    const values = Object.entries(latest.liveValues ?? {}).map(
      ([name, [value, atMs]]) => [name, { value, at: new Date(atMs).toISOString() }] as const,
    );
    const status = containerStatus(link, new Now(clock.now()), portalStartedAtMs);
    const until = await screens.watch(containerId);
    return {
      topic: containerTopic.name({ containerId }),
      snapshot: { values: Object.fromEntries(values), status },
      everyS: latest.everyS ?? batchS,
      until: until.toISOString(),
      watchS: secondsUntil(until, clock.now()),
    };
  },
  registerLiveNotification: async (_input, { actor, clock, live: screens }) => {
    const { password, expiresAt } = await screens.issueCredential(actor.sessionHash);
    return {
      topic: userTopic.name({ userId: actor.userId }),
      url: mqttPath,
      username: actor.userId,
      password,
      expiresAt: expiresAt.toISOString(),
      lifeS: secondsUntil(expiresAt, clock.now()),
    };
  },
};

function secondsUntil(at: Date, nowMs: number): number {
  return (at.getTime() - nowMs) / 1000;
}
