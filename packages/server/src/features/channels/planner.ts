import {
  type PlannedDelivery,
  type PlannedNews,
  planDeliveries,
  planHeld,
} from "@offgrid/contract/channels/plan-deliveries";
import type { NotifiedBefore } from "@offgrid/contract/channels/plan-deliveries";

import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";

import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import * as planning from "./planning.store.ts";

const dayMs = 24 * 3_600_000;
/** Of what nobody is told a channel notes so much in a day: works at a whole fleet fill no log. */
const mostHeldADay = 100;
/** News are taken up in portions, each in a transaction of its own. */
const portion = 50;

/** Makes deliveries of all news that nobody has taken up. */
export async function planAll({ db, clock }: Pick<FeatureBase, "db" | "clock">, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted;)
    isMore = await db.transaction().execute((tx) => planPortion(tx, clock.now()));
}

/** @returns whether there may be more. */
async function planPortion(tx: Db, nowMs: number): Promise<boolean> {
  await planning.holdPlanning(tx);
  const news = await planning.takeIncidentNews(tx, portion);
  for (const one of news) await planIncident(tx, one, nowMs);
  await planning.handIncidentNews(
    tx,
    news.map(({ id }) => id),
    nowMs,
  );
  const dark = await planning.takeDarkNews(tx, portion);
  for (const one of dark) await planDark(tx, one, nowMs);
  await planning.handDarkNews(
    tx,
    dark.map(({ id }) => id),
    nowMs,
  );
  const held = await planning.takeHeld(tx, portion, nowMs);
  for (const incidentId of held) await noteHeld(tx, incidentId, nowMs);
  return [news, dark, held].some(({ length }) => length === portion);
}

/** Why nobody is told of an incident, for whoever would have been: once, and for nobody a message. */
async function noteHeld(tx: Db, incidentId: string, nowMs: number): Promise<void> {
  const rows = await planning.listReachable(tx, incidentId, nowMs, true);
  const ids = rows.map(({ id }) => id);
  const full = new Set(await planning.listFull(tx, ids, mostHeldADay, nowMs - dayMs));
  const deliveries = rows.flatMap(({ userId, isOwner, isStaff, isMuted, areWorks, seenSeverity, ...channel }) => {
    if (full.has(channel.id)) return [];
    const person = { userId, isOwner, isStaff, isMuted, areWorks, channels: [{ ...channel, notified: [] }] };
    const severity = seenSeverity;
    const plan = planHeld({ severity, isAcknowledged: channel.isAcknowledged }, person);
    return plan.map((one) => ({ ...one, severity }));
  });
  const keyOf = (userId: string, channelId: string) => [incidentId, "held", userId, channelId].join(" ");
  const about = { incidentId, darkNewsId: null, kind: "raised" as const, isHeld: true };
  await planning.insertDeliveries(tx, about, written({ deliveries, superseded: [] }, rows, keyOf), nowMs);
}

async function planIncident(tx: Db, news: planning.NewsRow, nowMs: number): Promise<void> {
  const { id, incidentId, kind, step } = news;
  const rows =
    kind === "cleared"
      ? await planning.listNotified(tx, incidentId)
      : await planning.listReachable(tx, incidentId, nowMs);
  if (rows.length === 0) return;
  const notified = await planning.holdNotified(tx, incidentId);
  const plan = planOf(news, rows, notified, nowMs);
  await planning.suppress(
    tx,
    plan.superseded.map((one) => ({ id: one, reason: "superseded" as const })),
    nowMs,
  );
  const about = { incidentId, darkNewsId: null, kind };
  const keyOf = (userId: string, channelId: string) => [incidentId, kind, id, userId, channelId, step].join(" ");
  await planning.insertDeliveries(tx, about, written(plan, rows, keyOf), nowMs);
}

async function planDark(tx: Db, { id }: planning.DarkNewsRow, nowMs: number): Promise<void> {
  const rows = await planning.listConcerned(tx, id);
  const about = { kind: "while_dark" as const };
  const news = { ...about, step: 0, isOver: false, isInhibited: false };
  const plan = planOf(news, rows, new Map(), nowMs);
  const keyOf = (userId: string, channelId: string) => [id, "while_dark", userId, channelId].join(" ");
  await planning.insertDeliveries(
    tx,
    { ...about, incidentId: null, darkNewsId: id },
    written(plan, rows, keyOf),
    nowMs,
  );
}

interface OwnPlan {
  deliveries: (PlannedDelivery & { severity: WarningSeverity })[];
  superseded: number[];
}

/** How grave it is, and whether somebody looks after it, is for each person what they see of it. */
function planOf(
  news: Omit<PlannedNews, "severity" | "isAcknowledged" | "isNothingNew">,
  rows: readonly planning.ReachableRow[],
  notified: ReadonlyMap<string, NotifiedBefore[]>,
  nowMs: number,
): OwnPlan {
  const plans = rows.map(
    ({
      userId,
      isOwner,
      isStaff,
      isMuted,
      areWorks,
      seenSeverity: severity,
      isAcknowledged,
      isNothingNew,
      ...channel
    }) => {
      const channels = [{ ...channel, notified: notified.get(channel.id) ?? [] }];
      const person = { userId, isOwner, isStaff, isMuted, areWorks, channels };
      const { deliveries, superseded } = planDeliveries(
        { ...news, severity, isAcknowledged, isNothingNew },
        [person],
        nowMs,
      );
      return { deliveries: deliveries.map((one) => ({ ...one, severity })), superseded };
    },
  );
  return {
    deliveries: plans.flatMap(({ deliveries }) => deliveries),
    superseded: plans.flatMap(({ superseded }) => superseded),
  };
}

function written(
  { deliveries }: OwnPlan,
  rows: readonly planning.ReachableRow[],
  keyOf: (userId: string, channelId: string) => string,
): planning.NewDelivery[] {
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  return deliveries.map((one) => ({
    ...one,
    key: keyOf(one.userId, one.channelId),
    channelKind: kinds.get(one.channelId) ?? "",
  }));
}
