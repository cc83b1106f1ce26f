import { createHash } from "node:crypto";

import { defaultLocale } from "@offgrid/contract/core/constants";

import type { CallContext } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import { enqueue } from "../../jobs/job.store.ts";
import { instantInMail, postNotice } from "../../mail/links.ts";
import type { Target } from "./people.scope.ts";
import * as users from "./users.store.ts";

/** The kind of job that erases; its key is the person's id. */
export const erasureJob = "person-erasure";
/** What seals what a person was called, until nothing is called so. */
export const erasurePurpose = "person-erasure";

/** What a person was called when their account was removed. */
export type Names = Pick<Target, "email" | "pendingEmail" | "firstName" | "lastName" | "phone">;

/**
 * Before an account is removed: mails to the person that wait are dropped, they are told at their address, and a job will
 * erase what names them. An invitation that nobody followed may have gone to a stranger, who is told nothing.
 * @returns what will stand where they were named.
 */
export async function askErasure(context: CallContext, target: Target): Promise<string> {
  const { db, box, clock, outbox, actor } = context;
  const { id, email, pendingEmail, firstName, lastName, phone, joined } = target;
  await outbox.dropTo(db, [email, ...(pendingEmail === null ? [] : [pendingEmail])]);
  if (joined) {
    const { language = defaultLocale } = await users.setting(db, id);
    const said = { by: await users.nameOf(db, actor, language), at: instantInMail(clock.now(), language) };
    await postNotice(context, db, { id, email, firstName, language }, { kind: "deleted", ...said });
  }
  const names: Names = { email, pendingEmail, firstName, lastName, phone };
  const sealed = box.seal(JSON.stringify(names), erasurePurpose);
  const standIn = await addErasure(db, { personId: id, sealed, askedAt: new Date(clock.now()) });
  await enqueue(db, erasureJob, id);
  return standIn;
}

const fewestDigits = 4;

/** @returns the stand-in: short, always the same for one person, and never that of two. */
async function addErasure(db: Db, row: { personId: string; sealed: Buffer; askedAt: Date }): Promise<string> {
  const digits = createHash("sha256").update(row.personId).digest("hex");
  for (let length = fewestDigits; length <= digits.length; length++) {
    const standIn = `Deleted person ${digits.slice(0, length)}`;
    const added = await db
      .insertInto("personErasure")
      .values({ ...row, standIn })
      .onConflict((conflict) => conflict.column("standIn").doNothing())
      .returning("standIn")
      .executeTakeFirst();
    if (added) return added.standIn;
  }
  throw new Error(`no stand-in is left for the person ${row.personId}`);
}
