import { outputKinds, type OutputTarget, outputTarget } from "./output-kinds.ts";

/**
 * The shortest times for which a relay stays on, and off, as people set them, and under which key of the section `relays` each
 * is: `relay.1/minOnSeconds`. One key for each, so that two people who change two of them do not stand in each other's way.
 * No schema library here: screens import it whole.
 */

export const relayTimes = ["minOnSeconds", "minOffSeconds"] as const;
export type RelayTime = (typeof relayTimes)[number];
export const relayTimeLimits = { from: 0, to: 3_600 } as const;

const { numbers } = outputKinds.relay;
type RelayTarget = OutputTarget<"relay">;

export const relayKey = (target: RelayTarget, time: RelayTime) => `${target}/${time}` as const;

/** A key taken apart; undefined: it is none. */
export function relayOfKey(key: string): { target: RelayTarget; time: RelayTime } | undefined {
  for (const number of numbers)
    for (const time of relayTimes) {
      const target = outputTarget("relay", number);
      if (relayKey(target, time) === key) return { target, time };
    }
  return undefined;
}

/** What is set for an output; nothing is 0. @param section Checked by its schema. */
export function relayTimeOf(
  section: Readonly<Record<string, unknown>> | null | undefined,
  target: string,
  time: RelayTime,
): number {
  return Number(section?.[`${target}/${time}`] ?? 0);
}
