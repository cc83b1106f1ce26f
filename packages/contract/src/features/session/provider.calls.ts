import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { SignedIn } from "./session.schema.ts";

/** 32 bytes as base64url. */
const Secret = z.string().regex(/^[\w-]{43}$/);

/** What the browser brings back from the provider. */
const ProviderAnswer = z.strictObject({
  answer: z
    .string()
    .max(8_192)
    .describe("The part of the address after the question mark with which the provider sent the browser back"),
  key: Secret.describe("Of `providerStart`"),
});

export const providerCalls = {
  providerStart: {
    summary:
      "Begin a sign-in by the organisation's provider (OpenID Connect with PKCE), or a confirmation that the owner of this session is here.",
    access: "public",
    identity: "optional",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    input: z.strictObject({ for: z.enum(["sign_in", "confirmation"]) }),
    output: z.object({
      data: z.object({
        url: z.string().describe("Where the browser goes; it comes back to `/login/provider`"),
        state: Secret.describe("Comes back with the answer of the provider"),
        key: Secret.describe("Stays in the browser, and is needed to finish within ten minutes"),
      }),
    }),
    errors: ["provider_away"],
  },
  providerLogin: {
    summary:
      "Sign in with what the provider answered. The role follows from the person's claims where the portal is told how; who is new gets an account then.",
    access: "public",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    input: ProviderAnswer,
    output: SignedIn,
    errors: ["provider_away", "provider_refused", "no_account"],
  },
  providerConfirm: {
    summary: "As `confirmPassword`, with a fresh sign-in at the provider by the same person.",
    access: "signed-in",
    effect: "write",
    ownTransaction: true,
    input: ProviderAnswer,
    output: noOutput,
    errors: ["provider_away", "provider_refused"],
  },
} satisfies CallMap;
