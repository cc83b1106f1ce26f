import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";
import { logoLimits } from "./setting-limits.ts";
import {
  PortalHealth,
  PortalSetting,
  PortalSettingChanges,
  SendingServiceChange,
  SendingServiceState,
} from "./settings.schema.ts";

const Answer = z.object({
  data: PortalSetting,
  /** What holds where nobody has changed it, by the environment of the portal. */
  usual: PortalSetting,
  logo: z.string().nullable().describe("Address of the portal's own picture; null: it has none"),
  /** Names of the settings that somebody changed. */
  changed: z.array(z.string()),
});

export const settingsCalls = {
  getPortalSetting: {
    summary: "Settings of the whole portal.",
    access: "settings",
    effect: "read",
    input: noInput,
    output: Answer,
  },
  savePortalSetting: {
    summary:
      "Change settings of the whole portal, in all its processes at once; absent keys stay, null undoes a change.",
    access: "settings",
    effect: "write",
    stepUp: true,
    input: PortalSettingChanges,
    output: Answer,
  },
  savePortalLogo: {
    summary: `Set the picture of the portal, which header, sign-in, mails and documents show: PNG or JPEG by its content, without notes, of at most ${logoLimits.bytes / 1024} KiB and ${logoLimits.longestPx} pixels a side. Null: the portal's usual one.`,
    access: "settings",
    effect: "write",
    stepUp: true,
    perMinute: 20,
    bodyLimitBytes: 1024 * 1024,
    input: z.strictObject({
      picture: z
        .base64()
        .max(Math.ceil(logoLimits.bytes / 3) * 4)
        .nullable(),
    }),
    output: Answer,
    errors: ["bad_image"],
  },
  getSendingServices: {
    summary: "What the portal sends with: mail server, SMS, Telegram and heartbeat, without their secrets.",
    access: "settings",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(SendingServiceState) }),
  },
  saveSendingService: {
    summary:
      "Set, remove or undo what the portal sends with, in all its processes at once. Whoever gives another address gives its secrets again.",
    access: "settings",
    effect: "write",
    stepUp: true,
    perMinute: 20,
    input: SendingServiceChange,
    output: z.object({ data: SendingServiceState }),
  },
  getPortalHealth: {
    summary: "How the portal is, and what it depends on: versions, outside services, mail, data and disk.",
    access: "settings",
    effect: "read",
    input: noInput,
    output: z.object({ data: PortalHealth }),
  },
} satisfies CallMap;
