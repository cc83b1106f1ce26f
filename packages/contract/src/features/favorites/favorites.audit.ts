import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const favoritesAudit: readonly AuditGroup[] = [{ actions: ["favoriteSet"], kinds: { favorite: "hidden" } }];
