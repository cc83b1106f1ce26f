import { aheadMs, judgeFiring, wasWarned } from "@offgrid/contract/warnings/forecast-score";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { dayMs } from "../../history/quarter-hours.ts";
import type { Range } from "../../history/tiers/samples.store.ts";
import { cutMetrics, powerCutsOf } from "../power-cuts/cut-history.ts";
import type { JudgeTools } from "./judge.ts";
import * as scores from "./score.store.ts";

/**
 * Warnings of cuts to come are held against what came, two days later: then it is known. What was judged is stored with
 * its warning, and up to when, so that each is judged once whichever process does it.
 */

const hourMs = 3_600_000;
/** What is late has mostly come by then. */
const lateMs = 6 * hourMs;
const dueAfterMs = aheadMs + lateMs;
/** More than any back-test looks back. */
const saidKeptMs = 35 * dayMs;
/** The longest span that is judged in one go. */
const longestMs = 4 * dayMs;

export async function keepScore({ db, clock }: Pick<JudgeTools, "db" | "clock">, signal?: AbortSignal): Promise<void> {
  const nowMs = clock.now();
  await scores.noteScored(db, nowMs, nowMs + dueAfterMs);
  await scores.forgetSaid(db, nowMs - saidKeptMs);
  while (!signal?.aborted && (await db.transaction().execute((tx) => scoreOne(tx, nowMs))));
}

/** @returns false: nothing is due. */
async function scoreOne(tx: Db, nowMs: number): Promise<boolean> {
  const due = await scores.holdDue(tx, nowMs);
  if (!due) return false;
  const fromMs = due.untilMs;
  const untilMs = Math.max(fromMs, Math.min(nowMs - dueAfterMs, fromMs + longestMs));
  const isAll = untilMs >= nowMs - dueAfterMs;
  const dueMs = isAll ? nowMs + 6 * hourMs : nowMs;
  const none = { outcomes: [], untilMs, dueMs, warned: 0, missed: 0 };
  const judged = untilMs > fromMs ? await judge(tx, due, { fromMs, toMs: untilMs }, nowMs) : {};
  await scores.saveScore(tx, due, { ...none, ...judged });
  return true;
}

async function judge(tx: Db, due: scores.DueScore, range: Range, nowMs: number) {
  const { containerId } = due;
  const [container] = await readContainers(tx, sql`(select ${containerId}::text)`, [containerId], cutMetrics);
  if (!container) return {};
  // Of a cut at the beginning the warning came before.
  const firings = await scores.listFirings(tx, due, { fromMs: range.fromMs - longestWarningMs, toMs: range.toMs });
  const after = { fromMs: range.fromMs, toMs: range.toMs + aheadMs };
  const question = { from: after.fromMs, to: after.toMs, zone: "UTC" };
  const { cuts: found, coverage } = await powerCutsOf(tx, container, question, nowMs);
  const cuts = found.map(({ from }) => ({ fromMs: Date.parse(from) })).filter(({ fromMs }) => fromMs > after.fromMs);
  const acts = await scores.listActs(tx, containerId, after);
  const outcomes = firings
    .filter(({ raisedMs }) => raisedMs >= range.fromMs)
    .map((firing) => ({ id: firing.id, ...judgeFiring(firing, cuts, acts, coverage) }));
  const own = cuts.filter(({ fromMs }) => fromMs < range.toMs);
  const warned = own.filter((cut) => wasWarned(cut, firings)).length;
  return { outcomes, warned, missed: own.length - warned };
}

/** A warning that was raised earlier is not held against a cut any more. */
const longestWarningMs = 14 * dayMs;
