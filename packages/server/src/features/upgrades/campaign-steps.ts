import { randomUUID } from "node:crypto";

import { offsetMs } from "@offgrid/contract/core/zone-time";
import {
  type Campaign,
  type CampaignFacts,
  type CampaignResult,
  soakEnd,
  stepCampaign,
  wavesOf,
} from "@offgrid/contract/upgrades/campaign-moves";
import { isUpgradeOver } from "@offgrid/contract/upgrades/upgrade-moves";

import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { mayStillAll } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { eachInTurn } from "../../jobs/each-in-turn.ts";
import type { JobKind } from "../../jobs/job.ts";
import * as campaigns from "./campaigns.store.ts";
import { tellOfHalt } from "./upgrade-events.ts";
import { applyEvent, insertUpgrade, lockUpgrade } from "./upgrades.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const name = "upgrade-campaigns";
const everyMs = 30_000;

/** Goes on with campaigns. All that they wait for is stored, so that any worker does. */
export function campaignJob(tools: Tools & Pick<FeatureBase, "log">): JobKind {
  return {
    name,
    everyMs,
    run: async ({ signal }) => {
      const active = await campaigns.listActive(tools.db);
      await eachInTurn(active, { name, log: tools.log, signal }, (id) => goOn(tools, id));
    },
  };
}

/** Takes a campaign as far as it may go now, in a transaction in which nobody else changes it. */
export async function goOn({ bus, db, clock }: Tools, id: string): Promise<void> {
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const row = await campaigns.lockCampaign(tx, id);
      if (!row) return;
      const nowMs = clock.now();
      const before = toCampaign(row);
      const step = stepCampaign(before, await readFacts(tx, row, nowMs), nowMs);
      const campaign = step?.campaign ?? before;
      if (step) await campaigns.saveCampaign(tx, id, { campaign, haltCause: step.cause }, nowMs);
      if (step?.isRefilled) await campaigns.refillWave(tx, id, row.wave, wavesOf(sizeOf(row))[row.wave] ?? 1);
      if (campaign.state === "halted") await holdBack(tx, news, id, nowMs);
      if (step?.cause) await tellOfHalt(tx, news, { ...row, haltCause: step.cause }, nowMs);
      if (campaign.state === "running") await giveWave(tx, news, { ...row, wave: campaign.wave }, nowMs);
    },
  );
}

function sizeOf({ waiting, underWay, succeeded, failed, over }: campaigns.CampaignRow): number {
  return waiting + underWay + succeeded + failed + over;
}

export function toCampaign(row: campaigns.CampaignRow): Campaign {
  const { state, wave, startsAt, soakUntil, resumedAt } = row;
  const ms = (at: Date | null) => at?.getTime();
  return { state, wave, startsAtMs: ms(startsAt), soakUntilMs: ms(soakUntil), resumedAtMs: ms(resumedAt) };
}

async function readFacts(tx: Db, row: campaigns.CampaignRow, nowMs: number): Promise<CampaignFacts> {
  const members = await campaigns.listMembers(tx, row.id);
  const ahead = members.filter((one) => isAhead(one) || isWaiting(one)).map(({ containerId }) => containerId);
  const present = members.filter(({ wave }) => wave <= row.wave);
  return {
    isAllowed: await mayStillAll(tx, "upgrade", { userId: row.actorId }, ahead),
    rest: members.filter((member) => member.wave > row.wave && isAhead(member)).length,
    results: members.flatMap(resultOf),
    open: present.filter(isOpen).length,
    troubled: await campaigns.countTroubled(tx, row.id, row.resumedAt?.getTime() ?? 0),
    soakEndMs: soakEnd(
      nowMs,
      present.map(({ zoneName }) => offsetMs(zoneName, nowMs)),
    ),
  };
}

function resultOf({ wave, isGone, state, atMs }: campaigns.CampaignMember): CampaignResult[] {
  if (isGone) return [];
  const isFailure = state === "failed" || state === "rolled_back" || state === "silent";
  return isFailure || state === "healthy" ? [{ wave, atMs, isFailure }] : [];
}

function isOpen({ isSkipped, isGone, state }: campaigns.CampaignMember): boolean {
  return !isSkipped && !isGone && (state === null || (!isUpgradeOver(state) && state !== "silent"));
}

/** Asks for the upgrades of the present wave that were not asked for yet. */
async function giveWave(tx: Db, news: Announcement, row: campaigns.CampaignRow, nowMs: number): Promise<void> {
  const { id: campaignId, version, actorId: userId } = row;
  for (const member of await campaigns.listMembers(tx, campaignId)) {
    const { containerId, wave, isNewest } = member;
    if (!isAhead(member)) continue;
    // Of later waves as well: nobody waits for their turn.
    if (isNewest) await campaigns.noteSkipped(tx, campaignId, containerId);
    if (isNewest || wave > row.wave) continue;
    const id = randomUUID();
    // Where another upgrade is under way, its end is waited for.
    if (!(await insertUpgrade(tx, { id, containerId, version, userId, installAt: undefined }, nowMs))) continue;
    await campaigns.noteUpgrade(tx, campaignId, containerId, id);
    news.add("upgradesWaiting", { upgradeIds: [id] });
    news.add("upgradeChanged", { containerIds: [containerId] });
  }
}

/** Its upgrade is still to be asked for. */
function isAhead({ isSkipped, isGone, upgradeId }: campaigns.CampaignMember): boolean {
  return !isSkipped && !isGone && upgradeId === null;
}

/** Its upgrade was asked for, and can still be withdrawn. */
function isWaiting({ isGone, state }: campaigns.CampaignMember): boolean {
  return !isGone && state === "gated";
}

/** Withdraws what was not offered yet; it is asked for again when the campaign goes on. */
export async function holdBack(tx: Db, news: Pick<Announcement, "add">, campaignId: string, nowMs: number) {
  for (const { containerId, upgradeId, state } of await campaigns.listMembers(tx, campaignId)) {
    if (upgradeId === null || state !== "gated") continue;
    const row = await lockUpgrade(tx, upgradeId);
    if (!row || (await applyEvent(tx, row, "cancel", nowMs)) === undefined) continue;
    await campaigns.noteUpgrade(tx, campaignId, containerId, null);
    news.add("upgradeChanged", { containerIds: [containerId] });
  }
}
