/** What the portal sends with, and what each has to be told. No schema library here: screens import it whole. */

export const sendingFields = {
  mail: ["smtpHost", "smtpPort", "smtpSecurity", "smtpUser", "smtpPassword", "mailFrom"],
  sms: ["smsUrl", "smsHeaders", "smsBody"],
  telegram: ["telegramToken", "telegramUrl"],
  heartbeat: ["heartbeatUrl"],
} as const;
export type SendingService = keyof typeof sendingFields;
export type SendingField = (typeof sendingFields)[SendingService][number];

export const sendingServices = Object.keys(sendingFields) as SendingService[];

/** tls: from the start; starttls: refused without it; offered: by STARTTLS where the server has it, else in the clear. */
export const smtpSecurities = ["tls", "starttls", "offered"] as const;

/** May hold keys: these never leave the server. */
const secret: readonly SendingField[] = [
  "smtpPassword",
  "smsUrl",
  "smsHeaders",
  "smsBody",
  "telegramToken",
  "heartbeatUrl",
];
export const isSecretField = (field: SendingField) => secret.includes(field);

/** What says where a service is: its secrets were given for that place, and go to no other. */
export const placeOfService: Readonly<Record<SendingService, readonly SendingField[]>> = {
  mail: ["smtpHost", "smtpPort", "smtpSecurity"],
  sms: ["smsUrl"],
  telegram: ["telegramUrl"],
  heartbeat: ["heartbeatUrl"],
};

/** What can be wrong with the service itself; other problems are those of one message or one channel. */
export const sendingProblems = ["refused", "rate_limited", "unreachable", "unanswered", "closed"] as const;
export type SendingProblem = (typeof sendingProblems)[number];

export const longestSendingValue = 2_000;

/** Why a value is refused where the configuration has no sentence of its own. */
export const sendingRefusals = {
  again: "Please fill this in again: it was given for another address.",
  missing: "Please fill this field.",
} as const;
