import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";

/** Settings of the whole portal. */
const PortalSetting = z.object({
  /** People may make an account by themselves (`/auth/local/register`). */
  registration: z.boolean(),
  /** Charts may be shown to people without an account, by link. */
  chartLinks: z.boolean(),
});

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
  getPortalSetting: {
    summary: "Settings of the whole portal.",
    access: "settings",
    effect: "read",
    input: noInput,
    output: z.object({ data: PortalSetting }),
  },
  savePortalSetting: {
    summary: "Change settings of the whole portal; absent keys stay.",
    access: "settings",
    effect: "write",
    stepUp: true,
    input: z.strictObject(PortalSetting.partial().shape),
    output: z.object({ data: PortalSetting }),
  },
} satisfies CallMap;
