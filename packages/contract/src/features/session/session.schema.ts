import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { UserId } from "../users/users.schema.ts";

/** What a sign-in gives: the page keeps token and user id in cookies and sends both as headers. */
export const SignedIn = z.object({ authToken: z.string(), userId: UserId, expiresAt: Instant });

/** From a link in a mail: it follows the `#` of the address, so that no server ever logs it. */
export const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** A session as its owner sees it. */
export const SessionRow = z.object({
  /** For `sessionEnd`; it gives no access. */
  id: z.string(),
  createdAt: Instant,
  lastUsed: Instant,
  expiresAt: Instant,
  /** Where it began. */
  address: z.string().nullable(),
  /** The browser, as it named itself then. */
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;
