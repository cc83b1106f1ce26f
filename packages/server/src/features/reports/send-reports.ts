import { reportLimits } from "@offgrid/contract/reports/report-choices";
import { leastGapMs, nextDue } from "@offgrid/contract/reports/report-schedule";
import { instantText } from "@offgrid/contract/telemetry/time-text";

import { logoData } from "../../config/live-config.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { type Db, isDatabaseAway, reasonOf } from "../../core/db.ts";
import type { Mail } from "../../mail/mailer.ts";
import { isMet, makeReport } from "./make-report.ts";
import { NothingToSend, type ReportContent, SubjectGone } from "./report-content.ts";
import { filesOf } from "./report-files.ts";
import { reportMail } from "./report-mail.ts";
import { fill, pageLink, wordsIn } from "./report-words.ts";
import { pauseReport, readPlan } from "./reports.store.ts";
import * as sendings from "./sendings.store.ts";
import { stopToken } from "./stop-token.ts";

/** Longer than any report takes to make: whoever has not noted what came of it by then is dead. */
const longestMakeMs = 5 * 60_000;
/** When a mail of a portal without a mail server is removed, and how long that to an owner waits for it. */
const mailLifeMs = 24 * 3_600_000;
const minuteMs = 60_000;

export interface ReportTools extends Pick<FeatureBase, "db" | "clock" | "log" | "box" | "outbox" | "config"> {
  /** Address of the web app. */
  url: string;
}

/** Plans what has become due, and sends what is planned. */
export async function sendReports(tools: ReportTools, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await planNext(tools)));
  for (;;) {
    const nowMs = tools.clock.now();
    const one = signal?.aborted ? undefined : await sendings.claimSending(tools.db, nowMs, nowMs + longestMakeMs);
    if (!one) return;
    await sendOne(tools, one, signal);
  }
}

/** Takes one report that is due: what it is to send, and when it is due next, are one transaction. */
function planNext({ db, clock }: ReportTools): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    const due = await sendings.holdDue(tx, nowMs);
    if (!due) return false;
    const plan = readPlan(due);
    if (!plan) {
      await pauseReport(tx, due.id, "gone");
      return true;
    }
    await sendings.planSendings(tx, due.id, due.dueMs, leastGapMs(plan.schedule));
    // What was missed while no portal ran is sent once, not once for each time.
    await sendings.setNext(tx, due.id, nextDue(plan.schedule, Math.max(due.dueMs, nowMs)));
    return true;
  });
}

async function sendOne(tools: ReportTools, one: sendings.ClaimedSending, signal?: AbortSignal): Promise<void> {
  const { db, clock, outbox } = tools;
  try {
    const mail = await mailFor(tools, one, signal);
    if (!(await sendings.holdOn(db, one, clock.now() + longestMakeMs))) return;
    // Handed over at once: a mail that waits would tell its reader later what they may not see any more.
    await outbox.handOver(mail, keyOf(one), new Date(clock.now() + mailLifeMs)).catch((error: unknown) => {
      throw new Undelivered(reasonOf(error));
    });
    await sendings.markSent(db, one, clock.now());
  } catch (error) {
    if (error instanceof NothingToSend) await sendings.markSkipped(db, one, error.reason);
    else if (error instanceof SubjectGone) await tellGone(tools, one);
    else if (error instanceof Undelivered) await deliverLater(tools, one, error);
    else if (signal?.aborted) await sendings.giveBack(db, one, tools.clock.now());
    // Without a database nothing is noted: the claim ends by itself.
    else if (!isDatabaseAway(error)) await tryLater(tools, one, error);
  }
}

/** The mail server did not take it. */
class Undelivered extends Error {}

/** It is made anew then, with what its owner and its reader may see by then. */
async function deliverLater({ clock, log, db }: ReportTools, one: sendings.ClaimedSending, error: Undelivered) {
  const { retryMinutes, deliveries } = reportLimits;
  const pauseMinutes = retryMinutes[one.undelivered] ?? Math.max(...retryMinutes);
  const tryMs = one.undelivered + 1 < deliveries ? clock.now() + pauseMinutes * minuteMs : undefined;
  const { reportId: report, undelivered } = one;
  log.warn({ reason: error.message.slice(0, 200), report, undelivered }, "a report could not be delivered");
  await sendings.markUndelivered(db, one, { reason: error.message.slice(0, 200), tryMs });
}

/** Identifies the mail: there is one of each report, instant and person. */
const keyOf = ({ reportId, dueMs, userId }: sendings.ClaimedSending) => `report ${reportId} ${dueMs} ${userId}`;

