/** What can be chosen of a report, and its limits. No schema library here: screens import it whole. */

export const reportKinds = ["fleet_week", "container_month", "chart"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What goes with the mail, beside its figures. */
export const reportFiles = ["pdf", "csv", "xlsx"] as const;
export type ReportFile = (typeof reportFiles)[number];

/** When it is sent at all; "raised": a warning was raised, or open, in the time that it is about. */
export const reportConditions = ["always", "data", "raised"] as const;
export type ReportCondition = (typeof reportConditions)[number];

/** Why a report is not sent any more until its owner lets it go on. */
export const pauseReasons = ["paused", "account", "gone"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** What came of one sending to one person. */
export const sendingStates = ["waiting", "sent", "skipped", "failed"] as const;
export type SendingState = (typeof sendingStates)[number];

/** Why a person was sent nothing. */
export const skipReasons = ["condition", "no_rights", "no_address", "stopped", "paused", "too_many"] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Of these, why its owner would be sent nothing at this moment. */
export const previewSkips = ["no_address", "condition"] as const satisfies readonly SkipReason[];
export type PreviewSkip = (typeof previewSkips)[number];

export const reportLimits = {
  /** Reports of one person. */
  reports: 50,
  /** Of one report. */
  people: 50,
  /** Made for one owner within an hour; what is beyond waits. */
  madeByHour: 200,
  /** Sent to one person within a day by others; what is beyond is left out. */
  sentByDay: 20,
  nameLength: 128,
  /** A sending that fails is tried again after so many minutes each; all of it is within two hours. */
  retryMinutes: [10, 30, 60],
  /** One that the mail server does not take is made anew as often, the last pause again and again: within a day. */
  deliveries: 24,
  /** Containers of which a table has a line each. */
  rows: 100,
} as const;
