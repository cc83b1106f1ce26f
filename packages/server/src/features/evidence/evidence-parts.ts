import { evidenceLimits, type EvidencePart } from "@offgrid/contract/evidence/evidence-parts";
import { incidentTimes } from "@offgrid/contract/incidents/incident-types";
import { findMetric, metrics } from "@offgrid/contract/telemetry/metrics";
import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import { ruleText } from "../channels/warning-words.ts";
import { readChanges } from "../incidents/changes.store.ts";
import { frozenElsewhere, readElsewhere } from "./elsewhere.store.ts";
import type { PackSubject } from "./evidence.store.ts";
import * as facts from "./evidence-facts.store.ts";
import { weatherThen, whatCame } from "./evidence-forecast.ts";
import { gatherReadings } from "./evidence-readings.ts";

/**
 * What the parts of a pack say. What was not measured is null, with its reason. Those for everybody name no person, no
 * address, and nothing of another container.
 */

interface Gathering {
  db: Db;
  pack: PackSubject;
  nowMs: number;
}

/** Files of a part: what is written as JSON, and drawings. */
export interface Gathered {
  /** Of the file, where it is not that of its part. */
  name?: string;
  content: unknown;
  drawings?: readonly { name: string; svg: string }[];
}

export const gatherers: Record<EvidencePart, (gathering: Gathering) => Promise<Gathered>> = {
  incident: async ({ db, pack: { containerId, incidentId } }) => {
    if (incidentId === null) return { content: { incident: null, reason: "the ticket is about no incident" } };
    const own = ofIncident(await facts.readWarnings(db, containerId, incidentId), incidentId);
    return {
      content: {
        incident: { id: incidentId, isOpen: own.some(({ clearedAt }) => clearedAt === null) },
        warnings: own.map(warningOf),
        rules: rulesOf(own),
        messages: await facts.readMessages(db, containerId, incidentId),
      },
    };
  },

  readings: async (gathering) => {
    const { db, pack, nowMs } = gathering;
    const about = await readAbout(gathering);
    const { zoneName, name } = await facts.readContainer(db, pack.containerId);
    const names = about.flatMap((warning) => [
      warning.attribute ?? "",
      ...(conditionsOf(warning)?.flatMap(({ attributes }) => attributes) ?? []),
    ]);
    const { containerId } = pack;
    return gatherReadings(db, { containerId, name, zone: zoneName, names, anchorMs: anchorOf(pack, about), nowMs });
  },

  changes: async (gathering) => {
    const { db, pack, nowMs } = gathering;
    const fromMs = nowMs - evidenceLimits.changesMs;
    const changes = await readChanges(db, [pack.containerId], { fromMs: fromMs + incidentTimes.changeMs, toMs: nowMs });
    // By whom is not for everybody; neither is what people wrote as the reason for works.
    const listed = changes.map(({ kind, atMs, what }) => ({
      at: new Date(atMs).toISOString(),
      kind,
      what: kind === "works" ? null : what,
    }));
    return { content: { from: new Date(fromMs).toISOString(), changes: listed.toSorted(byTime) } };
  },

  battery: async ({ db, pack, nowMs }) => {
    const { liveValues, alarms, cutSince } = await facts.readContainer(db, pack.containerId);
    const known = Object.keys(metrics).filter((name) => name.startsWith("battery."));
    return {
      content: { alarms, loadsCutSince: cutSince, values: known.map((name) => latestOf(liveValues, name, nowMs)) },
    };
  },

  link: async ({ db, pack, nowMs }) => {
    const container = await facts.readContainer(db, pack.containerId);
    const { linked, lastContactAt, bootedAt, clockOffsetS, dayDownBytes, dayUpBytes, liveValues } = container;
    const names = ["network.signal", "network.latency", "controller.spool", "controller.uptime"];
    return {
      content: {
        ...{ linked, lastContactAt, bootedAt },
        clock: clockOf(clockOffsetS, lastContactAt),
        today: {
          ...{ receivedB: dayUpBytes, sentB: dayDownBytes },
          ...(dayUpBytes === null && { reason: "not counted yet" }),
        },
        values: names.map((name) => latestOf(liveValues, name, nowMs)),
        sinceRegistered: {
          refusedMessages: container.refused ?? 0,
          framesOfImpossibleTimes: container.quarantined ?? 0,
          readingsThatDiffered: container.conflicts ?? 0,
        },
        rejected: await facts.countRejected(db, pack.containerId, nowMs - evidenceLimits.changesMs),
      },
    };
  },

  forecast: async (gathering) => {
    const { db, pack, nowMs } = gathering;
    const atMs = anchorOf(pack, await readAbout(gathering));
    const { now, before } = await facts.readForecasts(db, pack.containerId, atMs);
    const { liveValues } = await facts.readContainer(db, pack.containerId);
    const weather = ["solar.irradiance", "outside.temperature", "outside.wind"];
    const none = { reason: "there was none" };
    return {
      content: {
        forecast: now ?? none,
        lastBefore: before,
        measured: weather.map((name) => latestOf(liveValues, name, nowMs)),
        ...(await weatherThen(db, pack.containerId, atMs)),
        came: await whatCame(db, pack.containerId, { atMs, nowMs }),
      },
    };
  },

  warnings: async ({ db, pack }) => {
    const all = await facts.readWarnings(db, pack.containerId, pack.incidentId);
    const open = all.filter(({ clearedAt }) => clearedAt === null);
    return { content: { warnings: open.map(warningOf), rules: rulesOf(open) } };
  },

  commands: async ({ db, pack, nowMs }) => ({
    content: await facts.readCommands(db, pack.containerId, nowMs - evidenceLimits.changesMs),
  }),

  devices: async ({ db, pack }) => {
    const { name, serialNumber, kitId, software, configVersion, devices, capabilities } = await facts.readContainer(
      db,
      pack.containerId,
    );
    return { content: { name, serialNumber, kitId, software, configVersion, devices, capabilities } };
  },

  elsewhere: async (gathering) => {
    const about = await readAbout(gathering);
    const ruleIds = [...new Set(about.flatMap(({ ruleId }) => ruleId ?? []))];
    const rules = await readElsewhere(gathering.db, gathering.pack.containerId, ruleIds);
    return { name: frozenElsewhere, content: { rules } };
  },
};

