import { z } from "zod";

import { type CallMap, Instant } from "../../core/call.ts";
import { campaignStates, haltCauses } from "./campaign-moves.ts";
import { upgradeStates } from "./upgrade-moves.ts";
import { ReleaseVersion, upgradeGates } from "./upgrades.schema.ts";

/** Containers of one campaign. */
const mostContainers = 2_000;

const CampaignRef = { campaignId: z.string().min(1).max(64) };
const Reason = z.string().trim().min(1).max(200);

const campaign = {
  campaignId: z.string(),
  name: z.string(),
  version: ReleaseVersion,
  state: z.enum(campaignStates),
  wave: z.int().describe("The present wave, from 1"),
  waves: z.int(),
  haltCause: z.enum(haltCauses).nullable().describe("Why it halted last"),
  reason: z
    .string()
    .nullable()
    .describe("What whoever halted, resumed or cancelled it last said; null after it halted by itself"),
  by: z.string().nullable().describe("Whose it is; null: the account is gone"),
  changedBy: z
    .string()
    .nullable()
    .describe("Who started, halted, resumed or cancelled it last: it goes on in that name; null: the account is gone"),
  at: Instant,
  startsAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  soakUntil: Instant.nullable().describe("Until when the present wave is watched"),
  endedAt: Instant.nullable(),
  /** Their sum is the number of containers. */
  counts: z.object({
    waiting: z.int().describe("Whose turn has not come, or that cannot be offered it yet"),
    underWay: z.int(),
    succeeded: z.int(),
    failed: z.int().describe("Failed, was taken back, or went silent"),
    over: z.int().describe("Withdrawn, lapsed, removed, or runs this release or a newer one already"),
  }),
};
export const UpgradeCampaign = z.object(campaign);
export type UpgradeCampaign = z.infer<typeof UpgradeCampaign>;

const Member = z.object({
  containerId: z.string(),
  containerName: z.string(),
  wave: z.int().describe("From 1"),
  state: z.enum([...upgradeStates, "pending", "skipped", "removed", "retired"]),
  gates: z.array(z.enum(upgradeGates)),
  reason: z.string().nullable(),
});

const acting = {
  access: "upgrade",
  effect: "write",
  errors: ["campaign_state"],
  input: z.strictObject({ ...CampaignRef, reason: Reason }),
  output: z.object({ data: UpgradeCampaign }),
} as const;

export const campaignCalls = {
  upgradeCampaignSave: {
    summary:
      "Write down, as a draft, which containers a campaign upgrades to which release. They are upgraded in their order: the first alone, then a tenth but three at least, then all others.",
    access: "upgrade",
    effect: "write",
    errors: ["campaign_state", "container_retired"],
    input: z.strictObject({
      campaignId: CampaignRef.campaignId.optional().describe("Of the draft to change"),
      name: z.string().trim().min(1).max(64),
      version: ReleaseVersion,
      containers: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(mostContainers)
        .refine((ids) => new Set(ids).size === ids.length, { error: "Each container may be named once." }),
    }),
    output: z.object({ data: UpgradeCampaign }),
  },
  upgradeCampaignStart: {
    summary:
      "Start a campaign, now or at a time. After each wave it is watched for a day and a whole night, and it halts by itself where upgrades fail or upgraded containers have trouble that they did not have before.",
    access: "upgrade",
    effect: "write",
    stepUp: true,
    errors: ["campaign_state", "campaign_overlap"],
    input: z.strictObject({ ...CampaignRef, when: Instant.optional() }),
    output: z.object({ data: UpgradeCampaign }),
  },
  upgradeCampaignHalt: {
    summary: "Halt a campaign: nothing more is offered. What containers have been sent goes on to its end.",
    ...acting,
  },
  upgradeCampaignResume: {
    summary: "Go on with a campaign that halted; results from before that no longer count.",
    ...acting,
    stepUp: true,
  },
  upgradeCampaignCancel: {
    summary: "End a campaign for good. What containers have been sent goes on to its end.",
    ...acting,
    stepUp: true,
  },
  upgradeCampaignList: {
    summary: "Campaigns all of whose containers the caller sees, newest first. Removed containers do not count.",
    access: "upgrade",
    effect: "read",
    input: z.strictObject({}),
    output: z.object({ data: z.array(UpgradeCampaign) }),
  },
  upgradeCampaignGet: {
    summary: "A campaign with what becomes of each of its containers.",
    access: "upgrade",
    effect: "read",
    input: z.strictObject(CampaignRef),
    output: z.object({ data: UpgradeCampaign.extend({ members: z.array(Member) }) }),
  },
} satisfies CallMap;
