import { tickMs } from "@offgrid/contract/core/constants";
import { isCampaignActive } from "@offgrid/contract/upgrades/campaign-moves";

import { type Answer, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { toBase64 } from "../../core/base64.ts";

export type Release = NonNullable<Answer<"getNewestContainerVersion">["data"]>;
export type Campaign = Answer<"upgradeCampaignList">["data"][number];
export type Member = Answer<"upgradeCampaignGet">["data"]["members"][number];

/** Of a campaign that is under way. */
const activeEveryMs = 10_000;

export function useNewestRelease() {
  return useCall("getNewestContainerVersion", {}, { select: (answer: Answer<"getNewestContainerVersion">) => answer });
}

export function useCampaigns() {
  return useCall(
    "upgradeCampaignList",
    {},
    {
      select: ({ data }: Answer<"upgradeCampaignList">) => data,
      refetchInterval: ({ state }) =>
        state.data?.data.some((one) => isCampaignActive(one.state)) ? activeEveryMs : tickMs,
    },
  );
}

/** What becomes of each container of a campaign. */
export function useMembers(campaignId: string) {
  return useCall(
    "upgradeCampaignGet",
    { campaignId },
    { select: ({ data }: Answer<"upgradeCampaignGet">) => data.members, refetchInterval: activeEveryMs },
  );
}

/** @throws ApiError bad_release, release_older @throws Declined */
export async function addRelease(file: File, notes: Release["notes"]): Promise<void> {
  const written = Object.entries(notes).filter(([, text]) => text.trim() !== "");
  await call("releaseUpload", { file: await toBase64(file), notes: Object.fromEntries(written) });
  refresh("getNewestContainerVersion");
}

export interface CampaignPlan {
  /** Of the draft that is changed; absent: a new one. */
  campaignId?: string | undefined;
  name: string;
  version: string;
  containers: string[];
}

/** @throws ApiError campaign_state: it is no draft any more. */
export async function saveCampaign({ campaignId, ...plan }: CampaignPlan): Promise<void> {
  await thenAgain(call("upgradeCampaignSave", { ...(campaignId !== undefined && { campaignId }), ...plan }));
}

/** @param when Epoch ms; undefined: now. @throws ApiError campaign_overlap, campaign_state @throws Declined */
export async function startCampaign(campaignId: string, when: number | undefined): Promise<void> {
  const planned = when === undefined ? {} : { when: new Date(when).toISOString() };
  await thenAgain(call("upgradeCampaignStart", { campaignId, ...planned }));
}

const calls = {
  halt: "upgradeCampaignHalt",
  resume: "upgradeCampaignResume",
  cancel: "upgradeCampaignCancel",
} as const;
/** What a person does to a campaign and has to give a reason for. */
export type ReasonedAct = keyof typeof calls;

/** @throws ApiError campaign_state @throws Declined */
export async function actOn(campaignId: string, act: ReasonedAct, reason: string): Promise<void> {
  await thenAgain(call(calls[act], { campaignId, reason }));
}

/** Also after a refusal: what was in the way may be news. */
async function thenAgain(order: Promise<unknown>): Promise<void> {
  try {
    await order;
  } finally {
    refresh("upgradeCampaignList", "upgradeCampaignGet");
  }
}
