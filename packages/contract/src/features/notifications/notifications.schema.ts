import { z } from "zod";

import { eventLevels, notificationTypes } from "./notification-types.ts";

/** Something that happened at a container, or concerns one person alone, as that person is notified of it. */
export const Notification = z
  .object({
    id: z.string().describe("Of the event; of a warning that a rule raised, the warning's"),
    containerId: z
      .string()
      .nullable()
      .describe("Null: it concerns the caller and no container, such as that a channel of theirs is paused"),
    containerName: z.string().nullable(),
    type: z.enum(notificationTypes),
    code: z.string().describe("What happened, such as `door.opened`"),
    level: z.enum(eventLevels),
    device: z
      .string()
      .nullable()
      .describe("What in the container it is about, such as an output; null: the whole of it"),
    outputName: z.string().nullable().describe("What people call that output; null: nobody has named it"),
    by: z
      .object({ userId: z.string(), name: z.string().nullable() })
      .nullable()
      .describe("Who did it; null: the event does not say so"),
    givenReason: z.string().optional().describe("Why an output runs in an emergency, as whoever asked for it wrote"),
    data: z.record(z.string(), z.unknown()).describe("What else the event says"),
    content: z.string().describe("A short sentence, in English"),
    incidentId: z.string().nullable().describe("The incident that it is about; null: it is about none"),
    at: z.iso.datetime().describe("When it happened"),
    read: z.boolean().describe("False: the caller was notified and has not read it"),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof Notification>;