async function mailFor(tools: ReportTools, one: sendings.ClaimedSending, signal?: AbortSignal): Promise<Mail> {
  const { db, clock, box, url, config } = tools;
  const { ownerId, userId, dueMs, reportId } = one;
  const plan = readPlan(one);
  if (!plan) throw new SubjectGone();
  if (one.isStopped) throw new NothingToSend("stopped");
  const owner = await sendings.findAble(db, ownerId, "charts");
  if (!owner) {
    await pauseReport(db, reportId, "account");
    throw new NothingToSend("paused");
  }
  const to = await sendings.findAble(db, userId, "view");
  if (!to) throw new NothingToSend("no_rights");
  if (!to.isVerified) throw new NothingToSend("no_address");
  if (ownerId !== userId && (await sendings.isFull(db, userId, clock.now()))) throw new NothingToSend("too_many");
  const { language } = plan;
  const asked = { db, ownerId, readerId: userId, language, dueMs, nowMs: clock.now(), url, ...(signal && { signal }) };
  const content = await makeReport(plan, asked);
  if (!isMet(plan, content)) throw new NothingToSend("condition");
  const token = stopToken(box, { reportId, userId, ownerId });
  const { mail } = wordsIn(language);
  const by = ownerId === userId ? undefined : (owner.name ?? mail.someone);
  const { portalName, logo } = config;
  const pdf = {
    language,
    portalName,
    logo: logoData(logo),
    nowMs: asked.nowMs,
    forWhom: ownerId,
    ...(signal && { signal }),
  };
  return reportMail(content, await filesOf(content, plan.files, pdf), {
    ...{ email: to.email, firstName: to.firstName, language, portalName },
    why: fill(by === undefined ? mail.foot_own : mail.foot, { portal: portalName, owner: by ?? "" }),
    stop: {
      label: by === undefined ? mail.stop : fill(mail.stop_from, { owner: by }),
      link: `${pageLink(url, language, "reports/stop")}?token=${token}`,
      byProgram: `${url}/reports/stop?token=${token}`,
    },
  });
}

/** An incomplete report is sent to nobody: it is tried again, and then its owner alone learns of it. */
async function tryLater(tools: ReportTools, one: sendings.ClaimedSending, error: unknown): Promise<void> {
  const { db, clock, log } = tools;
  const pauseMinutes = reportLimits.retryMinutes[one.attempts - 1];
  const tryMs = pauseMinutes === undefined ? undefined : clock.now() + pauseMinutes * minuteMs;
  log.warn({ err: error, report: one.reportId, attempts: one.attempts }, "a report could not be made");
  await db.transaction().execute(async (tx) => {
    if (!(await sendings.markFailed(tx, one, { reason: reasonOf(error).slice(0, 200), tryMs }))) return;
    if (tryMs === undefined) await tellOwner(tools, tx, one, "failed");
  });
  tools.outbox.kick();
}

async function tellGone(tools: ReportTools, one: sendings.ClaimedSending): Promise<void> {
  await tools.db.transaction().execute(async (tx) => {
    if (await pauseReport(tx, one.reportId, "gone")) await tellOwner(tools, tx, one, "gone");
  });
  tools.outbox.kick();
}

/** Once for each time that a report was due, however many people it was for. */
async function tellOwner(
  { db, clock, outbox, config, url }: ReportTools,
  tx: Db,
  { reportId, dueMs, ownerId, plan: kept }: sendings.ClaimedSending,
  what: "failed" | "gone",
): Promise<void> {
  const owner = await sendings.findAble(db, ownerId, "charts");
  if (!owner?.isVerified) return;
  const plan = readPlan({ plan: kept });
  const { mail } = wordsIn(plan?.language ?? "en");
  const language = plan?.language ?? "en";
  const zone = plan?.schedule.zone ?? "UTC";
  const values = { name: plan?.name ?? "", due: instantText(dueMs, zone, language) };
  const content: ReportContent = {
    ...{ name: fill(mail[`${what}_subject`], values), days: "", about: [], figures: [], plots: [], tables: [] },
    notes: [fill(mail[what], values)],
    ...{ query: "", link: pageLink(url, language, "reports"), span: { fromMs: dueMs, toMs: dueMs }, zone },
    ...{ hasData: false, raised: 0 },
  };
  const why = fill(mail.foot_about, { portal: config.portalName });
  const to = { email: owner.email, firstName: owner.firstName, language, portalName: config.portalName, why };
  const letter = reportMail(content, [], to);
  const key = `report ${what} ${reportId} ${dueMs}`;
  await outbox.write(tx, key, letter, new Date(clock.now() + mailLifeMs));
}
