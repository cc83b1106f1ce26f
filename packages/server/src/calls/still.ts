import { type Access, may } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "./actor.ts";
import { whoseToken } from "./api-token.ts";
import type { Db } from "../core/db.ts";
import { whoseSession } from "./session.ts";

/**
 * For an answer that is sent for as long as its caller takes it: may this caller still have the rest of it? What a call asks
 * once, such an answer asks again as it goes on.
 * @throws Refusal signed_out, two_step_needed, forbidden, as a new call would be refused.
 */
export async function mustStillBe(db: Db, actor: Actor, access: Access, nowMs: number): Promise<void> {
  const look = actor.apiToken ? whoseToken : whoseSession;
  const { permissions, mustSetUpTwoStep } = await look(db, actor.sessionHash, nowMs);
  if (mustSetUpTwoStep) throw new Refusal("two_step_needed");
  if (!may(permissions, access)) throw new Refusal("forbidden");
}
