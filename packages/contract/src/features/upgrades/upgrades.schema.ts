import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { locales } from "../../core/constants.ts";
import { firmwareSteps, upgradeStates } from "./upgrade-moves.ts";

/** Largest archive of a release, in bytes. */
export const releaseLimitBytes = 64 * 2 ** 20;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const EpochMs = z.int().min(0);

export const ReleaseVersion = z
  .string()
  .max(32)
  .regex(/^\d+\.\d+\.\d+(-[0-9a-z]+(\.[0-9a-z]+)*)?$/);

/** What is new in a release, in each language in which somebody has said so. */
export const ReleaseNotes = z.partialRecord(
  z.enum(locales.map(({ code }) => code)),
  z.string().trim().min(1).max(2_000),
);
export type ReleaseNotes = z.infer<typeof ReleaseNotes>;

/** What is signed of a release of the controller program: which it is, and which bytes its archive must have. */
export const ReleaseManifest = z.strictObject({
  product: z.string().max(64),
  version: ReleaseVersion,
  seq: z.int().min(1).describe("Counts up with each release; a controller never goes back by itself"),
  min: z.int().min(0).describe("The lowest `seq` of a release that may be replaced by this one"),
  arch: z.string().max(16).describe("Architecture as Node names it, or `any`"),
  size: z.int().min(1).max(releaseLimitBytes).describe("Bytes of the archive"),
  sha256,
  url: z.string().min(1).max(512).describe("Address of the archive, from the portal's own"),
  notBefore: EpochMs,
  expires: EpochMs,
  key: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe("Which public key belongs to the signature"),
});
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** A manifest as the very text that was signed, and its Ed25519 signature in Base64. */
export const SignedManifest = z.strictObject({
  manifest: z.string().max(2_048),
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
export type SignedManifest = z.infer<typeof SignedManifest>;

/** A release that a controller is to install; the same `id` again asks for the last report. */
export const FirmwareSetMessage = SignedManifest.extend({
  id: z.string().min(1).max(64),
  installAt: z.number().optional().describe("Not before this by the portal's clock, epoch ms"),
});
export type FirmwareSetMessage = z.infer<typeof FirmwareSetMessage>;

/**
 * What became of a release so far. `booted` comes from the new release, which is on trial then; `rolled_back` from the one
 * before it. The last one is sent again with each connection.
 */
export const FirmwareReportMessage = z.object({
  id: z.string().min(1).max(64),
  version: ReleaseVersion,
  st: z.enum(firmwareSteps),
  progress: z.number().min(0).max(1).optional().describe("Share of the archive that is there"),
  bytes: z.int().min(0).optional().describe("Bytes that were received for it"),
  error: z.string().max(500).nullable().default(null),
  log: z.array(z.string().max(500)).max(50).default([]).describe("Last lines of a release that was taken back"),
  ts: z.number(),
});
export type FirmwareReportMessage = z.infer<typeof FirmwareReportMessage>;

/** What an upgrade waits for before it is offered to its container. */
export const upgradeGates = [
  "offline",
  "link_weak",
  "data_bundle",
  "not_upgradable",
  "charge_low",
  "charge_unknown",
  "reserve_ahead",
  "loads_cut",
  "locked",
  "works",
] as const;

/** What keeps an upgrade from being offered now, with the figure that says how far off it is. */
export const UpgradeWait = z.object({
  gate: z.enum(upgradeGates),
  percent: z.number().optional().describe("The charge that was measured last"),
  dbm: z.number().optional().describe("The strength of the signal that was measured last"),
  at: Instant.optional().describe("When that was measured, or when the reserve will be reached"),
  leftBytes: z.number().optional().describe("What is left of the data bundle of its SIM card"),
  neededBytes: z.number().optional().describe("What is still to be loaded"),
  renewedOn: z.iso.date().optional().describe("The day on which the bundle is renewed, in the zone of the container"),
});
export type UpgradeWait = z.infer<typeof UpgradeWait>;

export const ContainerUpgrade = z.object({
  upgradeId: z.string(),
  containerId: z.string(),
  version: ReleaseVersion,
  state: z.enum(upgradeStates),
  gates: z.array(z.enum(upgradeGates)).describe("What it waited for when it was last looked at, while it is `gated`"),
  reason: z.string().nullable().describe("Why it failed, in the words of the controller, or the deadline that is over"),
  log: z.array(z.string()).describe("Last lines of a release that was taken back"),
  progress: z.number().describe("Share of the archive that is there, 0..1"),
  bytes: z.int().describe("Bytes that the controller received for it"),
  overBundle: z
    .object({ by: z.string().nullable().describe("Null: the account is gone"), at: Instant, reason: z.string() })
    .nullable()
    .describe("Who lets it load more than is left of the data bundle, and why"),
  by: z.string().nullable().describe("Null: the account is gone"),
  at: Instant,
  installAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  bootedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
});
export type ContainerUpgrade = z.infer<typeof ContainerUpgrade>;
