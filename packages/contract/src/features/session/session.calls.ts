import { z } from "zod";

import { type CallMap, noInput, noOutput } from "../../core/call.ts";
import { Email, Locale, NewPassword, Password, PersonName, Phone, UserId } from "../users/users.schema.ts";
import { LinkToken, SessionRow, SignedIn } from "./session.schema.ts";

/** What a person signs in with, and may have lost. */
const signInParts = ["password", "second_factor"] as const;
export type SignInPart = (typeof signInParts)[number];

export const sessionCalls = {
  login: {
    summary:
      "Sign in with address and password and, where two-step sign-in is on, a code from the app or a recovery code; a wrong password and an unknown address get the same answer.",
    access: "public",
    effect: "write",
    ownTransaction: true,
    perMinute: 300,
    input: z.strictObject({ email: Email, password: Password, code: z.string().trim().max(32).optional() }),
    output: SignedIn,
    errors: ["bad_login", "code_needed", "bad_code", "not_verified"],
  },
  signOut: {
    summary: "End this session and its live connections.",
    access: "signed-in",
    effect: "write",
    input: noInput,
    /** Whose session it was: "ok" alone is what many another server on the way answers too. */
    output: z.object({ data: z.object({ userId: z.string() }) }),
  },
  signOutLate: {
    summary:
      "End a session whose sign-out could not reach the portal at the time; `proof` is the SHA-256 of its token in hexadecimal, with which nobody can sign in. A session that is over, or never was, gets the same answer.",
    access: "public",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ proof: z.string().regex(/^[0-9a-f]{64}$/) }),
    /** As given: "ok" alone is what many another server on the way answers too. */
    output: z.object({ data: z.object({ proof: z.string() }) }),
  },
  loginOptions: {
    summary: "What the sign-in page may offer.",
    access: "public",
    effect: "read",
    perMinute: 120,
    input: noInput,
    output: z.object({
      data: z.object({
        /** People may make an account by themselves. */
        registration: z.boolean(),
        /** There is no account yet: on its start the portal printed a link that creates the first one. */
        setup: z.boolean(),
        /** What the organisation is called by whose provider people may sign in; null: there is none. */
        provider: z.string().nullable(),
      }),
    }),
  },
  setupPortal: {
    summary: "Create the first account, a super_admin, with the one-time link that the first start printed.",
    access: "public",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    input: z.strictObject({
      token: LinkToken,
      email: Email,
      password: NewPassword,
      firstName: PersonName.min(1),
      lastName: PersonName.min(1),
      language: Locale.optional(),
    }),
    output: SignedIn,
    errors: ["link_over", "weak_password"],
  },
  "auth/local/register": {
    summary:
      "Create an account without containers, where the portal's setting `registration` is on; a mail confirms it.",
    access: "public",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    input: z.strictObject({
      email: Email,
      password: NewPassword,
      firstName: PersonName.min(1),
      lastName: PersonName.min(1),
      phone: Phone.optional(),
      language: Locale.optional(),
    }),
    /** For an address that is taken, an id that belongs to nobody: its owner gets a mail instead. */
    output: z.object({ data: z.object({ userId: UserId }) }),
    errors: ["registration_off", "weak_password"],
  },
  verification: {
    summary: "With the link of a mail: confirm an address, or agree to the new one that somebody else asked for.",
    access: "public",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ token: LinkToken }),
    output: z.object({
      data: z.object({
        email: z.string(),
        /** The person has agreed; the new address counts once the link that was just sent to it is followed. */
        waitsForNewAddress: z.boolean(),
      }),
    }),
    errors: ["link_over", "email_used"],
  },
  sendVerifyUser: {
    summary:
      "Send again the link that confirms an address, or the invitation to someone who never signed in; the answer says nothing about the address.",
    access: "public",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ email: Email }),
    output: noOutput,
  },
  forgotPassword: {
    summary: "Send a link to choose a new password, valid 30 minutes; the answer says nothing about the address.",
    access: "public",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({ email: Email }),
    output: noOutput,
  },
  confirmPassword: {
    summary:
      "With a token of a mail: choose a password (reset, invitation), which ends all sessions. Signed in, without a token: give the own password again, which opens calls that ask for it for ten minutes.",
    access: "public",
    identity: "optional",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    input: z.strictObject({ token: LinkToken.optional(), password: Password }),
    /** The account that the password belongs to; empty without a token. */
    output: z.object({ data: z.object({ email: z.string().optional() }) }),
    errors: ["link_over", "weak_password", "wrong_password"],
  },
  editPassword: {
    summary: "Change the caller's own password; the other sessions end.",
    access: "signed-in",
    effect: "write",
    ownTransaction: true,
    input: z.strictObject({ oldPassword: Password, newPassword: NewPassword }),
    output: noOutput,
    errors: ["wrong_password", "weak_password"],
  },
  sessionList: {
    summary: "The caller's own sessions; with the permission `users`, those of a person whom the caller may change.",
    access: "signed-in",
    person: "userId",
    effect: "read",
    input: z.strictObject({ userId: UserId.optional() }),
    output: z.object({ data: z.array(SessionRow) }),
    errors: ["role_not_allowed"],
  },
  sessionEnd: {
    summary:
      "End one session by its id or, without an id, all other sessions of the person (of the caller without `userId`).",
    access: "signed-in",
    person: "userId",
    effect: "write",
    input: z.strictObject({ userId: UserId.optional(), id: z.string().min(1).max(64).optional() }),
    output: z.object({ count: z.int() }),
    errors: ["role_not_allowed"],
  },
  resetSignIn: {
    summary:
      "Help a person who cannot sign in any more: their password is void and a mail has a link to choose another, or their second factor and passkeys are removed, or both. All their sessions end; the mail says what was done, by whom and when.",
    access: "users",
    effect: "write",
    ownTransaction: true,
    stepUp: true,
    input: z.strictObject({ userId: UserId, parts: z.array(z.enum(signInParts)).min(1).max(signInParts.length) }),
    output: noOutput,
    errors: ["own_account", "role_not_allowed"],
  },
} satisfies CallMap;
