import {
  changedPaths,
  type ConfigDoc,
  isSameDoc,
  mergeConfigs,
  sectionOf,
  withPaths,
} from "@offgrid/contract/configuration/config-doc";
import { trialMs, wantedForMs } from "@offgrid/contract/configuration/config-fields";
import { compareReports, configState } from "@offgrid/contract/configuration/config-state";
import { planSync, sectionsAfter, type SyncQuestion, type SyncStep } from "@offgrid/contract/configuration/config-sync";
import type { ConfigRefusal, ConfigReportMessage } from "@offgrid/contract/configuration/configuration.schema";
import type { ConfigState } from "@offgrid/contract/core/config-section";

import type { ConfigRow, SupersededVersion } from "./configuration.store.ts";

/** What may happen to a row of the configurations. Pure: each returns the row as it is to be. */

/** An answer is expected within this; then it is sent again. */
const answerMs = 60_000;
/** No clock of a controller is believed to know more of the past. */
const longestAgoMs = 10 * 365 * 86_400_000;
/** So often it is sent, until the controller says something else. */
const mostTries = 3;
/** More versions than a person asks for while one answer is on its way. */
const mostSuperseded = 8;
/** What a person has to change, and no repetition can. */
const final: readonly ConfigRefusal[] = ["fields", "hash"];

/** Where the row has both: what is wanted and what is reported. */
function sidesOf(row: ConfigRow) {
  const { refused } = row;
  return {
    wanted: row.wanted
      ? {
          version: row.wantedVersion,
          doc: row.wanted,
          agreed: row.agreed,
          isSent: row.sentAt !== null,
          isLapsed: row.lapsedAt !== null,
        }
      : undefined,
    reported: row.doc
      ? {
          version: row.version,
          doc: row.doc,
          answered: row.answered,
          isTrial: row.trialUntil !== null,
          refusedVersion: refused && final.includes(refused.reason) ? refused.version : undefined,
          revertedVersion: row.revertedVersion ?? undefined,
        }
      : undefined,
  };
}

export function stateOf(row: ConfigRow): ConfigState {
  const { wanted, reported } = sidesOf(row);
  return configState(wanted, reported);
}

export function conflictsOf({ agreed, wanted, doc }: ConfigRow): string[] {
  return wanted && doc ? mergeConfigs(agreed, wanted, doc).conflicts : [];
}

/** Is there something that the controller has not decided on and could take? */
export function isDeliverable(row: ConfigRow, nowMs: number): boolean {
  const state = stateOf(row);
  return (state === "waiting" || state === "sent") && row.tries < mostTries && nowMs < (row.expiresAt?.getTime() ?? 0);
}

const nextVersion = ({ wantedVersion, version, answered, versionFloor }: ConfigRow) =>
  Math.max(wantedVersion, version, answered, versionFloor) + 1;

/**
 * A person asks for sections; what these were on the controller counts as seen.
 * @param sections Whole sections.
 * @param userId Null: nobody has asked for anything so far, and the portal asks by itself.
 */
export function want(row: ConfigRow, sections: ConfigDoc, userId: string | null, nowMs: number): ConfigRow {
  const known: ConfigDoc = {};
  for (const name of Object.keys(sections)) if (row.doc?.[name]) known[name] = row.doc[name];
  const others = mergeOthers(row, Object.keys(sections));
  const expiresAt = new Date(nowMs + wantedForMs);
  const next = settle({
    ...row,
    wanted: { ...others.wanted, ...sections },
    wantedVersion: nextVersion(row),
    wantedBase: row.version,
    wantedBy: userId,
    wantedAt: new Date(nowMs),
    agreed: { ...others.agreed, ...known },
    expiresAt,
    sentAt: null,
    tries: 0,
    superseded: withSuperseded(row),
    dueAt: expiresAt,
    lapsedAt: null,
  });
  return withTimes(row, next, userId, nowMs);
}

/** What is on its way may be taken although something else is wanted by then. */
function withSuperseded({ superseded, wanted, wantedVersion, answered, sentAt }: ConfigRow): SupersededVersion[] {
  if (!wanted || sentAt === null || answered >= wantedVersion) return superseded;
  return [...superseded, { version: wantedVersion, doc: wanted }].slice(-mostSuperseded);
}

/** Nothing but works is to be changed: people have to be able to rely on these, whatever else waits. */
export function changesWorksAlone({ wanted, doc }: Pick<ConfigRow, "wanted" | "doc">): boolean {
  return changedPaths(doc ?? {}, wanted ?? {}).every((path) => sectionOf(path) === "works");
}

