import { Refusal } from "@offgrid/contract/core/refusal";
import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import type { warningCalls } from "@offgrid/contract/warnings/warnings.calls";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustSee, mustSeeAll } from "../../calls/scope.ts";
import { mustFind as mustFindCluster } from "../clusters/clusters.store.ts";
import * as notifications from "../notifications/notifications.store.ts";
import * as rules from "./rules.store.ts";
import { listScores } from "./score.store.ts";
import { isCutUnsent, unsentMetric } from "./unsent.ts";
import * as warnings from "./warnings.store.ts";
import { listWatched } from "./watching.store.ts";
import { holdRules } from "./watched.store.ts";

const hourMs = 3_600_000;
const defaultPageSize = 50;

export const warningHandlers: Handlers<typeof warningCalls> = {
  registerWarning: async ({ id: given, ...rule }, context) => {
    const { actor, db, clock, audit } = context;
    await holdRules(db, "change");
    const before = given === undefined ? undefined : await mustOwn(context, given);
    if (!before) await mustHaveRoom(db, actor.userId);
    await mustConcernContainers(context, rule);
    const [old] = before ? await rules.listRules(db, { id: given, ownerId: actor.userId }, clock.now()) : [];
    const was = old && rules.readRule(old);
    if (given !== undefined) await close(context, given, "rule_changed");
    const id = await rules.saveRule(db, { id: given, ownerId: actor.userId, rule }, clock.now());
    const noted = was ? notedOf(was) : before && { name: before.ruleName };
    audit({ target: id, ...(noted && { before: noted }), after: notedOf(rule) });
    return { data: { id } };
  },

  deleteWarning: async ({ id }, context) => {
    const { db, audit } = context;
    await holdRules(db, "change");
    const { ruleName } = await mustOwn(context, id);
    await close(context, id, "rule_removed");
    await rules.removeRule(db, id);
    audit({ target: id, before: { name: ruleName } });
    return {};
  },

  getWarningConfiguration: async ({ id }, { actor, db, clock }) => {
    const rows = await rules.listRules(db, { id, ownerId: actor.userId }, clock.now());
    if (id !== undefined && rows.length === 0) throw new Refusal("not_found");
    return { data: await withScores(db, rows) };
  },

  warningWatched: async (_input, { actor, db }) => ({ data: await listWatched(db, actor) }),

  getUsersWarningConfig: async ({ userId }, { actor, db, clock }) => {
    const rows = await rules.listRules(db, { ownerId: userId, others: actor }, clock.now());
    return { data: await withScores(db, rows) };
  },

  warningTakeOver: async ({ id }, { actor, db, clock, audit }) => {
    await holdRules(db, "change");
    const [found] = await rules.listRules(db, { id, others: actor }, clock.now());
    if (!found) throw new Refusal("not_found");
    await mustHaveRoom(db, actor.userId);
    await rules.giveRule(db, id, actor.userId);
    const before = { ownerId: found.ownerId, name: rules.readRule(found)?.ruleName ?? id };
    audit({ target: id, before, after: { ownerId: actor.userId } });
    return {};
  },

  getWarningHistory: ({ page, pageSize, ...query }, context) => listPage(context, query, page, pageSize),

  getWarningContainerHistory: async ({ page, pageSize, ...query }, context) => {
    await mustSee(context.db, context.actor, query.containerId);
    return listPage(context, query, page, pageSize);
  },

  warningMute: async ({ id, hours }, context) => {
    const { actor, db, clock, audit } = context;
    const { ruleId, containerId } = await warnings.mustFind(db, actor, id);
    audit({ target: containerId, after: { warningId: id, hours } });
    const untilMs = hours === 0 ? undefined : clock.now() + hours * hourMs;
    if (ruleId !== null) await warnings.mute(db, { ruleId, containerId, userId: actor.userId }, untilMs);
    return { data: await warnings.mustFind(db, actor, id) };
  },

  getWarningUnread: async ({ page, pageSize }, { actor, db }) => {
    const unread = { among: "unread", type: "warning" } as const;
    return {
      data: await notifications.listNotifications(db, actor, unread, windowOf(page, pageSize)),
      total: await notifications.countNotifications(db, actor, unread),
    };
  },

  setWarningAsRead: async ({ ids }, { actor, db, clock }) => {
    await notifications.readSome(db, actor, ids, clock.now());
    return { count: await notifications.countUnread(db, actor, "warning") };
  },

  maskAllWarningAsRead: async ({ until }, { actor, db, clock }) => {
    await notifications.readUntil(db, actor, "warning", until, clock.now());
    return { count: await notifications.countUnread(db, actor, "warning") };
  },
};

