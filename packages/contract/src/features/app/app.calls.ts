import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";

export const appCalls = {
  getAppVersion: {
    summary: "Name and versions of the running portal, for the About dialog.",
    access: "public",
    effect: "read",
    perMinute: 600,
    input: noInput,
    output: z.object({
      version: z.object({
        mqtt_version: z.string(),
        rest_version: z.string(),
        front_version: z.string(),
        date: z.string(),
      }),
      name: z.string(),
      /** True where demonstration accounts exist. */
      demo: z.boolean(),
    }),
  },
} satisfies CallMap;
