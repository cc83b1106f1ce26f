import type { Permission } from "./access.ts";
import type { Call } from "./call.ts";

/** What an API token was made for. */
export interface TokenUse {
  permissions: readonly Permission[];
  /** Without it the token only reads. */
  mayChange: boolean;
}

/**
 * May a program make this call with such a token? What its owner may do at that moment is asked apart. Never a call that
 * asks who is there (step-up), and of those about the own account only the ones that say so.
 */
export function tokenMay({ permissions, mayChange }: TokenUse, call: Call): boolean {
  if (call.stepUp || call.access === "public") return false;
  if (call.access === "signed-in") return call.forTokens === true;
  return permissions.includes(call.access) && (mayChange || call.effect === "read");
}
