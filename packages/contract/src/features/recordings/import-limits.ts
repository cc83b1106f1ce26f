/** What a file of history may be, and what may become of it. No schema library here: screens import it. */

/** Limit of the request body, so the file itself must be a little smaller; a longer history takes several files. */
export const importLimitBytes = 32 * 1024 * 1024;
/** Of a file when it is unpacked and written as lines. */
export const importTextLimitBytes = 32 * 1024 * 1024;
export const importRowsLimit = 1_000_000;
/** Two a second. A day is corrected in one piece, so that it is never half one and half the other. */
export const correctedRowsADay = 2 * 86_400;
/** Characters of one line: many more than 2,000 columns of numbers take. */
export const importLineLimit = 1024 * 1024;
/** Lines that a report names. */
export const refusedShown = 1_000;
/** A file that was uploaded and not imported is kept for so long, and records of imports. */
export const uploadKeptMs = 24 * 3_600_000;
export const importKeptMs = 30 * 24 * 3_600_000;

export const importKinds = ["csv", "jsonl", "xlsx"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Why a file cannot be read; in `fields.file` of the refusal. */
export const uploadFaults = [
  "empty",
  "too_large",
  "too_many_rows",
  "too_many_columns",
  "line_too_long",
  "too_heavy",
  "too_dense",
  "not_text",
  "not_json",
  "old_excel",
  "encrypted",
  "broken",
] as const;
export type UploadFault = (typeof uploadFaults)[number];

export const importStates = [
  "uploaded",
  "waiting",
  "running",
  "done",
  "failed",
  "cancelled",
  "undoing",
  "undone",
] as const;

/** Why an import ended early; `disk_full` while it is `running`: it goes on when there is room. */
export const importFailures = [
  "disk_full",
  "no_right",
  "wrong_lines",
  "too_many_metrics",
  "too_heavy",
  "too_dense",
  "too_old",
  "corrected_since",
  "internal",
] as const;
