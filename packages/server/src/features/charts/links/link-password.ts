import { linkLimits } from "@offgrid/contract/charts/chart-limits";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../../calls/actor.ts";
import { writeAudit } from "../../../calls/audit.ts";
import type { CallContext } from "../../../calls/handler.ts";
import { TooMany } from "../../../calls/limits.ts";
import { networkOf } from "../../../calls/network.ts";
import { isPassword } from "../../../core/password-hash.ts";
import type { OpenedLink } from "./chart-links.store.ts";

const minuteMs = 60_000;

/**
 * Lets pass who has the password of a link, where it has one. A try is counted before anything is hashed, so that tries
 * side by side count, too, and guessing costs the portal little; one that was right, or was not checked, is given back.
 * @throws Refusal password_needed, where none is given and where it is wrong alike; too_many.
 */
export async function mustKnowPassword(
  link: OpenedLink,
  password: string | undefined,
  context: CallContext<Actor | null>,
): Promise<void> {
  if (link.passwordHash === null) return;
  if (password === undefined) throw new Refusal("password_needed");
  const measures = measuresOf(link, context);
  await takeAll(measures, link, context);
  let isWrong = false;
  try {
    isWrong = !(await isPassword(link.passwordHash, password));
  } finally {
    if (!isWrong) for (const { key, most } of measures) await context.limits.giveBack(key, most);
  }
  if (isWrong) throw new Refusal("password_needed");
}

interface Measure {
  key: string;
  most: number;
  windowMs: number;
}

/** The network first: who is kept out by it takes no try from others. */
function measuresOf({ id }: OpenedLink, { from }: CallContext<Actor | null>): Measure[] {
  const key = `link password ${id}`;
  return [
    { key: `${key} ${networkOf(from.address)}`, most: linkLimits.wrongPasswords, windowMs: 5 * minuteMs },
    { key, most: linkLimits.wrongPasswordsInAll, windowMs: 60 * minuteMs },
  ];
}

/** @throws TooMany; the first of each window is written to the audit, as an opening that was refused. */
async function takeAll(
  measures: readonly Measure[],
  link: OpenedLink,
  { limits, db, clock, from: { address, requestId } }: CallContext<Actor | null>,
): Promise<void> {
  for (const { key, most, windowMs } of measures) {
    try {
      await limits.take(key, most, windowMs);
    } catch (error) {
      if (error instanceof TooMany && error.isFirst) {
        const line = { atMs: clock.now(), action: "getChartToken", target: link.id, address, requestId };
        await writeAudit(db, { ...line, result: error.code, after: { ownerId: link.ownerId } });
      }
      throw error;
    }
  }
}
