import { sectionOf } from "@offgrid/contract/configuration/config-doc";
import type { SyncDirection, SyncStep } from "@offgrid/contract/configuration/config-sync";
import type { CallName } from "@offgrid/contract/registry";

import { type Announcement, announced } from "../../bus/announcement.ts";
import { type AuditNote, writeAudit } from "../../calls/audit.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { mayConfigure } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { eachInTurn } from "../../jobs/each-in-turn.ts";
import type { JobKind } from "../../jobs/job.ts";
import { type EventPart, insertEvents } from "../events/events.store.ts";
import { findOthersAtWork } from "../works/works.store.ts";
import { applySync, changesOf, ruleSteps, withSyncDue } from "./config-steps.ts";
import {
  type ConfigRow,
  findAuditPerson,
  listSyncDue,
  lockConfig,
  saveConfig,
  type StoredSyncRule,
} from "./configuration.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const name = "config-sync";
const everyMs = 15_000;
const perRound = 500;

/** Carries out what people have laid down about values that were changed on site. */
export function configSyncJob(tools: Tools & Pick<FeatureBase, "log">): JobKind {
  const { log } = tools;
  return {
    name,
    everyMs,
    run: async ({ signal }) => {
      const due = await listSyncDue(tools.db, tools.clock.now(), perRound);
      await eachInTurn(due, { name, log, signal }, (id) => followRule(tools, id));
    },
  };
}

/** @returns how many values it changed. */
export async function followRule({ bus, db, clock }: Tools, containerId: string): Promise<number> {
  return announced<number>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const nowMs = clock.now();
      const row = await lockConfig(tx, containerId);
      if (!row) return 0;
      const { syncRule: rule, syncDueAt } = row;
      // Another worker, or a person, was faster.
      if (!rule || !syncDueAt || syncDueAt.getTime() > nowMs) return 0;
      const work = { tx, news, row, rule, nowMs };
      if (!(await mayConfigure(tx, { userId: rule.by }, containerId))) {
        await stop(work);
        return 0;
      }
      // Nobody has values changed under their hands: it is looked at again with the next round.
      if (await findOthersAtWork(tx, { containerId, userId: rule.by })) return 0;
      const steps = ruleSteps(row, nowMs);
      if (steps.length === 0) await saveConfig(tx, withSyncDue({ ...row, syncDueAt: null }));
      else await carryOut(work, steps);
      return steps.length;
    },
  );
}

interface Work {
  tx: Db;
  news: Announcement;
  row: ConfigRow;
  rule: StoredSyncRule;
  nowMs: number;
}

const callOf = {
  portalToController: "syncPortalToController",
  controllerToPortal: "syncControllerToPortal",
} as const satisfies Record<SyncDirection, CallName>;

/** What the rule's author would have done by hand, and recorded so; that a rule did it is part of the record. */
async function carryOut({ tx, news, row, rule, nowMs }: Work, steps: readonly SyncStep[]): Promise<void> {
  const { containerId } = row;
  const next = applySync(row, steps, rule.by, nowMs);
  await saveConfig(tx, next);
  const { before, after } = changesOf(row.wanted ?? {}, next.wanted ?? {});
  const paths = steps.map(({ path }) => path).join(", ");
  await record({ tx, row, rule, nowMs }, callOf[rule.direction], {
    before,
    after: { ...after, byRule: { laidDownAt: rule.at, values: paths } },
  });
  const sections = [...new Set(steps.map(({ path }) => sectionOf(path)))].join(", ");
  const data = { direction: rule.direction, count: steps.length, sections };
  await raise({ tx, news, row, nowMs }, { code: "config.synced", level: "info", data });
  news.add("configQueued", { containerIds: [containerId] });
  news.add("configChanged", { containerIds: [containerId] });
}

/** Nothing is done in the name of someone who may no longer do it: a person decides until the rule is saved again. */
async function stop({ tx, news, row, rule, nowMs }: Work): Promise<void> {
  const { containerId } = row;
  const stoppedAt = new Date(nowMs).toISOString();
  await saveConfig(tx, withSyncDue({ ...row, syncRule: { ...rule, stoppedAt } }));
  await record({ tx, row, rule, nowMs }, callOf[rule.direction], { result: "forbidden", after: { byRule: rule } });
  await raise({ tx, news, row, nowMs }, { code: "config.rule_stopped", level: "warning", data: { by: rule.by } });
  news.add("configChanged", { containerIds: [containerId] });
}

async function record({ tx, row, rule, nowMs }: Omit<Work, "news">, action: CallName, note: AuditNote): Promise<void> {
  const who = await findAuditPerson(tx, rule.by);
  await writeAudit(tx, { result: "ok", ...note, atMs: nowMs, action, target: row.containerId, who });
}

async function raise(
  { tx, news, row, nowMs }: Omit<Work, "rule">,
  fact: Pick<EventPart["event"], "code" | "level" | "data">,
): Promise<void> {
  const { containerId } = row;
  const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event: { ts: nowMs, ...fact } }], nowMs);
  news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
}
