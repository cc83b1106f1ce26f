/** Mails that answer tickets. Pure; no schema library here: screens import it. */

export const mailInLimits = {
  /** Of a whole mail, as it is sent. */
  bytes: 25_000_000,
  /** Of one sender into one ticket: what comes faster is two programs that answer each other. */
  perHour: 5,
  /** A mail that came to nothing is known of for so long. */
  keptMs: 30 * 86_400_000,
} as const;

/** What became of a mail. A ticket: a new one that follows the one that it answers. */
export const mailInOutcomes = ["message", "ticket", "ignored", "refused"] as const;
export type MailInOutcome = (typeof mailInOutcomes)[number];

/** Why a mail was ignored, which its sender does not learn: a program sent it, or nobody did. */
export const mailInIgnored = ["mail_bounce", "mail_automatic", "mail_list"] as const;
/** Why a mail was refused. */
export const mailInRefused = [
  "mail_no_ticket",
  "mail_stranger",
  "mail_too_many",
  "mail_empty",
  "mail_unreadable",
] as const;
export const mailInReasons = [...mailInIgnored, ...mailInRefused] as const;
export type MailInIgnored = (typeof mailInIgnored)[number];
export type MailInRefused = (typeof mailInRefused)[number];
export type MailInReason = (typeof mailInReasons)[number];
