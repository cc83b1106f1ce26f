import type { WarningSeverity } from "../warnings/warning-types.ts";

/** Incidents as the portal knows them. No schema library here: screens import it whole. All instants are epoch ms. */

export const incidentStates = ["open", "acknowledged", "calm", "resolved"] as const;
export type IncidentState = (typeof incidentStates)[number];

/**
 * What its warnings have in common; the first two are of containers that went dark together, and cut is of loads without
 * power, with what else is warned of the power of their container.
 */
export const incidentCauses = ["operator", "cluster", "rule", "change", "container", "cut", "single"] as const;
export type IncidentCause = (typeof incidentCauses)[number];

/** A cause, and which one of its kind. */
export interface CauseOf {
  cause: IncidentCause;
  key: string;
}

export const newsKinds = ["raised", "changed", "reminder", "escalation", "cleared"] as const;
export type NewsKind = (typeof newsKinds)[number];

/** What a person makes of being warned. */
export const feedbacks = ["useful", "expected", "noise"] as const;
export type Feedback = (typeof feedbacks)[number];

const minuteMs = 60_000;

export const incidentTimes = {
  /** Until then warnings may still find another cause, and nobody is told. */
  gatherMs: 30_000,
  /** News of one incident are apart by this at least. */
  newsMs: 5 * minuteMs,
  /** Warnings this close together may have a cause in common. */
  togetherMs: 10 * minuteMs,
  /** A change may be the cause of what was raised so much later. */
  changeMs: 60 * minuteMs,
  calmMs: 15 * minuteMs,
  /** What comes back within this is the same incident. */
  reopenMs: 60 * minuteMs,
  reminderMs: 240 * minuteMs,
  /** Nobody looks after it for so long. */
  stepsMs: [15 * minuteMs, 45 * minuteMs],
  /** What is held back is looked at again so much later. */
  heldMs: minuteMs,
} as const;

/** Containers that make a cause of their own, and the share of all that the cause concerns. */
export const incidentCrowd = { containers: 3, share: 0.2, changed: 2 } as const;

/** For how long an acknowledgement lasts, hours. */
export function lapseHours(severity: WarningSeverity): number {
  return severity === "critical" ? 4 : 24;
}

export interface Acknowledgement {
  by: string;
  atMs: number;
  untilMs: number;
  note: string | null;
}

/** A warning that an incident has, or that is to have one. */
export interface Member {
  id: string;
  containerId: string;
  clusterId: string | null;
  operator: string | null;
  ruleId: string | null;
  /** It says that its container is silent as a whole. */
  isDark: boolean;
  /** What it was raised by; null: nothing that has a name. */
  attribute: string | null;
  severity: WarningSeverity;
  raisedMs: number;
  clearedMs: number | null;
  acknowledged: Acknowledgement | null;
  /** There are works at its container now. */
  isUnderWorks: boolean;
  /** Null: it has none yet. */
  incidentId: string | null;
  joinedMs: number;
  /** It was raised during works: nobody is told. */
  isQuiet: boolean;
  /** A person put it where it is. */
  isPlaced: boolean;
}

export interface Incident extends CauseOf {
  id: string;
  state: IncidentState;
  severity: WarningSeverity;
  beganMs: number;
  gatherUntilMs: number;
  /** Since when nobody looks after it; null: somebody does, or it is over. */
  unattendedMs: number | null;
  calmMs: number | null;
  resolvedMs: number | null;
  /** When people were told that it began; null: they were not, or were told since that it is over. */
  notifiedMs: number | null;
  lastNewsMs: number | null;
  /** The gravest that people were told since it began; null: they were not told. */
  notifiedSeverity: WarningSeverity | null;
  hasGrown: boolean;
  step: number;
  reopened: number;
  mergedInto: string | null;
  dueMs: number | null;
}

export interface News {
  incidentId: string;
  kind: NewsKind;
  severity: WarningSeverity;
  atMs: number;
  data: { reopened?: number; step?: number; mergedInto?: string };
}

export const entryKinds = [
  "opened",
  "cause",
  "joined",
  "left",
  "taken",
  "merged",
  "split",
  "acknowledged",
  "withdrawn",
  "lapsed",
  "graver",
  "calm",
  "back",
  "resolved",
  "reopened",
  ...newsKinds,
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What the log of an incident has: what became of it, and what is known of its containers from elsewhere. */
export const logKinds = [...entryKinds, "worksBegan", "worksEnded"] as const;
export type LogKind = (typeof logKinds)[number];

/** What a release writes that this one does not know is shown as something that happened. */
export const unknownKind = "other";

/** Reads a kind as it is stored, also by a later release. */
export function readLogKind(stored: string): LogKind | typeof unknownKind {
  return logKinds.find((kind) => kind === stored) ?? unknownKind;
}

/** Something that became of an incident. */
export interface Entry {
  incidentId: string;
  kind: EntryKind;
  atMs: number;
  userId: string | null;
  data: EntryData;
}

/** What is warned of first, and where. */
export interface IncidentTitle {
  content: string;
  containerId: string;
  containerName: string;
}

export interface EntryData {
  cause?: IncidentCause;
  /** Warnings. */
  count?: number;
  /** How many were open, where somebody acknowledged only some of them, or took that back; left out: all of them. */
  of?: number;
  severity?: WarningSeverity;
  note?: string;
  reason?: string;
  /** Of one that was made part of another: that one; of that one: the other. */
  incidentId?: string;
  /** What that one was called then. */
  other?: IncidentTitle;
  /** It is where this came from; left out: where it went. */
  isFrom?: boolean;
  step?: number;
  /** Those that were taken in or out. */
  containerIds?: string[];
}

/** So many containers of one entry are kept. */
const mostContainers = 200;

/** The containers that an entry is about, each once. */
export function concerned(members: readonly Pick<Member, "containerId">[]): Pick<EntryData, "containerIds"> {
  const ids = new Set(members.map(({ containerId }) => containerId));
  return { containerIds: [...ids].toSorted().slice(0, mostContainers) };
}

const ranks: Record<WarningSeverity, number> = { info: 0, warning: 1, critical: 2 };

export function isGraver(one: WarningSeverity, other: WarningSeverity): boolean {
  return ranks[one] > ranks[other];
}

/** Of none: info. */
export function gravest(all: readonly WarningSeverity[]): WarningSeverity {
  return all.reduce<WarningSeverity>((worst, one) => (isGraver(one, worst) ? one : worst), "info");
}
