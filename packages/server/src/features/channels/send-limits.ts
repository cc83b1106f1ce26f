import { channelLimits as most } from "@offgrid/contract/channels/channel-kinds";

import { type Limits, TooMany } from "../../calls/limits.ts";
import { hashOfTarget, type Target } from "./target.ts";

const dayMs = 24 * 3_600_000;

interface Turn {
  userId: string;
  target: Target;
  isTest: boolean;
}

/**
 * Counts what is about to go out. Nobody proves that a number or a chat is theirs, so what goes there is counted for the
 * person and for the place, whoever sends it there; tests are counted apart, so that they take nothing from warnings.
 * @returns for how long there is no room; undefined: it may go.
 */
export async function waitForTurn(limits: Limits, turn: Turn): Promise<number | undefined> {
  try {
    for (const [key, perDay] of countsOf(turn)) await limits.take(key, perDay, dayMs);
    return undefined;
  } catch (error) {
    if (error instanceof TooMany) return (error.retryAfterS ?? 0) * 1_000;
    throw error;
  }
}

function countsOf({ userId, target, isTest }: Turn): [key: string, perDay: number][] {
  const isText = target.kind === "sms" || target.kind === "telegram";
  const place = hashOfTarget(target).toString("base64url");
  if (isTest)
    return [
      [`channel tests ${userId}`, most.testsPerDay],
      ...(isText ? [[`channel tests to ${place}`, most.testsPerDay] as [string, number]] : []),
    ];
  if (!isText) return [];
  return [
    [`texts ${userId}`, most.textsPerDay],
    [`texts to ${place}`, most.textsToOnePerDay],
  ];
}
