import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";
import { PortalHealth, PortalSetting, PortalSettingChanges } from "./settings.schema.ts";

const Answer = z.object({
  data: PortalSetting,
  /** What holds where nobody has changed it, by the environment of the portal. */
  usual: PortalSetting,
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
  getPortalHealth: {
    summary: "How the portal is, and what it depends on: versions, outside services, mail, data and disk.",
    access: "settings",
    effect: "read",
    input: noInput,
    output: z.object({ data: PortalHealth }),
  },
} satisfies CallMap;
