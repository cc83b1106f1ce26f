import { z } from "zod";

import { liveMessageVersion } from "../../core/constants.ts";
import { ContainerStatus } from "../containers/containers.schema.ts";

/** Changes of one container: values that moved since the last message, all measured at `ts` (epoch ms) or earlier. */
export const ContainerMessage = z.object({
  v: z.literal(liveMessageVersion),
  ts: z.number(),
  values: z.record(z.string(), z.number()),
  status: ContainerStatus,
});
export type ContainerMessage = z.infer<typeof ContainerMessage>;

const content = z.looseObject({ content: z.string().optional(), containerId: z.string().optional() });

/** What reaches one person. */
export const UserMessage = z.union([
  z.object({ command: z.enum(["newEventUpdate", "warningEvent"]), data: content }),
  z.object({ command: z.literal("resync") }),
  z.object({ containerId: z.string(), status: ContainerStatus }),
]);
export type UserMessage = z.infer<typeof UserMessage>;
