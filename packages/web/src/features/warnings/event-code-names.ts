import { canBeCounted } from "@offgrid/contract/notifications/notification-types";
import type { TFunction } from "i18next";

import { codeName, knownCodes } from "../../domain/notifications/code-words.ts";

/** Codes whose events say more than their code does, and have a name without that here. */
const otherCodes = [
  "automation.notice",
  "automation.run",
  "command.mismatch",
  "config.lapsed",
  "config.rejected",
  "config.reverted",
  "config.rule_stopped",
  "config.synced",
  "lock.released_by_another",
  "lock.reminder",
  "output.changed",
  "output.hand",
  "output.stuck",
  "output.worn",
  "protection.stopped",
  "works.began",
  "works.ended",
  "works.ended_by_another",
] as const;
type NameKey = (typeof otherCodes)[number] extends infer Code
  ? Code extends `${infer Thing}.${infer What}`
    ? `names.${Thing}_${What}`
    : never
  : never;

/** Codes that the portal and its controllers give events, as far as rules can count them. */
export const namedCodes: readonly string[] = [...knownCodes.filter(canBeCounted), ...otherCodes];

/** What an event of a code tells, in words; undefined: a controller may send codes that have none. */
export function nameOfCode(
  t: TFunction<"event-codes">,
  words: TFunction<"event-words">,
  code: string,
): string | undefined {
  const other = otherCodes.find((one) => one === code);
  return other ? t(`names.${other.replace(".", "_")}` as NameKey) : codeName(words, code);
}
