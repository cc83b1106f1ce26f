import { sql } from "kysely";

import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { writeAudit } from "../../calls/audit.ts";
import { eraseFromAudit } from "../audit/audit-seals.ts";
import { erasedAction, formerlyCalled } from "../audit/audit-seals.store.ts";
import { type Names, erasurePurpose } from "../users/ask-erasure.ts";
import { dropContacts, dropShortLived, eraseFromTexts, stillUsed } from "./erasure.store.ts";
import { type Called, patternsOf } from "./naming.ts";

/**
 * Puts the stand-in of a removed person wherever the database names them, now or as they were called before, and writes a
 * line about it into the audit: all of it or nothing. Done once it does nothing.
 */
export async function erasePerson(
  { db, box, clock }: { db: Db; box: SecretBox; clock: Clock },
  personId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Years of texts are looked through, which no call waits for.
    await sql`set local statement_timeout = 0`.execute(tx);
    const asked = await tx
      .selectFrom("personErasure")
      .selectAll()
      .where("personId", "=", personId)
      .forUpdate()
      .executeTakeFirst();
    if (!asked?.sealed) return;
    const names = JSON.parse(box.open(asked.sealed, erasurePurpose)) as Names;
    const { standIn } = asked;
    const called = await onlyTheirs(tx, [
      names,
      { ...names, email: names.pendingEmail },
      ...(await formerlyCalled(tx, personId)),
    ]);
    const { pattern, exact } = patternsOf(called);
    if (pattern !== null) {
      await dropShortLived(tx, pattern);
      await dropContacts(tx, pattern);
      const texts = await eraseFromTexts(tx, pattern, standIn);
      const erased = await eraseFromAudit(tx, { personId, pattern, exact, standIn });
      await writeAudit(tx, {
        atMs: clock.now(),
        action: erasedAction,
        target: personId,
        after: { standIn, texts, ...erased },
        result: "ok",
      });
    }
    const done = { sealed: null, doneAt: new Date(clock.now()) };
    await tx.updateTable("personErasure").set(done).where("personId", "=", personId).execute();
  });
}

/** Without what somebody else is called by now: an address that was given on, a telephone of an office, a namesake. */
async function onlyTheirs(db: Db, called: readonly Called[]): Promise<Called[]> {
  const fullName = ({ firstName, lastName }: Called) => `${firstName ?? ""} ${lastName ?? ""}`;
  const texts = called.flatMap((one) => [one.email, one.phone, fullName(one)]).filter((text) => text !== null);
  const used = await stillUsed(db, texts);
  const own = (text: string | null) => (text !== null && used.has(text) ? null : text);
  return called.map((one) => ({
    ...one,
    email: own(one.email),
    phone: own(one.phone),
    ...(used.has(fullName(one)) && { firstName: null, lastName: null }),
  }));
}
