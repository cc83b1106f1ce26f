import { z } from "zod";

import { type CallMap, Instant, noOutput } from "../../core/call.ts";
import { longestLockReason } from "../../core/constants.ts";
import { oneLine } from "../../core/one-line.ts";
import { ContainerUpgrade, releaseLimitBytes, ReleaseNotes, ReleaseVersion, UpgradeWait } from "./upgrades.schema.ts";

const ContainerRef = z.string().min(1).max(64);

export const Release = z.object({
  version: ReleaseVersion,
  seq: z.int().describe("Counts up with each release"),
  notes: ReleaseNotes,
  releasedAt: Instant,
  size: z.int().describe("Bytes that a controller loads"),
});

export type Release = z.infer<typeof Release>;

export const upgradeCalls = {
  releaseUpload: {
    summary:
      "Add a signed release of the controller program, as `npm run controller:release` makes it. Controllers get it only by an upgrade.",
    access: "upgrade",
    effect: "write",
    stepUp: true,
    errors: ["bad_release", "release_older"],
    bodyLimitBytes: 2 * releaseLimitBytes,
    input: z.strictObject({
      file: z
        .base64()
        .max(2 * releaseLimitBytes)
        .describe("The file of the release"),
      notes: ReleaseNotes.default({}),
    }),
    output: z.object({ data: Release }),
  },
  getNewestContainerVersion: {
    summary: "The newest release of the controller program; null where there is none.",
    access: "view",
    effect: "read",
    input: z.strictObject({}),
    output: z.object({
      data: Release.nullable(),
      canAdd: z.boolean().describe("The portal knows a key that signs releases; without one, none can be added"),
    }),
  },
  upgradeContainer: {
    summary:
      "Have a container install a release. It waits until the container is connected, has charge and enough of its data bundle, and nobody works on it; `containerUpgradeList` says what it waits for and what becomes of it. A release that does not do what the one before did is taken back by the controller itself.",
    access: "upgrade",
    effect: "write",
    stepUp: true,
    errors: ["upgrade_open", "release_not_newer", "container_retired"],
    input: z.strictObject({
      containerId: ContainerRef,
      version: ReleaseVersion,
      /** Not before this; left out: as soon as it can be. */
      when: Instant.optional(),
    }),
    output: z.object({ data: ContainerUpgrade }),
  },
  upgradeCancel: {
    summary: "Withdraw an upgrade that was not yet offered to its container.",
    access: "upgrade",
    effect: "write",
    errors: ["upgrade_begun"],
    input: z.strictObject({ upgradeId: z.string().min(1).max(64) }),
    output: noOutput,
  },
  upgradeOverBundle: {
    summary:
      "Let an upgrade load more than is left of the data bundle of its container. Everything else that it waits for it still waits for.",
    access: "upgrade",
    effect: "write",
    stepUp: true,
    errors: ["upgrade_begun"],
    input: z.strictObject({
      upgradeId: z.string().min(1).max(64),
      reason: z.string().trim().min(1).max(longestLockReason).regex(oneLine),
    }),
    output: z.object({ data: ContainerUpgrade }),
  },
  containerUpgradeList: {
    summary: "The upgrades of a container, newest first.",
    access: "view",
    effect: "read",
    input: z.strictObject({ containerId: ContainerRef }),
    output: z.object({
      data: z.array(ContainerUpgrade),
      running: z.string().nullable().describe("Version of the program that runs"),
      canUpgrade: z.boolean().describe("Its controller installs what the portal sends"),
      waits: z.array(UpgradeWait).describe("What an upgrade of it waits for at present"),
    }),
  },
} satisfies CallMap;
