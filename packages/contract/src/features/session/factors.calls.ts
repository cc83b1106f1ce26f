import { z } from "zod";

import { type CallMap, Instant, noInput, noOutput } from "../../core/call.ts";
import { shownName } from "../../core/shown-name.ts";
import { SignedIn } from "./session.schema.ts";

/** Base64url as WebAuthn writes it. */
const Bytes = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/);

const common = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: z.record(z.string().max(64), z.json()).optional(),
};

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. */
export const NewPasskey = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    authenticatorData: Bytes.optional(),
    transports: z.array(z.string().max(32)).max(16).optional(),
    publicKey: Bytes.optional(),
    publicKeyAlgorithm: z.int().optional(),
  }),
});

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. */
export const UsedPasskey = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.nullish(),
  }),
});

export const PasskeyRow = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsed: Instant.nullable(),
});
export type PasskeyRow = z.infer<typeof PasskeyRow>;

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`; valid five minutes, once. */
const Options = z.object({ options: z.record(z.string(), z.json()) });

export const factorCalls = {
  totpSetup: {
    summary: "A new secret for an authenticator app; it counts once `totpConfirm` has received a code made from it.",
    access: "signed-in",
    effect: "write",
    stepUp: true,
    input: noInput,
    output: z.object({
      data: z.object({
        /** Base32, for typing. */
        secret: z.string(),
        /** otpauth://..., for a QR code. */
        uri: z.string(),
      }),
    }),
    errors: ["two_step_on"],
  },
  totpConfirm: {
    summary:
      "Switch two-step sign-in on with a code from the app; the answer has ten recovery codes, shown only this once.",
    access: "signed-in",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/),
    }),
    output: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
    errors: ["wrong_code", "two_step_on"],
  },
  totpRemove: {
    summary: "Switch two-step sign-in off; the other sessions end.",
    access: "signed-in",
    effect: "write",
    stepUp: true,
    input: noInput,
    output: noOutput,
  },
  passkeyList: {
    summary: "Own passkeys.",
    access: "signed-in",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(PasskeyRow) }),
  },
  passkeyStart: {
    summary: "Options for creating a passkey.",
    access: "signed-in",
    effect: "write",
    stepUp: true,
    input: noInput,
    output: z.object({ data: Options }),
  },
  passkeyFinish: {
    summary: "Store a passkey that was created; the other sessions end.",
    access: "signed-in",
    effect: "write",
    ownTransaction: true,
    stepUp: true,
    input: z.strictObject({ name: shownName(64).min(1), credential: NewPasskey }),
    output: z.object({ data: PasskeyRow }),
    errors: ["bad_passkey"],
  },
  passkeyDelete: {
    summary: "Remove a passkey; the other sessions end.",
    access: "signed-in",
    effect: "write",
    stepUp: true,
    input: z.strictObject({ id: z.string().min(1).max(1_024) }),
    output: noOutput,
  },
  passkeyLoginStart: {
    summary: "Options for signing in, or for confirming one's identity, with a passkey.",
    access: "public",
    effect: "write",
    perMinute: 30,
    input: noInput,
    output: z.object({ data: Options }),
  },
  passkeyLogin: {
    summary: "Sign in with a passkey, which stands for both steps.",
    access: "public",
    effect: "write",
    ownTransaction: true,
    perMinute: 30,
    input: z.strictObject({ credential: UsedPasskey }),
    output: SignedIn,
    errors: ["bad_login"],
  },
  passkeyConfirm: {
    summary: "As `confirmPassword`, with a passkey.",
    access: "signed-in",
    effect: "write",
    ownTransaction: true,
    input: z.strictObject({ credential: UsedPasskey }),
    output: noOutput,
    errors: ["bad_passkey"],
  },
} satisfies CallMap;
