/** What an evidence pack consists of. No schema library here: screens import it. */

export const evidenceParts = [
  "incident",
  "readings",
  "changes",
  "battery",
  "link",
  "forecast",
  "warnings",
  "commands",
  "devices",
  "elsewhere",
] as const;
export type EvidencePart = (typeof evidenceParts)[number];

/** Nobody else learns more of these than that a pack may have them. */
export const partsForHandlers: readonly EvidencePart[] = ["commands", "devices", "elsewhere"];

/** Why it was frozen: people were notified of an incident, a ticket was made, or somebody asked for it again. */
export const evidenceReasons = ["incident", "ticket", "again"] as const;
export type EvidenceReason = (typeof evidenceReasons)[number];

/** Why a part is not in a pack; unavailable: it could not be read then. */
export const evidenceFaults = ["unavailable", "too_large"] as const;
export type EvidenceFault = (typeof evidenceFaults)[number];

const dayMs = 86_400_000;

export const evidenceLimits = {
  /** Of all files of a pack together. */
  bytes: 2_000_000,
  /** Readings reach so far back before the warning was raised. */
  beforeMs: 6 * 3_600_000,
  /** But never further back from when the pack is made. */
  longestMs: 7 * dayMs,
  /** Changes, commands and automations of so long. */
  changesMs: 7 * dayMs,
  /** A pack of an incident without a ticket is kept for so long. */
  keptMs: 90 * dayMs,
  /** How often a ticket's evidence may be frozen again within 24 hours. */
  againADay: 20,
} as const;
