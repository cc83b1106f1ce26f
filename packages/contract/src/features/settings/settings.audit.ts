import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const settingsAudit: readonly AuditGroup[] = [
  {
    actions: ["savePortalSetting", "savePortalLogo"],
    kinds: {
      ...{ portalName: "text", supportEmail: "text", manualUrls: "parts", en: "text", fr: "text" },
      registration: "yesNo",
      ...{ chartLinks: "yesNo", rawDays: "day", rollupDays: "day", eventDays: "day", notificationDays: "day" },
      ...{ auditDays: "day", logo: "hidden", mapTiles: "parts", url: "text", credit: "text", units: "parts" },
      ...{
        temperature: "audit:valueOf.unit",
        wind: "text",
        supportHours: "parts",
        fromMinute: "clock",
        toMinute: "clock",
      },
      ...{ weekdays: "weekday", ticketTimes: "parts", answer: "amount", solution: "amount" },
      ...{ urgent: "parts", high: "parts", medium: "parts", low: "parts" },
    },
    names: {
      ...{ portalName: "settings:name.fields.portalName", supportEmail: "settings:name.fields.supportEmail" },
      ...{ en: "settings:name.fields.manualEn", fr: "settings:name.fields.manualFr" },
      ...{ language: "settings:language.fields.portal", registration: "settings:access.fields.registration" },
      ...{ chartLinks: "settings:access.fields.chartLinks", rawDays: "settings:kept.fields.rawDays" },
      ...{ rollupDays: "settings:kept.fields.rollupDays", eventDays: "settings:kept.fields.eventDays" },
      ...{ notificationDays: "settings:kept.fields.notificationDays", auditDays: "settings:kept.fields.auditDays" },
      ...{ url: "settings:map.fields.url", credit: "settings:map.fields.credit" },
      ...{ temperature: "settings:units.fields.temperature", wind: "settings:units.fields.wind" },
      zone: "audit:key.zoneOfSupport",
      ...{ answer: "settings:times.fields.answer", solution: "settings:times.fields.solution" },
    },
  },
  {
    actions: ["saveSendingService", "portalServiceTest", "channelTest"],
    kinds: {
      ...{
        source: "audit:valueOf.source",
        result: "audit:valueOf.result",
        smtpHost: "text",
        smtpPort: "text",
        smtpUser: "text",
      },
      ...{ smtpSecurity: "settings:sendMail.security", smtpPassword: "text", mailFrom: "text", smsUrl: "text" },
      ...{ smsHeaders: "text", smsBody: "text", telegramToken: "text", telegramUrl: "text", heartbeatUrl: "text" },
    },
  },
];
