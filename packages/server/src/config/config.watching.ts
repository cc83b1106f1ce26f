import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** What others learn of the portal: its metrics, and who asked for what. */
export const watchingSettings = {
  metricsToken: {
    name: "METRICS_TOKEN",
    fallback: undefined,
    shown: "unset: this machine only",
    meaning:
      "secret of 32 characters or more with which `/metrics` is read from other machines too, as `Authorization: Bearer ...`",
    expected: "a secret of 32 to 256 letters, digits, dashes and underscores, such as `openssl rand -hex 32` prints",
    schema: z
      .string()
      .regex(/^[\w-]{32,256}$/)
      .optional(),
  },
  accessLog: {
    name: "ACCESS_LOG",
    fallback: "no",
    shown: "no",
    meaning:
      "yes: a line of the log for each request, with call, status, duration, person and address, never what was sent",
    expected: "yes or no",
    schema: z.enum(["yes", "no"]),
  },
} satisfies Record<string, Setting>;
