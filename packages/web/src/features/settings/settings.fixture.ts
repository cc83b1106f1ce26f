import { defaultTicketTimes } from "@offgrid/contract/tickets/support-hours";

import { isSecretField, type SendingService, sendingFields } from "@offgrid/contract/settings/sending-services";

import type { PortalHealth, PortalSettings, SendingState } from "./settings.data.ts";

/** Settings and health of a portal, for tests. */

export const usual: PortalSettings["usual"] = {
  portalName: "Offgrid Portal",
  supportEmail: "support@offgrid.example",
  manualUrls: { en: null, fr: null },
  language: "en",
  units: { temperature: "degC", wind: "m/s" },
  mapTiles: null,
  supportHours: { zone: "UTC", weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1_080 },
  ticketTimes: defaultTicketTimes,
  registration: false,
  chartLinks: true,
  rawDays: 3_650,
  rollupDays: 7_300,
  eventDays: 1_095,
  notificationDays: 365,
  auditDays: 1_095,
};
export const settings: PortalSettings = {
  status: "ok",
  data: { ...usual, portalName: "Sahel Energy" },
  usual,
  logo: null,
  changed: ["portalName"],
};

export const now = Date.parse("2026-11-24T12:00:00.000Z");
const setAt = "2026-11-21T12:00:00.000Z";
/** A service that people of the portal set three days ago. @param set Its fields, with what a screen sees of them. */
export function setService(service: SendingService, set: Record<string, string | null>): SendingState {
  return {
    ...{ service, source: "portal", isOn: true, changedAt: setAt, isInEnvironment: false },
    fields: sendingFields[service].map((name) => {
      const [isSet, isSecret] = [name in set, isSecretField(name)];
      return { name, isSet, isSecret, shown: set[name] ?? null, setAt: isSet && isSecret ? setAt : null };
    }),
  };
}
export const sms = setService("sms", { smsUrl: "sms.example.org", smsHeaders: null });
export const sending: SendingState[] = [
  setService("mail", { smtpHost: "mail.example.org", smtpPort: "465", smtpUser: "portal", smtpPassword: null }),
  sms,
  setService("telegram", { telegramToken: null }),
  setService("heartbeat", { heartbeatUrl: "status.example.org" }),
];

export const health: PortalHealth = {
  versions: { front: "0.1.0", mqtt: "1", rest: "0.1.0", node: "20.19.0", postgres: "18.1", schema: 220 },
  processes: 2,
  services: [
    { service: "open_meteo", isOn: true, answeredAt: "2026-11-24T11:58:00.000Z", problem: null },
    {
      service: "solcast",
      isOn: true,
      answeredAt: "2026-11-24T09:00:00.000Z",
      problem: { kind: "refused", at: "2026-11-24T11:50:00.000Z", retryAt: "2026-11-24T12:20:00.000Z" },
    },
  ],
  sending: [
    { service: "mail", isOn: true, doneAt: "2026-11-24T10:00:00.000Z", failedAt: null, problem: null },
    {
      ...{ service: "sms", isOn: true, doneAt: "2026-11-23T10:00:00.000Z" },
      ...{ failedAt: "2026-11-24T11:30:00.000Z", problem: "refused" },
    },
    { service: "telegram", isOn: false, doneAt: null, failedAt: null, problem: null },
    { service: "heartbeat", isOn: true, doneAt: "2026-11-24T11:57:00.000Z", failedAt: null, problem: null },
  ],
  backup: {
    isOn: true,
    doneAt: "2026-11-24T01:02:00.000Z",
    bytes: 1_200_000_000,
    failedAt: null,
    failure: null,
    triedAt: "2026-11-22T03:10:00.000Z",
    trialFailedAt: null,
    trialFailure: null,
  },
  mail: {
    way: "server",
    sentAt: "2026-11-24T10:00:00.000Z",
    waiting: 3,
    waitingSince: "2026-11-24T11:00:00.000Z",
    failure: "connect ECONNREFUSED",
    comesIn: {
      address: "ticket+…@tickets.example.org",
      hasTls: false,
      last: { at: "2026-11-24T11:30:00.000Z", outcome: "refused" },
      taken: 12,
      refused: 1,
    },
  },
  data: {
    isEmbedded: true,
    databaseBytes: 5_300_000_000,
    largest: [{ table: "frame", bytes: 4_100_000_000 }],
    containers: 40,
    readingsFrom: "2025-03-01T00:00:00.000Z",
    disk: { sizeBytes: 64_000_000_000, freeBytes: 41_000_000_000 },
  },
};
