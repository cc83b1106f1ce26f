import { relayKey, type RelayTime, relayTimeLimits as limits, relayTimes } from "@offgrid/contract/devices/relay-times";
import type { RelaysSection } from "@offgrid/contract/devices/relays.schema";
import type { OutputTarget } from "@offgrid/contract/devices/output-kinds";

import { readNumber, writeNumber } from "../../../core/typed-number.ts";

/** What someone types about the pauses of relays, and what it means. Pure. */

export type RelayTarget = OutputTarget<"relay">;

/** As typed, by key of the section; empty: nothing is set. */
export type RelayTexts = Readonly<Record<string, string>>;

export function keysOf(targets: readonly RelayTarget[]): { key: string; target: RelayTarget; time: RelayTime }[] {
  return targets.flatMap((target) => relayTimes.map((time) => ({ key: relayKey(target, time), target, time })));
}

export function textsOf(
  section: Readonly<Record<string, unknown>> | undefined,
  targets: readonly RelayTarget[],
  locale: "en" | "fr",
): RelayTexts {
  return Object.fromEntries(
    keysOf(targets).map(({ key }) => {
      const value = section?.[key];
      return [key, typeof value === "number" ? writeNumber(value, locale) : ""];
    }),
  );
}

/** @returns The section, or the keys whose text is no number of seconds. */
export function readTexts(texts: RelayTexts): { section: RelaysSection } | { wrong: string[] } {
  const filled = Object.entries(texts).flatMap(([key, text]) =>
    text.trim() === "" ? [] : [[key, readNumber(text) ?? NaN] as const],
  );
  const wrong = filled.filter(([, value]) => !Number.isInteger(value) || value < limits.from || value > limits.to);
  return wrong.length > 0 ? { wrong: wrong.map(([key]) => key) } : { section: Object.fromEntries(filled) };
}
