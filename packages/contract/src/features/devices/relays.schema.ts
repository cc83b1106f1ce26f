import { z } from "zod";

import { relayOfKey, relayTimeLimits as limits } from "./relay-times.ts";

const timeMessage = `Please fill whole seconds: ${limits.from} to ${limits.to}.`;
const Seconds = z.int({ error: timeMessage }).min(limits.from, timeMessage).max(limits.to, timeMessage);

/** The section `relays` of a configuration: seconds by key, such as `relay.1/minOnSeconds`. */
export const RelaysSection = z.record(z.string().max(64), Seconds).superRefine((section, { addIssue }) => {
  for (const key of Object.keys(section))
    if (!relayOfKey(key)) addIssue({ code: "custom", path: [key], message: "This is no setting of a relay." });
});
export type RelaysSection = z.infer<typeof RelaysSection>;

/** What of a section can be read: a newer controller, or portal, may have set more. */
export function readableRelays(section: unknown): RelaysSection {
  const entries = Object.entries(typeof section === "object" && section !== null ? section : {});
  return Object.fromEntries(entries.filter(([key, value]) => RelaysSection.safeParse({ [key]: value }).success));
}
