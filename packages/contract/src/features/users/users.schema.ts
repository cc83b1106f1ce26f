import { z } from "zod";

import { avatarLimitBytes, locales, longestPassword, shortestPassword } from "../../core/constants.ts";
import { shownName } from "../../core/shown-name.ts";
import { ShownUnitsSchema } from "../../core/unit-choices.schema.ts";
import { widgetLimits } from "../widgets/widget-types.ts";
import { KeptWidget, SavedBoard } from "../widgets/widgets.schema.ts";

export const UserId = z.string().min(1).max(64);
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** As typed in, to be compared with the stored one. */
export const Password = z.string().min(1).max(longestPassword);
/** A newly chosen one: long enough; the portal also refuses well-known passwords (`weak_password`). */
export const NewPassword = z.string().min(shortestPassword).max(longestPassword);
export const Locale = z.enum(locales.map((locale) => locale.code));
export const PersonName = shownName(64);
export const Phone = z
  .string()
  .trim()
  .max(32)
  .regex(/^$|^\+?[0-9 ()./-]{3,32}$/);
/** PNG, JPEG or WebP as base64, at most 512 KiB when decoded. */
export const AvatarUpload = z.base64().max(Math.ceil(avatarLimitBytes / 3) * 4);

/** The person who is signed in, as the specification's `info`: the role and a list of addresses. */
export const CurrentUser = z.object({
  id: UserId,
  /** An address that waits for its confirmation comes second, not verified. */
  email: z.array(z.object({ address: z.string(), verified: z.boolean() })),
  role: z.string().nullable(),
  /** 'unknow' for a role that the portal does not know. */
  roleLabel: z.string(),
  rolePriority: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  /** A `data:` address of a picture. */
  avatar: z.string().nullable(),
  permissions: z.array(z.string()),
  excludes: z.array(z.string()),
  containerCount: z.int(),
  /** Signing in needs a code. */
  twoStep: z.boolean(),
  /**
   * The role requires two-step sign-in and this account has not set it up: until then the person can only work on their
   * own account.
   */
  mustSetUpTwoStep: z.boolean(),
  /** Their own choice, or that of the portal; calls and files keep degC and m/s. */
  units: ShownUnitsSchema,
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

/** A person in the list of people. */
export const UserRow = z.object({
  id: UserId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
  roleLabel: z.string(),
  phone: z.string().nullable(),
  verified: z.boolean(),
  disabled: z.boolean(),
  /** Has set a password; false: invited and not yet here. */
  joined: z.boolean(),
  twoStep: z.boolean(),
  lastSeen: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  containerCount: z.int().describe("Only containers that the caller sees too"),
  /** The caller may change, disable and remove this person. */
  editable: z.boolean(),
});
export type UserRow = z.infer<typeof UserRow>;

/** A person with everything that their page shows. */
export const UserDetail = UserRow.extend({
  avatar: z.string().nullable(),
  language: Locale,
  /** Only containers that the caller sees too; for a role that sees all containers, all of them. */
  containers: z.array(z.string()),
  seesAll: z.boolean(),
  /** An address that waits for its confirmation. */
  pendingEmail: z.string().nullable(),
  /** It also waits for the person to agree, by a link sent to their present address. */
  emailConsentDue: z.boolean(),
});
export type UserDetail = z.infer<typeof UserDetail>;

/** A view of the container list that a person has saved under a name. */
export const SavedView = z.strictObject({
  name: shownName(64).min(1),
  /** Filters and order, as in the address of the list. */
  search: z.record(z.string().max(32), z.json()),
});
export type SavedView = z.infer<typeof SavedView>;

/** Settings of one person, merged key by key when saved; unknown keys are refused. */
export const UserSetting = z.strictObject({
  /** The board, in its order. */
  widgets: z.array(KeptWidget).max(widgetLimits.widgets).optional(),
  theme: z.enum(["light", "dark", "system"]).optional(),
  density: z.enum(["comfortable", "compact"]).optional(),
  favorites: z.array(z.string()).max(2_000).optional(),
  /** Menu ids that are switched on although hidden by default. */
  menu: z.array(z.string()).max(50).optional(),
  /** Of temperatures and wind on screens; what is absent is as the portal has it. */
  units: z.record(z.string(), z.string()).optional(),
  shortcuts: z.boolean().optional(),
  notify: z.record(z.string(), z.json()).optional(),
  language: Locale.optional(),
  /** Of the container list. */
  views: z.array(SavedView).max(50).optional(),
  /** Columns of the container list, from left to right. */
  columns: z.array(z.string().max(32)).max(40).optional(),
  /** The guided tour, seen to its end or left before; absent: never begun. */
  tour: z.enum(["done", "skipped"]).optional(),
  /** What was typed of a container that is not registered yet, by field; null: nothing. */
  newContainer: z.record(z.string().max(32), z.string().max(2_000)).nullable().optional(),
});
export type UserSetting = z.infer<typeof UserSetting>;

/** As they are saved: widgets in their shape, each with an id of its own. What was kept otherwise before can still be read. */
export const SavedSetting = UserSetting.extend({
  widgets: SavedBoard.optional(),
  units: ShownUnitsSchema.partial().optional(),
});
