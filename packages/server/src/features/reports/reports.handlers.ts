import { randomUUID } from "node:crypto";

import { reportLimits, skipReasons } from "@offgrid/contract/reports/report-choices";
import { monthBefore, nextDue, weekBefore } from "@offgrid/contract/reports/report-schedule";
import type { reportCalls } from "@offgrid/contract/reports/reports.calls";
import type { Report, ReportSubject } from "@offgrid/contract/reports/reports.schema";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../calls/actor.ts";
import type { CallContext, Handlers } from "../../calls/handler.ts";
import { type Viewer, maySee } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { withContainers } from "../charts/drawings/with-containers.ts";
import { listCharts, readDefinition } from "../charts/saved/saved-charts.store.ts";
import { visibleAmong } from "../users/people.scope.ts";
import { definedReport } from "./chart-report.ts";
import { containerReport, mustFindSeen } from "./container-report.ts";
import { NothingToSend, SubjectGone } from "./report-content.ts";
import { askedBy, ownReport, pdfFor, previewOf } from "./own-report.ts";
import { fileOf, formatsOf, pdfAnswer } from "./report-files.ts";
import { fill, wordsIn } from "./report-words.ts";
import * as reports from "./reports.store.ts";
import { sendTest } from "./send-test.ts";
import { seenByAll, viewersAmong } from "./sendings.store.ts";
import { readStopToken } from "./stop-token.ts";

export const reportHandlers: Handlers<typeof reportCalls> = {
  reportList: async (_, { actor, db }) => ({ data: shown(await reports.listReports(db, actor.userId)) }),

  reportSave: async ({ id: given, plan, people: named, paused }, { actor, db, clock, audit }) => {
    const people = [...new Set(named)];
    const before = given === undefined ? undefined : await reports.holdReport(db, actor.userId, given);
    if (given !== undefined && !before) throw new Refusal("not_found");
    if (given === undefined) await mustHaveRoom(db, actor.userId);
    const containerIds = await mustHave(db, actor, plan.subject, clock.now());
    const kept = given === undefined ? [] : await reports.peopleOf(db, given);
    await mustReach(
      db,
      actor,
      people.filter((one) => !kept.includes(one)),
      containerIds,
    );
    const id = given ?? randomUUID();
    const nowMs = clock.now();
    const nextMs = paused ? undefined : nextDue(plan.schedule, nowMs);
    await reports.saveReport(db, { id, ownerId: actor.userId, plan, people, nextMs }, nowMs);
    audit({ target: id, ...(before && { before: { plan: before.plan } }), after: { plan, people, paused } });
    const [data] = shown(await reports.listReports(db, actor.userId, id));
    if (!data) throw new Refusal("internal");
    return { data };
  },

  reportDelete: async ({ id }, { actor, db, audit }) => {
    const before = await reports.holdReport(db, actor.userId, id);
    if (!before) throw new Refusal("not_found");
    await reports.removeReport(db, id);
    audit({ target: id, before: { plan: before.plan } });
    return {};
  },

  reportTest: async ({ plan }, context) => {
    const to = await sendTest(plan, context).catch(asNotFound);
    return { data: { to } };
  },

  reportPreview: async ({ plan }, context) => ({ data: await previewOf(plan, context).catch(asNotFound) }),

  reportPreviewFile: async ({ plan, format }, context) => {
    const { content, pdf } = await ownReport(plan, context).catch(asNotFound);
    if (formatsOf(content, [format]).length === 0) throw new Refusal("not_found");
    return fileOf(content, format, pdf);
  },

  containerReport: async ({ containerId, span, before }, context) => {
    const nowMs = context.clock.now();
    const dueMs = before === undefined ? nowMs : Math.min(Date.parse(before), nowMs);
    const to = { ...askedBy(context, context.from.language), dueMs };
    const container = await mustFindSeen(containerId, to).catch(asNotFound);
    const { zoneName } = container;
    const range = span === "week" ? weekBefore(zoneName, dueMs) : monthBefore(zoneName, dueMs);
    const words = wordsIn(to.language);
    const title = fill(words.kind_of, { kind: words.kind[`container_${span}`], container: container.name });
    const content = await containerReport(title, container, range, to);
    return pdfAnswer(content, pdfFor(context, context.from.language));
  },

  chartReport: async ({ definition, containerId, clusterId, ...range }, context) => {
    const { actor, db } = context;
    const to = askedBy(context, context.from.language);
    const whole = await withContainers(definition, { containerId, clusterId }, db, actor);
    const name = definition.name || wordsIn(to.language).unnamed;
    const content = await definedReport(name, whole, to, range).catch(asNotFound);
    return pdfAnswer(content, pdfFor(context, context.from.language));
  },

  reportStop: async ({ token, stop }, { db, box, clock, audit }: CallContext<Actor | null>) => {
    const whose = readStopToken(box, token);
    const meant = whose && (await reports.setStopped(db, whose, stop ? clock.now() : null));
    if (!whose || !meant) throw new Refusal("not_found");
    audit({ target: whose.reportId, after: { userId: whose.userId, stop } });
    return { data: { ...meant, isStopped: stop } };
  },
};

