import { z } from "zod";

import { type CallMap, listInput, noInput, noOutput } from "../../core/call.ts";
import {
  AvatarUpload,
  CurrentUser,
  Email,
  Locale,
  PersonName,
  Phone,
  UserCard,
  UserDetail,
  UserId,
  UserRow,
  SavedSetting,
  UserSetting,
} from "./users.schema.ts";

const ContainerIds = z.array(z.string().min(1).max(64)).max(2_000);
const Role = z.string().min(1).max(32);

const OwnSettings = z.object({
  userSetting: UserSetting,
  starterBoard: z
    .enum(["none", "shown", "replaced"])
    .describe("The board that the caller's role begins with: there is none, `widgets` is it, or a board of one's own"),
});

export const userCalls = {
  getCurrentUserInfo: {
    summary: "Who is signed in, with permissions and hidden menu entries.",
    access: "signed-in",
    forTokens: true,
    effect: "read",
    input: noInput,
    output: z.object({ info: CurrentUser }),
  },
  getUserInfo: {
    summary:
      "The card of a person: of the caller or, with the permission `users`, of people whose containers the caller sees.",
    access: "signed-in",
    person: "email",
    effect: "read",
    input: z.strictObject({ email: Email }),
    output: z.object({ data: UserCard }),
  },
  getUserSetting: {
    summary: "Own settings.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: OwnSettings,
  },
  saveUserSetting: {
    summary: "Change the caller's own settings; absent keys stay as they are.",
    access: "signed-in",
    effect: "write",
    input: SavedSetting,
    output: OwnSettings,
  },
  userList: {
    summary:
      "The people whom the caller may see: the caller, and those of lower roles who share a container; admins see everyone.",
    access: "users",
    effect: "read",
    input: z.strictObject({
      ...listInput,
      /** email, name, role, lastSeen, createdAt; with a leading minus in descending order. */
      sort: z
        .string()
        .regex(/^-?(email|name|role|lastSeen|createdAt)$/)
        .optional(),
      filter: z
        .strictObject({
          role: Role.optional(),
          containerId: z.string().min(1).max(64).optional(),
          state: z.enum(["active", "invited", "disabled"]).optional(),
        })
        .optional(),
    }),
    output: z.object({ data: z.array(UserRow), total: z.int() }),
  },
  userGet: {
    summary: "One person with their containers, and what the caller may do with this person.",
    access: "users",
    effect: "read",
    input: z.strictObject({ userId: UserId }),
    output: z.object({ data: UserDetail }),
  },
  createNewUser: {
    summary: "Add a person with a role below the caller's own, and send them an invitation by mail.",
    access: "users",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      email: Email,
      firstName: PersonName.min(1),
      lastName: PersonName.min(1),
      phone: Phone.optional(),
      role: Role,
      containers: ContainerIds,
      /** Language of the mails and of the person's first visit. */
      language: Locale,
    }),
    output: z.object({ data: z.object({ userId: UserId }) }),
    errors: ["email_used", "role_not_allowed"],
  },
  updateUserContainerList: {
    summary: "Set which containers a person sees; those that the caller does not see stay as they are.",
    access: "users",
    effect: "write",
    input: z.strictObject({ userId: UserId, containers: ContainerIds }),
    output: z.object({ data: z.object({ containers: z.array(z.string()) }) }),
    errors: ["role_not_allowed"],
  },
  assignUser: {
    summary: "Set who sees a container; people whom the caller may not change stay as they are.",
    access: "users",
    effect: "write",
    input: z.strictObject({ containerId: z.string().min(1).max(64), users: z.array(UserId).max(2_000) }),
    output: z.object({ data: z.object({ users: z.array(UserId) }) }),
    errors: ["role_not_allowed"],
  },
  saveUserAccount: {
    summary:
      "Change a person: the caller without `userId`; others with the permission `users`. Absent keys stay; a new address counts once its link is followed. Changing an address, another person's role, or whether someone who sees all containers may sign in needs a fresh confirmation; a caller who does not see all containers may change another person's address only with that person's consent, which a mail asks for.",
    access: "signed-in",
    person: "userId",
    effect: "write",
    bodyLimitBytes: 1024 * 1024,
    input: z.strictObject({
      userId: UserId.optional(),
      firstName: PersonName.optional(),
      lastName: PersonName.optional(),
      phone: Phone.nullable().optional(),
      /** Null takes the picture away. */
      avatar: AvatarUpload.nullable().optional(),
      language: Locale.optional(),
      email: Email.optional(),
      /** Of others only. */
      role: Role.optional(),
      /** Of others only: a disabled person is signed out at once and cannot sign in again. */
      disabled: z.boolean().optional(),
    }),
    output: z.object({ data: UserDetail }),
    errors: ["email_used", "role_not_allowed", "own_account", "last_super_admin", "bad_image"],
  },
  removeUser: {
    summary:
      "Remove a person and all their sessions; never the caller, never the last super_admin. They are told by mail, and wherever the portal has their name, addresses or telephone number a stand-in is put soon after. Needs a fresh confirmation.",
    access: "users",
    effect: "write",
    input: z.strictObject({
      userId: UserId,
      /** Who gets their warning rules and tickets. */
      transferTo: UserId.optional(),
    }),
    output: noOutput,
    errors: ["own_account", "last_super_admin", "role_not_allowed"],
  },
} satisfies CallMap;
