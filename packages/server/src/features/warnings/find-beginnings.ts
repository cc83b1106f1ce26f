import { ticksEveryMs } from "@offgrid/contract/warnings/back-test";
import type { Episode } from "@offgrid/contract/warnings/heal";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";

import { announced } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { dayMs } from "../../history/quarter-hours.ts";
import { enabled, longestMs } from "./back-test.ts";
import * as beginnings from "./beginnings.store.ts";
import type { JudgeTools } from "./judge.ts";
import { readRules } from "./parsed-rules.ts";
import { TimeLimit, tryRules } from "./trials.ts";
import { listContainers } from "./trials.store.ts";

/**
 * A rule that is saved may find that it is so already. Its warning is raised at once, or once that has
 * lasted where there is a hole in the data; here it gets since when it is so, by the replay of a back-test of the rule.
 */
export async function findBeginnings(
  tools: Pick<JudgeTools, "bus" | "db">,
  signal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted && (await findOne(tools, signal)));
}

/** @returns false: there is none to be looked up. */
function findOne({ bus, db }: Pick<JudgeTools, "bus" | "db">, signal: AbortSignal): Promise<boolean> {
  return announced<boolean>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const found = await beginnings.holdFound(tx);
      if (!found) return false;
      const began = await lookUp(tx, found, signal);
      await beginnings.save(tx, found, began && began.atMs < found.foundMs ? began : undefined);
      news.add("warningsChanged", { containerIds: [found.containerId] });
      return true;
    },
  );
}

/** @returns undefined: what is stored does not say it. */
async function lookUp(
  tx: Db,
  { ruleId, ownerId, version, containerId, foundMs, afterMs }: beginnings.FoundWarning,
  signal: AbortSignal,
): Promise<Episode["begin"]> {
  const rule = (await readRules(tx, [{ ruleId, version }])).get(ruleId);
  const [container] = await listContainers(tx, { userId: ownerId }, { sites: [containerId] });
  if (!rule || !container) return undefined;
  const lookBackMs = warningLimits.backTestDays * dayMs;
  const earliestMs = foundMs - lookBackMs;
  const range = { fromMs: Math.max(earliestMs, afterMs ?? earliestMs), toMs: foundMs };
  const timeLimit = new TimeLimit(signal, longestMs);
  const beginAfter = async (leadMs: number) => {
    const tried = await tryRules(tx, container, [enabled(rule)], range, timeLimit, leadMs);
    const last = tried?.trials[0]?.test?.episodes.at(-1);
    return last?.clearedMs === null ? last.begin : undefined;
  };
  let begin = await beginAfter(0);
  // So at the first reading in the range: of what is measured once a day, the one before tells whether it was so already.
  if (begin?.isFound && begin.sinceMs > range.fromMs) begin = await beginAfter(lookBackMs);
  if (begin === undefined) return undefined;
  // It was so already where the look-back begins: since when, and what was measured then, is not known.
  if (begin.sinceMs > earliestMs + ticksEveryMs) return begin;
  return { ...begin, sinceMs: earliestMs, value: null };
}
