import { keepPreviousData } from "@tanstack/react-query";
import { tickMs } from "@offgrid/contract/core/constants";

import { type Answer, type Input, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { subscribeToPush } from "../../../core/push.ts";
import { notificationsShown } from "../../../domain/notifications/notifications-shown.ts";

export type OwnChannels = Answer<"channelList">;
export type Channel = OwnChannels["data"][number];
export type ChannelKind = Channel["kind"];
export type ChannelInput = Input<"channelSave">;
export type TestResult = Answer<"channelTest">["data"]["result"];
export type Delivery = Answer<"deliveryList">["data"][number];

export const deliveriesPerPage = 10;

export function useChannels() {
  return useCall("channelList", {}, { refetchInterval: tickMs });
}

/** @throws ApiError bad_input */
export async function saveChannel(input: ChannelInput): Promise<void> {
  await call("channelSave", input);
  refresh("channelList");
}

export async function removeChannel(id: string): Promise<void> {
  await call("channelDelete", { id });
  refresh("channelList", "deliveryList", ...notificationsShown);
}

export async function testChannel(id: string): Promise<TestResult> {
  const { data } = await call("channelTest", { id });
  // Where it was paused and goes on, the notice of that is read.
  refresh("channelList", "deliveryList", ...notificationsShown);
  return data.result;
}

/** Asks whether this browser may show messages, and makes a channel of it. @throws ApiError @throws Declined */
export async function addBrowser(name: string, pushKey: string): Promise<void> {
  await saveChannel({ kind: "push", name, subscription: await subscribeToPush(pushKey) });
}

/** A page of what became of messages, newest first. The previous page stays while the next is being fetched. */
export function useDeliveries(page: number) {
  const input = { page, pageSize: deliveriesPerPage };
  return useCall("deliveryList", input, { placeholderData: keepPreviousData, refetchInterval: tickMs });
}
