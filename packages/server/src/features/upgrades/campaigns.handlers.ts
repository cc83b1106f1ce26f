import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { type CampaignAct, waveOf, withAct } from "@offgrid/contract/upgrades/campaign-moves";
import type { campaignCalls, UpgradeCampaign } from "@offgrid/contract/upgrades/campaigns.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mustServeAll } from "../../calls/scope.ts";
import { holdBack, toCampaign } from "./campaign-steps.ts";
import * as campaigns from "./campaigns.store.ts";
import { findRelease } from "./releases.store.ts";

const shownCampaigns = 50;

export const campaignHandlers: Handlers<typeof campaignCalls> = {
  upgradeCampaignSave: async ({ campaignId, name, version, containers }, context) => {
    const { actor, db, clock, audit } = context;
    const id = campaignId ?? randomUUID();
    audit({ target: id, after: { name, version, containers: containers.length } });
    await mustServeAll(db, actor, containers);
    if (!(await findRelease(db, version))) throw new Refusal("not_found");
    if (campaignId !== undefined && (await mustLock(context, campaignId)).state !== "draft")
      throw new Refusal("campaign_state");
    const members = containers.map((containerId, place) => ({ containerId, wave: waveOf(place, containers.length) }));
    await campaigns.saveDraft(db, { id, name, version, userId: actor.userId, containers: members }, clock.now());
    return { data: await answer(context, id) };
  },

  upgradeCampaignStart: async ({ campaignId, when }, context) => {
    await mustLock(context, campaignId);
    if (!(await campaigns.openMembers(context.db, campaignId))) throw new Refusal("campaign_overlap");
    const startsAtMs = when === undefined ? undefined : Date.parse(when);
    return act(context, campaignId, startsAtMs === undefined ? "start" : "plan", { startsAtMs });
  },

  upgradeCampaignHalt: ({ campaignId, reason }, context) => act(context, campaignId, "halt", { reason }),

  upgradeCampaignResume: ({ campaignId, reason }, context) => act(context, campaignId, "resume", { reason }),

  upgradeCampaignCancel: ({ campaignId, reason }, context) => act(context, campaignId, "cancel", { reason }),

  upgradeCampaignList: async (_, { actor, db }) => ({
    data: (await campaigns.listCampaigns(db, actor, shownCampaigns)).map(toAnswer),
  }),

  upgradeCampaignGet: async ({ campaignId }, context) => {
    const data = await answer(context, campaignId);
    const members = await campaigns.listMembers(context.db, campaignId);
    return {
      data: {
        ...data,
        members: members.map(
          ({ containerId, containerName, wave, isSkipped, isGone, isRetired, state, gates, reason }) => ({
            ...{ containerId, containerName, wave: wave + 1, gates: gates ?? [], reason },
            state: isGone
              ? isRetired
                ? ("retired" as const)
                : ("removed" as const)
              : isSkipped
                ? ("skipped" as const)
                : (state ?? ("pending" as const)),
          }),
        ),
      },
    };
  },
};

type Context = Pick<CallContext, "actor" | "db" | "clock" | "audit" | "publish">;

/** @throws Refusal not_found when one of its containers is not this person's. */
async function mustLock({ actor, db }: Pick<Context, "actor" | "db">, id: string): Promise<campaigns.CampaignRow> {
  const row = await campaigns.lockCampaign(db, id);
  if (!row || !(await campaigns.findCampaign(db, actor, id))) throw new Refusal("not_found");
  return row;
}

interface ActDetail {
  reason?: string;
  startsAtMs?: number | undefined;
}

/** What a person does to a campaign. The next round of the job goes on from there. */
async function act(context: Context, id: string, one: CampaignAct, { reason, ...times }: ActDetail) {
  const { actor, db, clock, audit, publish } = context;
  const row = await mustLock(context, id);
  const campaign = withAct({ ...toCampaign(row), ...times }, one, clock.now());
  const { state } = campaign ?? row;
  audit({ target: id, before: { state: row.state }, after: { state, reason } });
  if (!campaign) throw new Refusal("campaign_state");
  const said = { reason, userId: actor.userId };
  const haltCause = one === "halt" ? ("person" as const) : undefined;
  await campaigns.saveCampaign(db, id, { campaign, haltCause, said }, clock.now());
  if (state === "halted" || state === "cancelled") await holdBack(db, { add: publish }, id, clock.now());
  return { data: await answer(context, id) };
}

async function answer({ actor, db }: Pick<Context, "actor" | "db">, id: string): Promise<UpgradeCampaign> {
  const row = await campaigns.findCampaign(db, actor, id);
  if (!row) throw new Refusal("not_found");
  return toAnswer(row);
}

function toAnswer(row: campaigns.CampaignRow): UpgradeCampaign {
  const { id, name, version, state, wave, waves, haltCause, reason, userName, actorName } = row;
  const { waiting, underWay, succeeded, failed, over } = row;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...{
      campaignId: id,
      name,
      version,
      state,
      wave: wave + 1,
      waves,
      haltCause,
      reason,
      by: userName,
      changedBy: actorName,
    },
    at: row.createdAt.toISOString(),
    startsAt: iso(row.startsAt),
    startedAt: iso(row.startedAt),
    soakUntil: iso(row.soakUntil),
    endedAt: iso(row.endedAt),
    counts: { waiting, underWay, succeeded, failed, over },
  };
}