/** What the audit keeps of a rule: what it says in its sentence is one thing to people. */
function notedOf({ ruleName, enabled, shadow, note, cluster, sites, ...said }: WarningRule) {
  const { severity, match, conditions, activeHours } = said;
  const place = cluster === undefined ? { containers: sites } : { clusterId: cluster };
  return { name: ruleName, ...place, enabled, shadow, note, rule: { severity, match, conditions, activeHours } };
}

async function withScores(db: CallContext["db"], rows: readonly rules.RuleRow[]) {
  const scores = await listScores(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const { ruleId: _id, ...score } = scores.find(({ ruleId }) => ruleId === row.id) ?? { ruleId: row.id };
    return rules.toSavedRule(row, "came" in score ? score : null);
  });
}

function windowOf(page = 1, pageSize = defaultPageSize): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** What the rule had open ends with it as it was. */
async function close({ db, clock, publish }: CallContext, ruleId: string, reason: warnings.CloseReason): Promise<void> {
  const containerIds = await warnings.closeOfRule(db, ruleId, reason, clock.now());
  if (containerIds.length > 0) publish("warningsChanged", { containerIds });
}

async function listPage(
  { actor, db, from }: CallContext,
  asked: warnings.WarningQuery,
  page: number | undefined,
  pageSize: number | undefined,
) {
  const query = { ...asked, language: from.language };
  return {
    data: await warnings.listWarnings(db, actor, query, windowOf(page, pageSize)),
    total: await warnings.countWarnings(db, actor, query),
  };
}

/** @throws Refusal bad_input: nobody has more rules than that. */
async function mustHaveRoom(db: CallContext["db"], userId: string): Promise<void> {
  if ((await rules.countRules(db, userId)) >= limits.rules)
    throw new Refusal("bad_input", { fields: { ruleName: `You have ${limits.rules} rules. Delete one first.` } });
}

/** A rule of the caller's own, which nobody else changes until the call is done. */
async function mustOwn({ actor, db }: CallContext, id: string) {
  const found = await rules.holdRule(db, id);
  if (found?.ownerId !== actor.userId) throw new Refusal("not_found");
  return found;
}

/** @throws Refusal not_found, or bad_input where there is nothing to look at, or no container has ever sent a metric. */
async function mustConcernContainers({ actor, db }: CallContext, rule: WarningRule): Promise<void> {
  const { cluster, sites = [], conditions } = rule;
  const containers =
    cluster === undefined
      ? [...(await mustSeeAll(db, actor, sites))]
      : (await mustFindCluster(db, actor, cluster)).containers;
  if (containers.length === 0)
    throw new Refusal("bad_input", { fields: { cluster: "This cluster has no container that you see." } });
  const known = await rules.metricsOf(db, containers);
  const unknown = conditions.flatMap((condition, index): [string, string][] => {
    if (isCutUnsent(condition, known))
      return [
        [`conditions.${index}.type`, "None of these containers has ever sent what tells whether loads have power."],
      ];
    const missing = unsentMetric(condition, known);
    if (missing === undefined) return [];
    return [
      [`conditions.${index}.${placeOf(missing, condition)}`, `None of these containers has ever sent ${missing}.`],
    ];
  });
  if (unknown.length > 0) throw new Refusal("bad_input", { fields: Object.fromEntries(unknown) });
}

/** The field of a condition that names a metric. */
function placeOf(metric: string, { attributes, counted, when = [] }: WarningRule["conditions"][number]): string {
  if (attributes.includes(metric)) return "attributes";
  if (counted?.attributes.includes(metric)) return "counted.attributes";
  const guard = when.findIndex((one) => one.attributes.includes(metric));
  return guard === -1 ? "attributes" : `when.${guard}.attributes`;
}
