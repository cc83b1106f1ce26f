import { z } from "zod";

import { liveMessageVersion } from "../../core/constants.ts";
import { Command } from "../commands/commands.schema.ts";
import { ContainerStatus } from "../containers/containers.schema.ts";

/**
 * Changes of one container: values that changed since the last message. Every other latest value was read again at `ts`
 * (epoch ms) and is unchanged, except those in `missing`, which had no valid reading then. `ts` 0: only the status or
 * the clock changed.
 */
export const ContainerMessage = z.object({
  v: z.literal(liveMessageVersion),
  ts: z.number(),
  values: z.record(z.string(), z.number()),
  missing: z.array(z.string()).optional(),
  status: ContainerStatus,
  clockOffsetS: z
    .number()
    .optional()
    .describe("Seconds by which the controller's clock is ahead, negative when it is behind; left out: it is right"),
});
export type ContainerMessage = z.infer<typeof ContainerMessage>;

const content = z.looseObject({
  content: z.string().optional(),
  containerId: z.string().optional(),
  containerName: z.string().optional(),
  /** How grave it is; of a warning, its whole incident as the person sees it. */
  level: z.string().optional(),
  /** What happened, and at what in the container; a screen has words of its own for codes that it knows. */
  code: z.string().optional(),
  device: z.string().nullish(),
  /** What people call the output that it is about. */
  outputName: z.string().nullish(),
  /** Who did it, where the event says so. */
  by: z.object({ userId: z.string(), name: z.string().nullable() }).nullish(),
  /** Why an output runs in an emergency, in the words of whoever asked for it. */
  givenReason: z.string().optional(),
  /** The group command that an output followed, and how many containers of it the person sees. */
  group: z.object({ groupId: z.string(), count: z.int() }).optional(),
  /** The incident that a warning belongs to, and at how many containers that the person sees it has open ones. */
  incident: z.object({ id: z.string(), containers: z.int() }).optional(),
  /** What else the event says. */
  data: z.record(z.string(), z.unknown()).optional(),
});
/** An event or a warning, for a person who is notified of it. */
export type EventNews = z.infer<typeof content>;

/** What reaches one person. */
export const UserMessage = z.union([
  z.object({ command: z.enum(["newEventUpdate", "warningEvent"]), data: content }),
  z.object({ command: z.literal("resync") }),
  /** Rights or assigned containers of this person changed: the screen fetches the person and their containers again. */
  z.object({ command: z.literal("accessChanged") }),
  /** A command to a container that this person sees, as it is now. */
  z.object({ command: z.literal("commandChanged"), data: Command }),
  /** Locks of a container's outputs changed: a screen that shows them fetches them again. */
  z.object({ command: z.literal("locksChanged"), data: z.object({ containerId: z.string() }) }),
  /** What is wanted or reported of a container's configuration changed: a screen that shows it fetches it again. */
  z.object({ command: z.literal("configChanged"), data: z.object({ containerId: z.string() }) }),
  /** Somebody named outputs of a container: a screen that shows them fetches their names again. */
  z.object({ command: z.literal("outputNamesChanged"), data: z.object({ containerId: z.string() }) }),
  /** Works at a container were announced, changed, began or ended: a screen that shows them fetches them again. */
  z.object({ command: z.literal("worksChanged"), data: z.object({ containerId: z.string() }) }),
  /** Warnings of a container were raised, changed or closed: a screen that shows them fetches them again. */
  z.object({ command: z.literal("warningsChanged"), data: z.object({ containerId: z.string() }) }),
  /** An upgrade of a container went on: a screen that shows it fetches it again. */
  z.object({ command: z.literal("upgradeChanged"), data: z.object({ containerId: z.string() }) }),
  /** A ticket that this person sees was made, changed or written into: a screen that shows it fetches it again. */
  z.object({ command: z.literal("ticketChanged"), data: z.object({ ticketId: z.string() }) }),
  /** Somebody else is writing into a ticket that this person sees. */
  z.object({
    command: z.literal("ticketWriting"),
    data: z.object({
      ticketId: z.string(),
      by: z.object({ userId: z.string(), name: z.string().nullable() }),
      isInternal: z.boolean(),
    }),
  }),
  z.object({ containerId: z.string(), status: ContainerStatus }),
]);
export type UserMessage = z.infer<typeof UserMessage>;
