import { Refusal } from "@offgrid/contract/core/refusal";
import { explainWarning } from "@offgrid/contract/warnings/explain-warning";
import { overrideAt, type RulePlace } from "@offgrid/contract/warnings/rule-at";
import type { ruleTrialCalls, WarningWhy } from "@offgrid/contract/warnings/rule-trials.calls";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee, mustSeeAll } from "../../calls/scope.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { dayMs } from "../../history/quarter-hours.ts";
import { mustFind as mustFindCluster } from "../clusters/clusters.store.ts";
import { backTest } from "./back-test.ts";
import * as rules from "./rules.store.ts";
import { tune } from "./tune.ts";
import { TimeLimit, tryRules } from "./trials.ts";
import { findOpenThen, listContainers } from "./trials.store.ts";

const longestWhyMs = 10_000;

export const ruleTrialHandlers: Handlers<typeof ruleTrialCalls> = {
  warningBacktest: ({ rule: { id, ...rule }, days }, context) => {
    const { actor, db, clock, signal } = context;
    const run = async () => {
      const saved = id === undefined ? undefined : { id, rule: await mustFindOwn(context, id) };
      await mustSeePlaces(context, rule);
      const containers = await listContainers(db, actor, rule);
      const toMs = clock.now();
      const range = { fromMs: toMs - days * dayMs, toMs };
      return { data: await backTest(db, { rule, saved, containers, range }, signal) };
    };
    return chartQueueOf(db).run(actor.userId, run, { signal });
  },

  warningTuning: ({ id }, context) => {
    const { actor, db, clock, signal } = context;
    const run = async () => {
      const rule = await mustFindOwn(context, id);
      const containers = await listContainers(db, actor, rule);
      const toMs = clock.now();
      const range = { fromMs: toMs - limits.backTestDays * dayMs, toMs };
      return { data: await tune(db, { id, rule, containers, range }, signal) };
    };
    return chartQueueOf(db).run(actor.userId, run, { signal });
  },

  warningWhy: ({ rule: { id, ...rule }, containerId, at }, context) => {
    const { actor, db, signal } = context;
    const run = async () => {
      const saved = id === undefined ? undefined : await mustFindOwnRow(context, id);
      await mustSee(db, actor, containerId);
      const [container] = await listContainers(db, actor, { sites: [containerId] });
      if (!container) throw new Refusal("not_found");
      const atMs = Date.parse(at);
      const range = { fromMs: atMs - limits.backTestDays * dayMs, toMs: atMs + 1 };
      const timeLimit = new TimeLimit(signal, longestWhyMs);
      const found = await tryRules(db, container, [rule], range, timeLimit);
      if (!found) throw new Refusal("too_many", { retryAfterS: 1 });
      const [{ rule: own, test } = { rule: undefined, test: undefined }] = found.trials;
      const { containerName } = container;
      const openSinceMs = id === undefined ? undefined : await findOpenThen(db, id, containerId, atMs);
      const openSince = isoOrNull(openSinceMs ?? null);
      const where = { at, containerId, containerName, openSince, watchesSince: saved?.updatedAt.toISOString() ?? null };
      if (!own || !test) return { data: { ...where, ...unconcerned } };
      const { raisedMs, isRaisedBefore, conditions, first } = explainWarning(own, test, atMs);
      const levels = levelsAt(rule, own, container);
      return {
        data: {
          ...where,
          isConcerned: true,
          isRaised: raisedMs !== null,
          raisedAt: isoOrNull(raisedMs),
          isRaisedBefore,
          readingAt: isoOrNull(test.lastLook("frame")?.input.atMs ?? null),
          conditions: conditions.map(({ sinceMs, dueMs, ...condition }, index) => ({
            ...condition,
            ...levels[index]!,
            since: isoOrNull(sinceMs),
            due: isoOrNull(dueMs),
          })),
          first: first === null ? null : (levels[first]?.condition ?? null),
        },
      };
    };
    return chartQueueOf(db).run(actor.userId, run, { signal });
  },
};

/** Of each condition that applies at a place, as it does there: which one of the rule it is, and whether the place has its own. */
function levelsAt(rule: WarningRule, own: WarningRule, place: RulePlace) {
  const kept = rule.conditions.flatMap((condition, index) => {
    const override = overrideAt(condition, place);
    return override?.off ? [] : [{ index, isOwnLevel: override !== undefined }];
  });
  return own.conditions.map(({ threshold = null, duration }, index) => {
    const { index: condition = index, isOwnLevel = false } = kept[index] ?? {};
    return { condition, threshold, duration, isOwnLevel };
  });
}

const unconcerned = {
  isConcerned: false,
  isRaised: false,
  raisedAt: null,
  isRaisedBefore: false,
  readingAt: null,
  conditions: [],
  first: null,
} satisfies Partial<WarningWhy>;

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

async function mustFindOwn(context: CallContext, id: string): Promise<WarningRule> {
  const rule = rules.readRule(await mustFindOwnRow(context, id));
  if (!rule) throw new Refusal("not_found");
  return rule;
}

async function mustFindOwnRow({ actor, db, clock }: CallContext, id: string) {
  const [row] = await rules.listRules(db, { id, ownerId: actor.userId }, clock.now());
  if (!row) throw new Refusal("not_found");
  return row;
}

/** @throws Refusal not_found where the caller does not see all that it looks at. */
async function mustSeePlaces({ actor, db }: CallContext, { cluster, sites = [] }: WarningRule): Promise<void> {
  if (cluster === undefined) await mustSeeAll(db, actor, sites);
  else await mustFindCluster(db, actor, cluster);
}
