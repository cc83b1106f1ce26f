import { defineFeature } from "../../calls/feature.ts";
import { openOutgoing } from "../../external/outgoing.ts";
import { faultsOf } from "./heartbeat.store.ts";

const everyMs = 5 * 60_000;
const timeoutMs = 10_000;
const maxBytes = 64 * 1_024;

/**
 * Tells a service elsewhere that the portal is well, from whichever process has the job: a portal that has died can tell
 * nobody. What is not well is not told either, so that silence is the alarm for both.
 */
export const heartbeatFeature = defineFeature(({ config, db, clock, log, hasRoom }) => {
  const { heartbeatUrl, externalAllow } = config;
  const ask = openOutgoing({ allow: externalAllow });
  const beat = async (url: string) => {
    const faults = [...(hasRoom() ? [] : ["the disk is full"]), ...(await faultsOf(db, clock.now()))];
    if (faults.length > 0) return log.warn({ faults }, "the portal is not well, and gives no heartbeat");
    const { status } = await ask(url, { timeoutMs, maxBytes });
    if (status >= 400) throw new Error(`the service of HEARTBEAT_URL answered with ${status}`);
  };
  return { jobs: heartbeatUrl === undefined ? [] : [{ name: "heartbeat", everyMs, run: () => beat(heartbeatUrl) }] };
});
