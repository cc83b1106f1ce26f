import { z } from "zod";

import { type CallMap, listInput, noInput, noOutput } from "../../core/call.ts";
import { channelKinds } from "./channel-kinds.ts";
import { Channel, ChannelInput, Delivery, ServiceTest, TestResult } from "./channels.schema.ts";

const id = z.strictObject({ id: z.string().min(1).max(64) });

export const channelCalls = {
  channelList: {
    summary: "The caller's channels by name, and what is needed to add more.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: z.object({
      data: z.array(Channel),
      kinds: z.array(z.enum(channelKinds)).describe("Those that this portal has a service for"),
      pushKey: z.string().describe("The portal's public key, for a browser's PushManager"),
    }),
  },
  channelSave: {
    summary:
      "Make a channel by which the portal reaches the caller, or change one. Mail goes to the caller's own address once it is verified; addresses of webhooks and push have to be public.",
    access: "signed-in",
    effect: "write",
    perMinute: 20,
    ownTransaction: true,
    input: ChannelInput,
    output: z.object({ data: z.object({ id: z.string() }) }),
  },
  channelDelete: {
    summary: "Delete one of the caller's channels. What waits for it is not sent.",
    access: "signed-in",
    effect: "write",
    input: id,
    output: noOutput,
  },
  channelTest: {
    summary:
      "Send a message by one of the caller's channels and say what came of it. One that was paused goes on when it succeeds. 20 a day.",
    access: "signed-in",
    effect: "write",
    perMinute: 6,
    ownTransaction: true,
    input: id,
    output: z.object({ data: z.object({ result: TestResult }) }),
  },
  portalServiceTest: {
    summary:
      "Send a test by one of the portal's services, and say what came of it: mail to the caller's own address, SMS or Telegram to a number, the heartbeat's address once. 20 a day.",
    access: "settings",
    effect: "write",
    perMinute: 6,
    ownTransaction: true,
    input: ServiceTest,
    output: z.object({ data: z.object({ result: TestResult }) }),
  },
  deliveryList: {
    summary: "What the caller's channels told, or did not tell and why, newest first.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({ page: listInput.page, pageSize: listInput.pageSize }),
    output: z.object({ data: z.array(Delivery), total: z.int() }),
  },
} satisfies CallMap;