const byTime = (one: { at: string }, other: { at: string }) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0);

const ofIncident = (warnings: readonly facts.WarningFact[], id: string) =>
  warnings.filter(({ incidentId }) => incidentId === id);

/** The warnings that a pack is about: of its incident, or without one those that are open. */
async function readAbout({ db, pack: { containerId, incidentId } }: Gathering): Promise<facts.WarningFact[]> {
  const warnings = await facts.readWarnings(db, containerId, incidentId);
  return incidentId === null ? warnings : ofIncident(warnings, incidentId);
}

/** When it began: with the first warning of the incident, or when the pack was asked for. */
function anchorOf({ askedAt, incidentId }: PackSubject, about: readonly facts.WarningFact[]): number {
  const first = incidentId === null ? undefined : about[0];
  return (first?.raisedAt ?? askedAt).getTime();
}

function warningOf({
  id,
  content,
  severity,
  attribute,
  value,
  raisedAt,
  clearedAt,
  acknowledgedAt,
}: facts.WarningFact) {
  const unit = attribute === null ? null : (findMetric(attribute)?.unit ?? null);
  return { id, content, severity, attribute, value, unit, raisedAt, clearedAt, acknowledgedAt };
}

/** What a rule looks at there, with the levels of that container. */
function conditionsOf(warning: facts.WarningFact) {
  const rule = WarningRule.safeParse(warning.rule).data;
  return rule && (ruleAt(rule, warning) ?? rule).conditions;
}

/** Each rule once, in words and with the levels that were in force. */
function rulesOf(warnings: readonly facts.WarningFact[]) {
  const byRule = new Map(warnings.map((warning) => [warning.ruleId ?? warning.id, warning]));
  return [...byRule.values()].map((warning) => ({
    warningId: warning.id,
    ...(warning.rule === null && { reason: "the rule is gone" }),
    ...(warning.isChanged && { reason: "the rule was changed after the warning was raised" }),
    en: ruleText(warning.rule, warning, "en") ?? null,
    fr: ruleText(warning.rule, warning, "fr") ?? null,
    conditions:
      conditionsOf(warning)?.map(({ type, attributes, threshold, clearAt, duration, critical, window }) => ({
        ...{ type, attributes, threshold, clearAt, critical },
        durationS: duration,
        windowS: window,
      })) ?? null,
  }));
}

/** No offset is kept of a clock that is right. */
function clockOf(offsetS: number | null, lastContactAt: Date | null) {
  if (offsetS !== null) return { offsetS };
  return { offsetS, reason: lastContactAt === null ? "never in contact" : "it is right" };
}

/** A latest value with its age, however old it is. */
function latestOf(values: facts.ContainerFact["liveValues"], metric: string, nowMs: number) {
  const unit = findMetric(metric)?.unit ?? null;
  const latest = values?.[metric];
  if (!latest) return { metric, unit, value: null, reason: "never measured" };
  const [value, atMs] = latest;
  return { metric, unit, value, at: new Date(atMs).toISOString(), ageS: Math.round((nowMs - atMs) / 1_000) };
}
