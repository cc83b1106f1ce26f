import { z } from "zod";

import { locales } from "../../core/constants.ts";

export const UserId = z.string().min(1).max(64);
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const Password = z.string().min(1).max(128);
export const Locale = z.enum(locales.map((locale) => locale.code));

/** The person who is signed in, as the spec's `info`: the role and a list of addresses. */
export const CurrentUser = z.object({
  id: UserId,
  email: z.array(z.object({ address: z.string(), verified: z.boolean() })),
  role: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  permissions: z.array(z.string()),
  excludes: z.array(z.string()),
  containerCount: z.int(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** What others may see of a person. */
export const UserCard = z.object({
  avatar: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
  phone: z.string().nullable(),
  verified: z.boolean(),
  lastSeen: z.iso.datetime().nullable(),
  containers: z.array(z.string()),
});
export type UserCard = z.infer<typeof UserCard>;

/** Settings of one person, merged key by key when saved; unknown keys are refused. */
export const UserSetting = z.strictObject({
  widgets: z.array(z.record(z.string(), z.json())).max(200).optional(),
  theme: z.enum(["light", "dark", "system"]).optional(),
  density: z.enum(["comfortable", "compact"]).optional(),
  favorites: z.array(z.string()).max(2_000).optional(),
  /** Menu ids that are switched on although hidden by default. */
  menu: z.array(z.string()).max(50).optional(),
  units: z.record(z.string(), z.string()).optional(),
  shortcuts: z.boolean().optional(),
  notify: z.record(z.string(), z.json()).optional(),
  language: Locale.optional(),
});
export type UserSetting = z.infer<typeof UserSetting>;
