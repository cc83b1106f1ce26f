import { randomUUID } from "node:crypto";

import type { ReportPlan } from "@offgrid/contract/reports/reports.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext } from "../../calls/handler.ts";
import { ownReport } from "./own-report.ts";
import { filesOf } from "./report-files.ts";
import { reportMail } from "./report-mail.ts";
import { wordsIn } from "./report-words.ts";
import { findAble } from "./sendings.store.ts";

const mailLifeMs = 3_600_000;

/** A report as it would be now, to whoever asks. @returns their address. @throws SubjectGone, NothingToSend */
export async function sendTest(plan: ReportPlan, context: CallContext): Promise<string> {
  const { actor, db, clock, config, outbox, audit, transaction, afterCommit } = context;
  const to = await findAble(db, actor.userId, "charts");
  if (!to?.isVerified) throw new Refusal("not_verified");
  const { language } = plan;
  const { content, pdf } = await ownReport(plan, context);
  const { email, firstName } = to;
  const { portalName } = config;
  const why = wordsIn(language).mail.foot_test;
  const files = await filesOf(content, plan.files, pdf);
  const mail = reportMail(content, files, { email, firstName, language, portalName, why });
  await transaction(async (tx) => {
    await outbox.write(tx, `report test ${randomUUID()}`, mail, new Date(clock.now() + mailLifeMs));
    audit({ after: { kind: plan.subject.kind, name: plan.name } });
  });
  afterCommit(() => outbox.kick());
  return email;
}
