import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { PreviewSkip } from "@offgrid/contract/reports/report-choices";
import type { ReportLetter, ReportPlan } from "@offgrid/contract/reports/reports.schema";

import { logoData } from "../../config/live-config.ts";
import type { CallContext } from "../../calls/handler.ts";
import { isMet, makeReport } from "./make-report.ts";
import type { ReportContent, ReportFor } from "./report-content.ts";
import { formatsOf } from "./report-files.ts";
import { letterOf } from "./report-mail.ts";
import type { PdfOptions } from "./report-pdf.ts";
import { fill, wordsIn } from "./report-words.ts";
import { findAble } from "./sendings.store.ts";

/** A report that is made at once, for whoever asks. */
export function askedBy({ actor, db, clock, url, signal }: CallContext, language: LocaleCode): ReportFor {
  const { userId } = actor;
  const nowMs = clock.now();
  return { db, ownerId: userId, readerId: userId, language, dueMs: nowMs, nowMs, url, signal };
}

/** How its document looks. */
export function pdfFor({ actor, config, clock, signal }: CallContext, language: LocaleCode): PdfOptions {
  const { portalName, logo } = config;
  return { language, portalName, logo: logoData(logo), nowMs: clock.now(), forWhom: actor.userId, signal };
}

/** A report as it would be now, of whoever asks and for them alone. @throws SubjectGone, NothingToSend */
export async function ownReport(
  plan: ReportPlan,
  context: CallContext,
): Promise<{ content: ReportContent; pdf: PdfOptions }> {
  return { content: await makeReport(plan, askedBy(context, plan.language)), pdf: pdfFor(context, plan.language) };
}

interface Preview {
  letter: ReportLetter;
  files: ReportPlan["files"];
  skip: PreviewSkip | null;
}

/** What its owner would be sent now. @throws SubjectGone, NothingToSend */
export async function previewOf(plan: ReportPlan, context: CallContext): Promise<Preview> {
  const { actor, db, config } = context;
  const { content } = await ownReport(plan, context);
  const to = await findAble(db, actor.userId, "charts");
  const { language } = plan;
  const { mail } = wordsIn(language);
  const why = fill(mail.foot_own, { portal: config.portalName });
  return {
    letter: letterOf(content, { firstName: to?.firstName ?? "", language, why, stop: { label: mail.stop } }),
    files: formatsOf(content, plan.files),
    skip: !to?.isVerified ? "no_address" : isMet(plan, content) ? null : "condition",
  };
}
