import { z } from "zod";

import { type CallMap, Instant, noInput, noOutput } from "../../core/call.ts";
import { CurrentUser, Email, Password, UserCard, UserId, UserSetting } from "./users.schema.ts";

export const userCalls = {
  login: {
    summary: "Sign in with address and password; the answer is the same for a wrong password and an unknown address.",
    access: "public",
    effect: "write",
    ownTransaction: true,
    input: z.strictObject({ email: Email, password: Password, code: z.string().max(16).optional() }),
    output: z.object({ authToken: z.string(), userId: UserId, expiresAt: Instant }),
    errors: ["bad_login"],
  },
  signOut: {
    summary: "End this session and its live connections.",
    access: "signed-in",
    effect: "write",
    input: noInput,
    output: noOutput,
  },
  getCurrentUserInfo: {
    summary: "Who is signed in, with permissions and hidden menu entries.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: z.object({ info: CurrentUser }),
  },
  getUserInfo: {
    summary: "The card of a person: oneself, or with the permission `users` people whose containers one sees.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({ email: Email }),
    output: z.object({ data: UserCard }),
  },
  getUserSetting: {
    summary: "Own settings.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: z.object({ userSetting: UserSetting }),
  },
  saveUserSetting: {
    summary: "Change own settings; keys that are absent stay as they are.",
    access: "signed-in",
    effect: "write",
    input: UserSetting,
    output: z.object({ userSetting: UserSetting }),
  },
} satisfies CallMap;
