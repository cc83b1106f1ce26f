import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { lendable } from "./api-token-limits.ts";

export const TokenScope = z.strictObject({
  permissions: z
    .array(z.enum(lendable))
    .min(1)
    .max(lendable.length)
    .refine((list) => new Set(list).size === list.length, "A right is named twice.")
    .describe("What the token may be used for, as far as its owner may do it at that moment"),
  mayChange: z.boolean().default(false).describe("Without it the token only reads"),
});
export type TokenScope = z.output<typeof TokenScope>;

export const ApiTokenRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, to recognise it by. */
  hint: z.string(),
  permissions: z.array(z.enum(lendable)),
  mayChange: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null: never used. */
  lastUsed: Instant.nullable(),
  /** Address from which it was last used. */
  lastAddress: z.string().nullable(),
});
export type ApiTokenRow = z.infer<typeof ApiTokenRow>;
