import type { ConfigState } from "../../core/config-section.ts";
import { type ConfigDoc, isSameDoc, mergeConfigs } from "./config-doc.ts";

/** What a controller says that it runs. */
export interface Reported {
  version: number;
  doc: ConfigDoc;
  /** The newest version that it was sent and decided on. */
  answered: number;
  isTrial: boolean;
  /** The version that it did not take. */
  refusedVersion: number | undefined;
  /** The version that it tried and took back. */
  revertedVersion: number | undefined;
}

/** What the portal wants a controller to run. */
export interface Wanted {
  version: number;
  doc: ConfigDoc;
  /** What both sides had in common when it was asked for. */
  agreed: ConfigDoc;
  isSent: boolean;
  isLapsed: boolean;
}

/** @param wanted Undefined: nobody has asked for anything. */
export function configState(wanted: Wanted | undefined, reported: Reported | undefined): ConfigState {
  if (!reported) return "no_report";
  if (reported.isTrial) return "trial";
  if (!wanted || isSameDoc(wanted.doc, reported.doc)) return "in_sync";
  if (reported.revertedVersion === wanted.version) return "reverted";
  if (reported.refusedVersion === wanted.version) return "rejected";
  if (isSameDoc(wanted.doc, wanted.agreed)) return "drifted";
  if (mergeConfigs(wanted.agreed, wanted.doc, reported.doc).conflicts.length > 0) return "conflict";
  if (wanted.isLapsed) return "lapsed";
  return wanted.isSent ? "sent" : "waiting";
}

/**
 * Of two reports of one store the later one, whatever way they came: versions only grow, then what was answered, and
 * last a trial ends.
 * @returns above 0 when `one` is the later.
 */
export function compareReports(
  one: Pick<Reported, "version" | "answered" | "isTrial">,
  other: Pick<Reported, "version" | "answered" | "isTrial">,
): number {
  return one.version - other.version || one.answered - other.answered || Number(other.isTrial) - Number(one.isTrial);
}
