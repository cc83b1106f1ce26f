import { defineFeature } from "../../calls/feature.ts";
import { openOutgoing } from "../../external/outgoing.ts";
import { problemIn, problemOf } from "../../external/send-problems.ts";
import { noteSending } from "../../external/sending-outcomes.store.ts";
import { faultsOf } from "./heartbeat.store.ts";

const everyMs = 5 * 60_000;
const timeoutMs = 10_000;
const maxBytes = 64 * 1_024;

/**
 * Tells a service elsewhere that the portal is well, from whichever process has the job: a portal that has died can tell
 * nobody. What is not well is not told either, so that silence is the alarm for both.
 */
export const heartbeatFeature = defineFeature(({ config, db, clock, log, hasRoom }) => {
  const ask = openOutgoing({ allow: config.externalAllow });
  const beat = async () => {
    // As it is set now: people may have changed it since the last one.
    const { heartbeatUrl } = config;
    if (heartbeatUrl === undefined) return undefined;
    const faults = [...(hasRoom() ? [] : ["the disk is full"]), ...(await faultsOf(db, clock.now()))];
    if (faults.length > 0) return log.warn({ faults }, "the portal is not well, and gives no heartbeat");
    const asked = ask(heartbeatUrl, { timeoutMs, maxBytes });
    const found = await asked.then((answer) => problemIn(answer, clock.now()), problemOf);
    await noteSending(db, "heartbeat", found?.problem, clock.now());
    if (found) throw new Error(`the service that hears the heartbeat did not take it: ${found.problem}`);
  };
  return { jobs: [{ name: "heartbeat", everyMs, run: beat }] };
});
