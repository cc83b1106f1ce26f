import { z } from "zod";

import { type CallMap, Instant, noInput } from "../../core/call.ts";
import { ContainerStatus } from "../containers/containers.schema.ts";
import { ValueAt } from "../devices/device.schema.ts";

export const liveCalls = {
  registerLive: {
    summary:
      "Watch a container: its topic and a snapshot; its controller sends each frame at once while someone watches.",
    access: "view",
    effect: "read",
    background: true,
    input: z.strictObject({ containerId: z.string().min(1).max(64) }),
    output: z.object({
      topic: z.string(),
      snapshot: z.object({ values: z.record(z.string(), ValueAt), status: ContainerStatus }),
      everyS: z
        .number()
        .describe("Expected seconds between two frames while someone watches, as the controller declares them"),
      /** Ask again before this instant to keep watching. */
      until: Instant,
      watchS: z.number().describe("Seconds from this answer to `until`, for those whose clock is wrong"),
    }),
  },
  registerLiveNotification: {
    summary: "Topic and short-lived credential for the live connection.",
    access: "signed-in",
    effect: "read",
    background: true,
    perMinute: 6,
    input: noInput,
    output: z.object({
      topic: z.string(),
      /** Path of the WebSocket on the portal's own origin. */
      url: z.string(),
      username: z.string(),
      password: z.string(),
      expiresAt: Instant,
      lifeS: z.number().describe("Seconds from this answer to `expiresAt`, for those whose clock is wrong"),
    }),
  },
} satisfies CallMap;
