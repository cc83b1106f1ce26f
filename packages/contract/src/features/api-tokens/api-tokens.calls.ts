import { z } from "zod";

import { type CallMap, noInput, noOutput } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { longestTokenDays, usualTokenDays } from "./api-token-limits.ts";
import { ApiTokenRow, TokenScope } from "./api-tokens.schema.ts";

export const apiTokenCalls = {
  apiTokenList: {
    summary: "The caller's own API tokens, the newest first, expired ones included until they are removed.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(ApiTokenRow) }),
  },
  apiTokenCreate: {
    summary:
      "Make a token with which a program makes calls for the caller (header `Authorization: Bearer ...`); its text is in this answer and nowhere else.",
    access: "signed-in",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      ...TokenScope.shape,
      name: z.string().trim().min(1).max(64).regex(oneLine),
      days: z.int().min(1).max(longestTokenDays).default(usualTokenDays).describe("Days until it expires"),
    }),
    output: z.object({ data: ApiTokenRow, token: z.string() }),
    errors: ["tokens_full"],
  },
  apiTokenRemove: {
    summary: "Remove one of the caller's own API tokens; from then on its calls are refused.",
    access: "signed-in",
    effect: "write",
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: noOutput,
  },
} satisfies CallMap;