/** What was wanted came to nothing: only who asks for the same again has it sent again. */
function isOver(row: ConfigRow): boolean {
  return row.lapsedAt !== null || ["rejected", "reverted", "lapsed"].includes(stateOf(row));
}

/** The sections that nobody names now: what only the controller changed stays as it is there, and is not sent over. */
function mergeOthers(row: ConfigRow, named: readonly string[]) {
  const { agreed, wanted, doc } = row;
  const without = (one: ConfigDoc | null): ConfigDoc =>
    Object.fromEntries(Object.entries(one ?? {}).filter(([name]) => !named.includes(name)));
  if (!wanted || !doc) return { wanted: without(wanted), agreed: without(agreed) };
  if (isOver(row)) return { wanted: without(doc), agreed: without(doc) };
  const [before, here, there] = [without(agreed), without(wanted), without(doc)];
  const { doc: merged, conflicts } = mergeConfigs(before, here, there);
  return { wanted: withPaths(merged, here, conflicts), agreed: withPaths(there, before, conflicts) };
}

/**
 * With what follows from a change for people who look: since when both sides are the same, who changed what, and when a
 * rule acts.
 * @param by Null: the controller changed it.
 */
function withTimes(before: ConfigRow, row: ConfigRow, by: string | null, nowMs: number): ConfigRow {
  const at = new Date(nowMs).toISOString();
  const sections = (one: ConfigDoc | null, other: ConfigDoc | null) =>
    new Set(changedPaths(one ?? {}, other ?? {}).map(sectionOf));
  const stamps = <Stamp>(names: Iterable<string>, stamp: Stamp) =>
    Object.fromEntries([...names].map((name) => [name, stamp]));
  const isSame = row.wanted !== null && row.doc !== null && isSameDoc(row.wanted, row.doc);
  return withSyncDue({
    ...row,
    inSyncSince: isSame ? (before.inSyncSince ?? new Date(nowMs)) : null,
    wantedChanges: { ...row.wantedChanges, ...stamps(sections(before.wanted, row.wanted), { at, by }) },
    reportedChanges: { ...row.reportedChanges, ...stamps(sections(before.doc, row.doc), at) },
  });
}

/** A rule acts on a section that was changed on site once that has stood for its time; a person where both changed. */
export function withSyncDue(row: ConfigRow): ConfigRow {
  const times = [...ruleTimes(row).values()];
  return { ...row, syncDueAt: times.length === 0 ? null : new Date(Math.min(...times)) };
}

/** What its rule would do at this instant. */
export function ruleSteps(row: ConfigRow, nowMs: number): SyncStep[] {
  const times = ruleTimes(row);
  const sections = [...times.keys()].filter((name) => (times.get(name) ?? Infinity) <= nowMs);
  return row.syncRule ? stepsOf(row, { ...row.syncRule, sections }) : [];
}

/** When its rule acts on the sections that were changed on site, epoch ms. */
function ruleTimes(row: ConfigRow): Map<string, number> {
  const { syncRule: rule, wanted, doc } = row;
  if (!rule || rule.stoppedAt !== undefined || !wanted || !doc || stateOf(row) !== "drifted") return new Map();
  const differing = new Set(changedPaths(wanted, doc).map(sectionOf));
  return new Map(
    rule.sections.flatMap((name) => {
      const at = row.reportedChanges[name];
      if (!differing.has(name) || at === undefined) return [];
      return [[name, Math.max(Date.parse(at), Date.parse(rule.at)) + rule.everyMinutes * 60_000] as const];
    }),
  );
}

/** It leaves for the controller now. */
export function noteSent(row: ConfigRow, nowMs: number): ConfigRow {
  const tries = row.tries + 1;
  const expiresAtMs = row.expiresAt?.getTime() ?? nowMs;
  const dueMs = tries < mostTries ? Math.min(nowMs + answerMs, expiresAtMs) : expiresAtMs;
  return { ...row, sentAt: new Date(nowMs), tries, dueAt: new Date(dueMs) };
}

