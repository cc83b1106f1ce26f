/** What a token may be, apart from the schemas: screens need it without the library that checks them. */
import type { Permission } from "../../core/access.ts";

/**
 * Rights that a person can lend to a program. People, roles, settings, registration, device types and upgrades are
 * missing: their calls ask who sits at the screen.
 */
export const lendable = [
  "view",
  "charts",
  "rules",
  "control",
  "configure",
  "automation",
  "clusters",
  "tickets",
] as const satisfies readonly Permission[];
export type Lendable = (typeof lendable)[number];

export const mostTokens = 20;
export const longestTokenDays = 365;
export const usualTokenDays = 90;
