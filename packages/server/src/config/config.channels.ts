import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** Where messages to people go out, besides mail and the browser, and who learns that the portal is well. */
export interface ChannelConfig {
  /** Undefined: nobody is told. */
  heartbeatUrl: string | undefined;
}

export const channelSettings = {
  heartbeatUrl: {
    name: "HEARTBEAT_URL",
    fallback: undefined,
    shown: "unset: none",
    meaning:
      "address that is read every five minutes while the portal is well, so that another service notices when not",
    expected: "an address such as https://status.example.org/ping/portal",
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
} satisfies Record<string, Setting>;
