import {
  upgradeChargePercent,
  upgradeHoursToReserve,
  upgradeSignalDbm,
} from "@offgrid/contract/upgrades/upgrade-moves";
import type { ContainerUpgrade, UpgradeWait } from "@offgrid/contract/upgrades/upgrades.schema";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { Now } from "../../core/now.ts";
import { findDataBudget, findSimCard } from "../sim-cards/sim-cards.store.ts";
import { findOthersAtWork } from "../works/works.store.ts";
import { containerStatus } from "../containers/container-status.ts";

/** A charge that is older says nothing of whether the night can be got through, and a signal nothing of the link. */
const valueHoldsMs = 30 * 60_000;
const hourMs = 3_600_000;
/** A forecast that is older counts for nothing; the charge still does. */
const forecastHoldsMs = 6 * hourMs;

type Gate = ContainerUpgrade["gates"][number];

/** What is known of a container that is to be upgraded. */
export interface UpgradePlace {
  isOnline: boolean;
  capabilities: readonly string[];
  /** Undefined: it has never measured one. */
  charge: { percent: number; atMs: number } | undefined;
  /** Of the radio link; undefined: it has none, or it was never measured. */
  signal: { dbm: number; atMs: number } | undefined;
  /** When the battery reaches its reserve, as forecast last, epoch ms; undefined: never, or it is not known. */
  reserveAtMs: number | undefined;
  isCut: boolean;
  isLocked: boolean;
  /** Somebody works there. */
  isWorkedOn: boolean;
  /** Of the data bundle of its SIM card; undefined: no bundle is recorded, or nothing was counted yet. */
  bundle: { leftBytes: number; renewedOn: string } | undefined;
}

/** An upgrade, as far as it matters for what it waits for. */
export interface ToLoad {
  /** Of the archive. */
  bytes: number;
  /** Somebody lets it load more than is left of the bundle. */
  isOverBundle: boolean;
}

/**
 * What an upgrade waits for, in the order in which a person would look for it. Pure.
 * @param load Undefined where there is no release to load.
 */
export function gatesOf(place: UpgradePlace, load: ToLoad | undefined, nowMs: number): Gate[] {
  const { isOnline, capabilities, charge, signal, reserveAtMs, isCut, isLocked, isWorkedOn, bundle } = place;
  const isKnown = charge !== undefined && nowMs - charge.atMs <= valueHoldsMs;
  const is: Partial<Record<Gate, boolean>> = {
    offline: !isOnline,
    link_weak: signal !== undefined && nowMs - signal.atMs <= valueHoldsMs && signal.dbm < upgradeSignalDbm,
    data_bundle: load !== undefined && !load.isOverBundle && bundle !== undefined && bundle.leftBytes < load.bytes,
    not_upgradable: !capabilities.includes("upgrade"),
    // Without a battery, or a meter for it, there is nothing to wait for.
    charge_unknown: charge !== undefined && !isKnown,
    charge_low: isKnown && charge.percent < upgradeChargePercent,
    reserve_ahead: reserveAtMs !== undefined && reserveAtMs - nowMs < upgradeHoursToReserve * hourMs,
    loads_cut: isCut,
    locked: isLocked,
    works: isWorkedOn,
  };
  return (Object.keys(is) as Gate[]).filter((gate) => is[gate]);
}

/** The same with the figures that people ask about. Pure. */
export function waitsOf(place: UpgradePlace, load: ToLoad | undefined, nowMs: number): UpgradeWait[] {
  const { charge, signal, reserveAtMs, bundle } = place;
  const iso = (atMs: number) => new Date(atMs).toISOString();
  const measured = charge && { percent: charge.percent, at: iso(charge.atMs) };
  const figures: Partial<Record<Gate, Omit<UpgradeWait, "gate">>> = {
    ...(measured && { charge_low: measured, charge_unknown: measured }),
    ...(signal && { link_weak: { dbm: signal.dbm, at: iso(signal.atMs) } }),
    ...(bundle && load && { data_bundle: { ...bundle, neededBytes: load.bytes } }),
    ...(reserveAtMs !== undefined && { reserve_ahead: { at: iso(reserveAtMs) } }),
  };
  return gatesOf(place, load, nowMs).map((gate) => ({ gate, ...figures[gate] }));
}

/** @param portalStartedAtMs As for `containerStatus`. */
export async function findPlace(
  db: Db,
  containerId: string,
  nowMs: number,
  portalStartedAtMs: number,
): Promise<UpgradePlace> {
  const latest = await db
    .selectFrom("containerLatest as l")
    .innerJoin("container as c", "c.id", "l.containerId")
    .select(["l.linked", "l.lastContactAt", "l.capabilities", "l.liveValues", "l.cutSince"])
    .select(["c.offlineAfterS", "c.justOfflineS"])
    .where("l.containerId", "=", containerId)
    .executeTakeFirst();
  const forecast = await db
    .selectFrom("containerForecast")
    .select(["computedAt", "likelyAt"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  const isForecast = forecast !== undefined && nowMs - forecast.computedAt.getTime() <= forecastHoldsMs;
  const locks = await sql`select 1 from output_lock where container_id = ${containerId} limit 1`.execute(db);
  const works = await findOthersAtWork(db, { containerId, userId: "" });
  const soc = latest?.liveValues["battery.soc"];
  const signal = latest?.liveValues["network.signal"];
  return {
    isOnline: latest !== undefined && containerStatus(latest, new Now(nowMs), portalStartedAtMs) === "online",
    capabilities: latest?.capabilities ?? [],
    charge: soc && { percent: soc[0], atMs: soc[1] },
    signal: signal && { dbm: signal[0], atMs: signal[1] },
    reserveAtMs: isForecast ? forecast.likelyAt?.getTime() : undefined,
    isCut: (latest?.cutSince ?? null) !== null,
    isLocked: locks.rows.length > 0,
    isWorkedOn: works !== undefined,
    bundle: await findBundle(db, containerId, nowMs),
  };
}

async function findBundle(db: Db, containerId: string, nowMs: number): Promise<UpgradePlace["bundle"]> {
  const card = await findSimCard(db, containerId);
  if (!card?.bundleMb) return undefined;
  const { leftBytes, until } = await findDataBudget(db, containerId, card, nowMs);
  return leftBytes === null ? undefined : { leftBytes, renewedOn: until };
}