function asNotFound(error: unknown): never {
  if (error instanceof SubjectGone || error instanceof NothingToSend) throw new Refusal("not_found");
  throw error;
}

function shown(rows: readonly reports.ReportRow[]): Report[] {
  return rows.flatMap(({ nextAt, last, ...row }) => {
    const plan = reports.readPlan(row);
    // Errors are for the log: they may name what is none of the owner's business.
    const known = skipReasons.find((one) => one === last?.reason);
    const reason = known ?? (!last || last.reason === null ? null : ("error" as const));
    return plan ? [{ ...row, plan, nextAt: nextAt?.toISOString() ?? null, last: last && { ...last, reason } }] : [];
  });
}

async function mustHaveRoom(db: Db, ownerId: string): Promise<void> {
  if ((await reports.countReports(db, ownerId)) < reportLimits.reports) return;
  throw refused("plan.name", `You have ${reportLimits.reports} reports. Delete one first.`);
}

const refused = (field: string, sentence: string) => new Refusal("bad_input", { fields: { [field]: sentence } });

/** @returns the containers that it is about. @throws Refusal where it cannot be made of anything that the owner sees. */
async function mustHave(db: Db, owner: Viewer, subject: ReportSubject, nowMs: number): Promise<string[]> {
  if (subject.kind === "container_month") {
    if (!(await maySee(db, owner.userId, subject.containerId))) throw new Refusal("not_found");
    return [subject.containerId];
  }
  if (subject.kind === "fleet_week") return (await seenByAll(db, [owner.userId])).map(({ id }) => id);
  const [row] = await listCharts(db, owner, nowMs, subject.chartId);
  const definition = row && readDefinition(row);
  if (!definition) throw new Refusal("not_found");
  const { series } = await withContainers(definition, subject, db, owner);
  const ids = series.flatMap((one) => (one.kind === "metric" && one.of.kind === "containers" ? one.of.ids : []));
  if (ids.length === 0) throw refused("plan.subject", "The chart has no container that you see.");
  return [...new Set(ids)];
}

/** A report goes to people of the portal whom its owner sees, and who see something of it. */
async function mustReach(
  db: Db,
  owner: Actor,
  people: readonly string[],
  containerIds: readonly string[],
): Promise<void> {
  if (people.some((one) => one.includes("@")))
    throw refused(
      "people",
      "Reports go to people who have an account here, and not to other addresses. Share the chart by a link instead.",
    );
  const visible = await visibleAmong(db, owner, people);
  if (people.some((one) => !visible.has(one))) throw refused("people", "There is nobody like that whom you see.");
  const viewers = await viewersAmong(db, people, containerIds);
  if (people.some((one) => one !== owner.userId && !viewers.has(one)))
    throw refused("people", "Somebody here sees no container of this report, and would be sent nothing.");
}
