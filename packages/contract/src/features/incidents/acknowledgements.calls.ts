import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen } from "../../core/shown-name.ts";
import { warningFeedback, warningLimits } from "../warnings/warning-types.ts";
import { Warning } from "../warnings/warnings.schema.ts";

const ref = z.string().min(1).max(64);

/** Looking after single warnings, which the history of their incidents has. */
export const acknowledgementCalls = {
  warningAcknowledge: {
    summary:
      "Say that one has seen a warning and looks after it; everybody who sees the container sees that. It lapses after 24 h, of a critical one after 4 h. Of one that is cleared it changes nothing but what somebody thinks of it, and the answer says how it is.",
    access: "rules",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: ref,
      note: z
        .string()
        .trim()
        .max(warningLimits.longestText)
        .regex(oneLine, "Please fill a text of one line.")
        .refine(isSeen, "Please fill a text without invisible characters.")
        .optional(),
      feedback: z.enum(warningFeedback).optional().describe("What somebody thinks of it; left out: as before"),
    }),
    output: z.object({ data: Warning }),
  },
  warningWithdraw: {
    summary:
      "Take back that one looks after a warning, whatever else of its incident one looks after: people are reminded of it again. Of one that is cleared, or that somebody else or nobody acknowledged, it changes nothing, and the answer says how it is.",
    access: "rules",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: ref }),
    output: z.object({ data: Warning }),
  },
} satisfies CallMap;
