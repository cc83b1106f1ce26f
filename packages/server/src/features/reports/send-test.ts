import { randomUUID } from "node:crypto";

import type { ReportPlan } from "@offgrid/contract/reports/reports.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext } from "../../calls/handler.ts";
import { makeReport } from "./make-report.ts";
import { filesOf } from "./report-files.ts";
import { reportMail } from "./report-mail.ts";
import { wordsIn } from "./report-words.ts";
import { findAble } from "./sendings.store.ts";

const mailLifeMs = 3_600_000;

/** A report as it would be now, to whoever asks. @returns their address. @throws SubjectGone, NothingToSend */
export async function sendTest(plan: ReportPlan, context: CallContext): Promise<string> {
  const { actor, db, clock, url, config, outbox, audit, transaction, afterCommit, signal } = context;
  const { userId } = actor;
  const to = await findAble(db, userId, "charts");
  if (!to?.isVerified) throw new Refusal("not_verified");
  const { language } = plan;
  const nowMs = clock.now();
  const asked = { db, ownerId: userId, readerId: userId, language, dueMs: nowMs, nowMs, url, signal };
  const content = await makeReport(plan, asked);
  const { email, firstName } = to;
  const { portalName } = config;
  const why = wordsIn(language).mail.foot_test;
  const files = await filesOf(content, plan.files, { language, portalName, nowMs, forWhom: userId, signal });
  const mail = reportMail(content, files, { email, firstName, language, portalName, why });
  await transaction(async (tx) => {
    await outbox.write(tx, `report test ${randomUUID()}`, mail, new Date(nowMs + mailLifeMs));
    audit({ after: { kind: plan.subject.kind, name: plan.name } });
  });
  afterCommit(() => outbox.kick());
  return email;
}
