import type { Lendable } from "@offgrid/contract/api-tokens/api-token-limits";
import type { Permission } from "@offgrid/contract/core/access";
import type { UserSetting } from "@offgrid/contract/users/users.schema";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** The tables of people, their rights and their acts. */
export interface PeopleTables {
  limitWindow: { key: string; count: number; until: Date };
  signInTries: { key: string; count: number; firstAt: Date; lastAt: Date; isTold: Generated<boolean> };
  appUser: {
    id: string;
    email: string;
    emailVerified: Generated<boolean>;
    /** Null: invited, and no password chosen yet. */
    passwordHash: string | null;
    role: string | null;
    /** The role whose rights apply. */
    effectiveRole: GeneratedAlways<string>;
    firstName: Generated<string>;
    lastName: Generated<string>;
    phone: string | null;
    avatar: string | null;
    disabled: Generated<boolean>;
    setting: JSONColumnType<UserSetting>;
    createdAt: Generated<Date>;
    lastSeenAt: Date | null;
    pendingEmail: Generated<string | null>;
    /** The person has yet to agree to the pending address. */
    emailConsentDue: Generated<boolean>;
    /** Who asked for the pending address, or the person once they agreed to it. */
    pendingEmailBy: Generated<string | null>;
    createdBy: Generated<string | null>;
    totpSealed: Generated<Buffer | null>;
    totpPendingSealed: Generated<Buffer | null>;
    totpLastStep: Generated<number>;
  };
  role: {
    id: string;
    label: string;
    priority: number;
    containers: "all" | "assigned";
    selectable: boolean;
    disabled: Generated<boolean>;
    permissions: Permission[];
    excludes: string[];
    twoStepRequired: Generated<boolean>;
    /** The board of whoever has none of their own; written as JSON text. */
    starterBoard: ColumnType<KeptWidget[] | null, never, string | null>;
  };
  widgetPicture: {
    id: string;
    ownerId: string;
    type: string;
    data: Buffer;
    madeAt: Date;
  };
  session: {
    id: Generated<string>;
    tokenHash: Buffer;
    userId: string;
    createdAt: Date;
    lastUsedAt: Date;
    expiresAt: Date;
    address: Generated<string | null>;
    agent: Generated<string | null>;
    confirmedAt: Generated<Date | null>;
  };
  liveCredential: { passwordHash: Buffer; sessionHash: Buffer; expiresAt: Date };
  recoveryCode: { userId: string; codeHash: Buffer };
  passkey: {
    id: string;
    userId: string;
    name: string;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  apiToken: {
    id: string;
    userId: string;
    name: string;
    tokenHash: Buffer;
    hint: string;
    permissions: Lendable[];
    mayChange: boolean;
    createdAt: Date;
    expiresAt: Date;
    lastUsedAt: Generated<Date | null>;
    lastAddress: Generated<string | null>;
  };
  passkeyChallenge: { challenge: string; userId: string | null; expiresAt: Date };
  mailToken: {
    tokenHash: Buffer;
    kind: "invite" | "verify" | "reset" | "setup" | "consent";
    userId: string | null;
    email: string | null;
    expiresAt: Date;
  };
  loginNetwork: { userId: string; network: string; succeededAt: Date };
  outbox: {
    id: GeneratedAlways<number>;
    key: string;
    sealed: Buffer | null;
    createdAt: Date;
    expiresAt: Date;
    sentAt: Generated<Date | null>;
    failure: Generated<string | null>;
  };
  /** `value` is read as parsed JSON and written as JSON text. */
  portalLogo: { isOne: Generated<boolean>; type: "image/png" | "image/jpeg"; bytes: Buffer; hash: string };
  portalSetting: { name: string; value: ColumnType<unknown, string, string> };
  audit: {
    id: GeneratedAlways<number>;
    at: Date;
    userId: string | null;
    email: string | null;
    role: string | null;
    address: string | null;
    requestId: string | null;
    action: string;
    target: string | null;
    before: JSONColumnType<Record<string, unknown>> | null;
    after: JSONColumnType<Record<string, unknown>> | null;
    result: string;
    /** Null: of a time before salts, or something was erased from the line. */
    salt: Generated<string | null>;
  };
  auditSeal: { auditId: number; lines: number; sealedAt: Date; hash: Buffer };
  auditRestated: { id: GeneratedAlways<number>; erasure: string; auditId: number; hash: Buffer };
  personErasure: {
    personId: string;
    standIn: string;
    sealed: Buffer | null;
    askedAt: Date;
    doneAt: Generated<Date | null>;
  };
}
