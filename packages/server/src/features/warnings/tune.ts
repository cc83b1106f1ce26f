import type { WarningTuning } from "@offgrid/contract/warnings/rule-trials.calls";
import { changesOf, type RuleChange, withChange } from "@offgrid/contract/warnings/tuning";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import type { Range } from "../../history/tiers/samples.store.ts";
import { enabled, type Found, isAmong, longestMs } from "./back-test.ts";
import { TimeLimit, tryRules } from "./trials.ts";
import { type JudgedWarning, listRatedWarnings, type TrialContainer } from "./trials.store.ts";

/** Which small change would make a rule raise less, found by trying all of them out. */

export interface TuneOrder {
  id: string;
  rule: WarningRule;
  containers: readonly TrialContainer[];
  range: Range;
}

/** Fewer raises than by this share are not worth a change. */
const leastSaved = 0.2;

export async function tune(
  db: Db,
  { id, rule, containers, range }: TuneOrder,
  signal: AbortSignal,
): Promise<WarningTuning> {
  const timeLimit = new TimeLimit(signal, longestMs);
  const changes = changesOf(rule);
  const rules = [rule, ...changes.map((change) => withChange(rule, change))].map(enabled);
  const episodes: Found[][] = rules.map(() => []);
  const tried: string[] = [];
  const chosen = containers.slice(0, limits.backTestContainers);
  for (const container of chosen) {
    const found = timeLimit.isOver ? undefined : await tryRules(db, container, rules, range, timeLimit);
    if (!found) break;
    for (const [index, { test }] of found.trials.entries())
      episodes[index]?.push(...(test?.episodes ?? []).map((episode) => ({ ...episode, container })));
    tried.push(container.containerId);
  }
  const rated = await listRatedWarnings(db, id, tried, range.fromMs);
  const [own = [], ...changed] = episodes;
  return {
    from: new Date(range.fromMs).toISOString(),
    to: new Date(range.toMs).toISOString(),
    raised: own.length,
    valued: rated.filter(({ isValued }) => isValued).length,
    noise: rated.filter(({ isNoise }) => isNoise).length,
    isCutShort: tried.length < chosen.length,
    best: bestOf(changes, changed, own, rated),
  };
}

function bestOf(
  changes: readonly RuleChange[],
  changed: readonly Found[][],
  own: readonly Found[],
  rated: readonly JudgedWarning[],
): WarningTuning["best"] {
  // What the rule as it is saved would not raise, such as before it was changed, no change can lose.
  const valued = rated.filter((warning) => warning.isValued && isAmong(warning, own));
  const good = changes.flatMap(({ condition, threshold = null, duration = null }, index) => {
    const episodes = changed[index] ?? [];
    const kept = valued.filter((warning) => isAmong(warning, episodes)).length;
    const noiseKept = rated.filter((warning) => warning.isNoise && isAmong(warning, episodes)).length;
    const isGood = kept === valued.length && episodes.length <= own.length * (1 - leastSaved);
    return isGood ? [{ condition, threshold, duration, raised: episodes.length, kept, noiseKept }] : [];
  });
  // Without a word of anybody, a change that raises nothing any more would always be the best.
  const some = valued.length > 0 ? good : good.filter(({ raised }) => raised > 0);
  return some.toSorted((one, other) => one.raised - other.raised)[0] ?? null;
}