/** The same object: it is no later than what is known. */
export function takeReport(row: ConfigRow, report: ConfigReportMessage, nowMs: number): ConfigRow {
  const { store, version, doc, answered, trial, refused, reverted } = report;
  const isTrial = trial !== undefined;
  const known = { version: row.version, answered: row.answered, isTrial: row.trialUntil !== null };
  const isLater = row.store !== store || compareReports({ version, answered, isTrial }, known) > 0;
  if (!isLater) return row;
  const before = row.store === store ? row.superseded : [];
  // A version of the portal's own that was taken back meanwhile is no change that was made on site.
  const isOurs = before.some((one) => one.version === version && isSameDoc(one.doc, doc));
  const next = settle({
    ...row,
    ...(isOurs && { agreed: doc }),
    superseded: before.filter((one) => one.version > version),
    store,
    version,
    answered,
    doc,
    reportedAt: new Date(nowMs),
    // A clock or a controller that says anything: a trial is never longer, and nothing is older than that.
    trialUntil: trial ? new Date(nowMs + Math.min(trial.leftMs, trialMs)) : null,
    refused: refused ?? null,
    revertedVersion: reverted?.version ?? null,
    revertedAt: reverted ? new Date(nowMs - Math.min(reverted.agoMs, longestAgoMs)) : null,
  });
  return withTimes(row, next, null, nowMs);
}

/** A controller that connects again, and says the same as before, may be asked as often as before, but not at once for what it was just sent. */
export function renewTries(row: ConfigRow, nowMs: number): ConfigRow {
  const isOpen = row.answered < row.wantedVersion && nowMs - (row.sentAt?.getTime() ?? 0) >= answerMs / 2;
  return isOpen ? { ...row, tries: 0 } : row;
}

/** What follows where both sides are known. */
function settle(row: ConfigRow): ConfigRow {
  const { doc } = row;
  if (!doc || row.trialUntil) return row;
  if (!row.wanted)
    return {
      ...row,
      wanted: doc,
      wantedVersion: row.version,
      wantedBase: row.version,
      wantedAt: row.reportedAt,
      expiresAt: row.reportedAt,
      agreed: doc,
    };
  if (isSameDoc(row.wanted, doc)) return { ...row, agreed: doc, dueAt: null };
  const state = stateOf(row);
  if (state === "rejected" || state === "reverted" || state === "drifted") return { ...row, dueAt: null };
  const isMadeOfThis = row.wantedBase === row.version && row.answered < row.wantedVersion;
  if (isMadeOfThis || state === "conflict" || state === "lapsed") return row;
  // The controller has gone on meanwhile: what is wanted is made of what it runs now.
  const { doc: merged } = mergeConfigs(row.agreed, row.wanted, doc);
  return {
    ...row,
    wanted: merged,
    wantedVersion: nextVersion(row),
    wantedBase: row.version,
    agreed: doc,
    sentAt: null,
    dueAt: row.expiresAt,
  };
}

/** A worker looks at a row whose time has come. */
export function passTime(row: ConfigRow, nowMs: number): ConfigRow {
  const expiresAtMs = row.expiresAt?.getTime() ?? nowMs;
  if (nowMs < expiresAtMs) return { ...row, dueAt: new Date(Math.min(nowMs + answerMs, expiresAtMs)) };
  const state = stateOf(row);
  const isOpen = state === "waiting" || state === "sent" || state === "no_report" || state === "conflict";
  return isOpen ? lapse(row, nowMs) : { ...row, dueAt: null };
}

/** It is not sent any more. */
export function lapse(row: ConfigRow, nowMs: number): ConfigRow {
  return { ...row, dueAt: null, lapsedAt: new Date(nowMs) };
}

/** What a change was, for the audit: values by path. */
export function changesOf(before: ConfigDoc, after: ConfigDoc): { before: ConfigDoc; after: ConfigDoc } {
  const names = new Set(changedPaths(before, after).map((path) => path.slice(0, path.indexOf("."))));
  const only = (doc: ConfigDoc) => Object.fromEntries(Object.entries(doc).filter(([name]) => names.has(name)));
  return { before: only(before), after: only(after) };
}

/** What would be done now; nothing, where one side is not known. */
export function stepsOf(row: ConfigRow, question: SyncQuestion): SyncStep[] {
  const sides = bothSides(row);
  const state = stateOf(row);
  const isUnderway = row.lapsedAt === null && state !== "rejected" && state !== "reverted";
  return sides ? planSync(sides, question, isUnderway) : [];
}

export function applySync(row: ConfigRow, steps: readonly SyncStep[], userId: string, nowMs: number): ConfigRow {
  const sides = bothSides(row);
  return sides ? want(row, sectionsAfter(sides, steps), userId, nowMs) : row;
}

export function bothSides({ agreed, wanted, doc }: ConfigRow) {
  return wanted && doc ? { agreed, wanted, reported: doc } : undefined;
}
