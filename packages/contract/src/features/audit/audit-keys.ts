/**
 * What the lines of the audit hold before and after a change: for each key what its values are, and so how people read
 * them. Whatever a call writes has a kind here and its words in the catalogues of the screens: the portals of all tests
 * look at each line that they wrote. No schema library here: screens import it whole.
 */

/** Where the words of a name are: the catalogue of a feature and the group in it, such as `tickets:statuses`. */
type Words = `${string}:${string}`;

export type AuditKind =
  /** As people wrote it, or a figure that is a name, such as a version. */
  | "text"
  /** What has a name of its own: a person, a container, a role. */
  | "id"
  /** Says nothing to people. */
  | "hidden"
  | "number"
  | "W"
  | "Wh"
  | "V"
  | "percent"
  | "degC"
  | "degree"
  | "megabyte"
  | "s"
  | "minute"
  | "hour"
  | "day"
  /** Minutes since midnight. */
  | "clock"
  /** 1 to 7, from Monday on. */
  | "weekday"
  | "instant"
  /** Epoch milliseconds. */
  | "instantMs"
  /** Of the calendar, such as 2027-03-31. */
  | "date"
  | "yesNo"
  | "switched"
  | "output"
  /** A device as people named it, or by its id, which often is its kind. */
  | "device"
  | "metric"
  /** An id of the menu. */
  | "menu"
  /** Anything with keys of its own, or a list of such. */
  | "parts"
  /** A setting of a controller by its path, such as `keepAlive.frameSeconds`. */
  | "path"
  /** A name, a colon and a name of `device-types:import.change`. */
  | "changedType"
  /** So many hours or days: an amount and its unit. */
  | "amount"
  /** Containers of a series: some by their ids, those of a cluster, or what the viewer chooses. */
  | "place"
  /** What a warning rule says, read as its sentence. */
  | "warningRule"
  | Words;

type Kinds = Readonly<Record<string, AuditKind>>;

/** Keys that are the same thing wherever they stand. */
const everywhere: Kinds = {
  ...{ name: "text", email: "text", agreedEmail: "text", pendingEmail: "text", firstName: "text", lastName: "text" },
  ...{ phone: "text", role: "id", disabled: "yesNo", containers: "id", users: "id", userId: "id", ownerId: "id" },
  ...{ by: "id", agent: "id", people: "id", roles: "id", clusterId: "id", kitId: "id", kit: "id", chartId: "id" },
  ...{ containerId: "id", warningId: "id", into: "id", templateId: "id", solarTemplateId: "id" },
  // What came of a command stands under the result of its line, and the line itself names what else these are ids of.
  ...{ commandId: "hidden", importId: "hidden", replacement: "hidden", replacementId: "hidden", worksId: "hidden" },
  ...{ packId: "hidden", messageId: "hidden", ticketId: "hidden", incidentId: "hidden", id: "hidden" },
  ...{ apiToken: "text", leftOut: "number", reason: "text", note: "text", notes: "text", text: "text", title: "text" },
  ...{ subject: "text", file: "text", files: "number", version: "text", seq: "number", revision: "number" },
  ...{ address: "text", country: "text", city: "text", zone: "text", zoneName: "text", currency: "text" },
  ...{ sha256: "text", from: "instant", to: "instant", at: "instant", startsAt: "instant", endsAt: "instant" },
  ...{ when: "instant", expiresAt: "instant", oldUntil: "instant", waitingUntil: "instant", retiredAt: "instant" },
  ...{ on: "switched", locked: "yesNo", output: "output", relay: "output", light: "output", phase: "output" },
  ...{ ac: "output", level: "percent", minutes: "minute", hours: "hour", days: "day", lines: "number" },
  ...{ readings: "number", added: "number", removed: "number", replaced: "number", metrics: "metric" },
  ...{ language: "audit:valueOf.language", enabled: "yesNo" },
  ...{ pvWp: "W", reserveSoc: "percent", limitW: "W", tilt: "degree", azimuth: "degree", azimuthDeg: "degree" },
  ...{ loss: "percent", capacity: "W", resourceId: "text" },
  ...{ passkey: "text", twoStep: "yesNo", latitude: "number", longitude: "number" },
};

interface Group {
  actions: readonly string[];
  kinds: Kinds;
  /** Where the names of some keys are, other than `audit:key`. */
  names?: Readonly<Record<string, Words>>;
}

/** Settings of the controller, each in a section that has words of its own. */
export const sectionsOfController = [
  ...["network", "keepAlive", "loadProtection", "streetLights", "phases", "ac", "automations", "reboot", "place"],
  ...["works", "devices", "relays"],
] as const;

const groups: readonly Group[] = [
  {
    actions: ["ticketCreate", "ticketUpdate", "ticketTextSave", "ticketTextDelete", "evidence_frozen", "evidenceFile"],
    kinds: {
      ...{ status: "tickets:statuses", priority: "tickets:priorities", category: "tickets:categories" },
      ...{ waitingFor: "tickets:waitingFor", closeReason: "tickets:closeReason", closeCause: "tickets:closeCause" },
      duplicateOf: "id",
    },
    names: {
      ...{ status: "tickets:fields.status", agent: "tickets:fields.agent", priority: "tickets:fields.priority" },
      ...{ category: "tickets:fields.category", subject: "tickets:fields.subject" },
      ...{ waitingFor: "tickets:fields.waitingFor", waitingUntil: "tickets:fields.waitingUntil" },
      ...{ closeReason: "tickets:fields.closeReason", closeCause: "tickets:fields.closeCause" },
      duplicateOf: "tickets:fields.duplicateOf",
    },
  },
  { actions: ["evidence_frozen"], kinds: { reason: "tickets:evidence.reason" } },
  {
    actions: ["setAc"],
    kinds: { mode: "air-conditioning:modes", setpointDegC: "degC", fan: "percent" },
  },
  {
    actions: ["setForecast", "forecastReset", "solarTemplateApply", "solarTemplateSave", "solarTemplateDelete"],
    kinds: { provider: "solar-template:provider" },
  },
  {
    actions: ["solarTemplateSave", "solarTemplateDelete"],
    kinds: { strings: "parts", panels: "number", panelWp: "W" },
  },
  {
    actions: ["kitSet", "kitUpdate", "kitDelete"],
    kinds: {
      ...{ batteryWh: "Wh", inverterW: "W", panels: "number", strings: "number", limits: "parts", maxLoadW: "W" },
    },
  },
  {
    actions: ["chartSave", "chartDelete"],
    kinds: {
      ...{ period: "ui:period", from: "instantMs", to: "instantMs", groupBy: "charts:group", series: "parts" },
      ...{ metric: "metric", of: "place", func: "charts:func", useIf: "charts:useIf", each: "yesNo" },
      ...{ op: "charts:formula", axis: "charts:axis", type: "charts:type", color: "charts:color", unit: "text" },
      ...{ multiply: "number", compare: "parts", "compare.kind": "charts:compare", thresholds: "parts" },
      ...{ value: "number", aggregates: "drawing:aggregate", tags: "text", readers: "parts" },
      ...{ kind: "hidden", plot: "hidden", a: "hidden", b: "hidden" },
    },
    names: {
      ...{ groupBy: "charts:time.groupBy", series: "charts:series.all", compare: "charts:compare.label" },
      ...{ "compare.kind": "charts:compare.label", thresholds: "charts:threshold.all" },
      ...{ aggregates: "charts:details.figures", roles: "audit:key.readerRoles", people: "audit:key.readerPeople" },
      ...{ metric: "charts:series.metric", of: "charts:series.place" },
    },
  },
  {
    actions: ["setChartToken", "chartTokenRevoke"],
    kinds: {
      ...{ csv: "yesNo", hasPassword: "yesNo", names: "yesNo", links: "number" },
      ...{ "range.from": "instantMs", "range.to": "instantMs", "range.kind": "charts:share.kind", from: "instantMs" },
      to: "instantMs",
      range: "parts",
      kind: "charts:share.kind",
    },
    names: { "range.kind": "charts:share.range", csv: "charts:share.csv", names: "charts:share.names" },
  },
  {
    actions: ["reportSave", "reportDelete", "reportTest"],
    names: {
      ...{ people: "reports:form.people", subject: "reports:form.kind", "subject.kind": "reports:form.kind" },
      "repeat.kind": "audit:key.repeat",
    },
    kinds: {
      ...{ plan: "parts", paused: "yesNo", condition: "reports:condition", files: "reports:file" },
      ...{ schedule: "parts", "repeat.kind": "reports:repeat", days: "weekday", day: "number", time: "text" },
      ...{ repeat: "parts", subject: "parts", "subject.kind": "reports:kind", kind: "reports:kind" },
    },
  },
  { actions: ["reportStop"], kinds: { stop: "yesNo" } },
  {
    actions: ["roleSave"],
    kinds: {
      ...{
        label: "text",
        priority: "number",
        selectable: "yesNo",
        excludes: "menu",
        containers: "audit:valueOf.scope",
      },
      ...{ twoStepRequired: "yesNo", starterWidgets: "widgets:type" },
    },
  },
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
  {
    actions: ["channelSave", "channelDelete"],
    kinds: { kind: "channels:kind", severity: "channels:from", timing: "audit:valueOf.timing" },
  },
  {
    actions: ["deviceTypeSave", "deviceTypeDelete", "deviceTypeImport", "testReadDevice"],
    kinds: {
      ...{ kind: "container:device", maker: "text", model: "text", parameters: "number", types: "changedType" },
      ...{ device: "device", type: "id" },
    },
  },
  {
    actions: ["upgradeCampaignStart", "upgradeCampaignHalt", "upgradeCampaignResume", "upgradeCampaignCancel"],
    kinds: { state: "upgrades:state" },
  },
  { actions: ["upgradeCampaignSave", "containers_imported"], kinds: { containers: "number" } },
  { actions: ["maintenanceSet", "maintenanceEnd"], kinds: { state: "works:state" } },
  { actions: ["importRemove", "importStart"], kinds: { state: "import:state", beyond: "yesNo" } },
  { actions: ["incidentAcknowledge"], kinds: { warnings: "number" } },
  { actions: ["incidentAcknowledge", "warningAcknowledge"], kinds: { feedback: "warning-history:feedback" } },
  { actions: ["roleSave", "apiTokenCreate"], kinds: { permissions: "roles:right" } },
  {
    actions: ["containerSave", "removeContainer", "saveInventoryIdSetting"],
    kinds: {
      ...{ contacts: "parts", location: "parts", lat: "number", long: "number", inventoryId: "text", assets: "parts" },
      ...{ serial: "text", kind: "text", "assets.id": "text" },
    },
    names: { lat: "audit:key.latitude", long: "audit:key.longitude", "assets.id": "audit:key.assetId" },
  },
  {
    actions: ["saveOfflineSetting"],
    kinds: { justOfflineSeconds: "s", keepAliveSeconds: "s", offlineAfterSeconds: "s" },
  },
  {
    actions: ["setEnergyPrices"],
    kinds: { fuelPricePerLitre: "number", litresPerHour: "number", litresPerKwh: "number", gridPricePerKwh: "number" },
  },
  {
    actions: ["simCardSave"],
    kinds: {
      ...{ apn: "text", bundleMb: "megabyte", expiresOn: "date", iccid: "text", operator: "text" },
      ...{ pricePerMb: "number", renewalDay: "number" },
    },
  },
  {
    actions: ["setSyncConfig", "syncPortalToController", "syncControllerToPortal"],
    kinds: {
      ...{
        "byRule.at": "instant",
        syncRule: "parts",
        byRule: "parts",
        direction: "audit:valueOf.direction",
        sections: "configuration:title",
      },
      ...{ everyMinutes: "minute", laidDownAt: "instant", values: "path" },
    },
  },
  {
    actions: ["setStreetLight", "setConfiguration", "syncPortalToController", "syncControllerToPortal"],
    kinds: {
      ...{
        mode: "street-lights:modes",
        steps: "parts",
        time: "text",
        ratedW: "W",
        sunset: "minute",
        sunrise: "minute",
      },
      ...{ at: "parts", sun: "street-lights:steps.kinds", offsetMinutes: "minute" },
    },
  },
  {
    actions: ["registerWarning"],
    kinds: { shadow: "yesNo", rule: "warningRule" },
    names: { enabled: "warnings:enabled", shadow: "warnings:shadow", rule: "warnings:sentence" },
  },
  { actions: ["automationSave"], kinds: {}, names: { priority: "automations:more.priority" } },
  { actions: ["favoriteSet"], kinds: { favorite: "hidden" } },
  { actions: ["saveUserAccount"], kinds: { avatar: "audit:valueOf.picture" } },
  { actions: ["saveUserSetting"], kinds: { keys: "audit:valueOf.ownSetting" } },
  {
    actions: ["sessionEnd", "apiTokenCreate", "providerLogin", "resetSignIn"],
    kinds: { ended: "number", mayChange: "yesNo", linked: "yesNo", made: "yesNo", passwordReset: "yesNo" },
  },
  { actions: ["widgetPictureSave"], kinds: { bytes: "hidden", type: "text" } },
  {
    actions: ["person_erased"],
    kinds: { digest: "hidden", erasure: "hidden", head: "hidden", seals: "number", standIn: "text", texts: "number" },
  },
];

/** The longest end of a path that a table knows: of `plan.subject.kind` first that, then `subject.kind`, then `kind`. */
function longestOf<Value>(table: Readonly<Record<string, Value>>, path: string): Value | undefined {
  for (let rest = path; ; rest = rest.slice(rest.indexOf(".") + 1)) {
    if (Object.hasOwn(table, rest)) return table[rest];
    if (!rest.includes(".")) return undefined;
  }
}

function firstOf<Value>(action: string, find: (group: Group) => Value | undefined): Value | undefined {
  for (const group of groups) {
    const found = group.actions.includes(action) ? find(group) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the values of a key are. @param path Names within names, joined by dots. Undefined: nothing says so. */
export function auditKind(action: string, path: string): AuditKind | undefined {
  return firstOf(action, ({ kinds }) => longestOf(kinds, path)) ?? longestOf(everywhere, path);
}

/** Where the name of a key is. */
export function auditKeyName(action: string, path: string): Words {
  const own = firstOf(action, ({ names = {} }) => longestOf(names, path));
  return own ?? `audit:key.${path.slice(path.lastIndexOf(".") + 1)}`;
}

/** In which order keys are read: as the tables have them, what a thing is called first. */
export function auditRank(action: string, path: string): number {
  if (/(^|\.)(name|title|label)$/.test(path)) return -1;
  const own = groups.filter(({ actions }) => actions.includes(action)).flatMap(({ kinds }) => Object.keys(kinds));
  const known = [...own, ...Object.keys(everywhere)].indexOf(path.slice(path.lastIndexOf(".") + 1));
  return known < 0 ? Infinity : known;
}

/** The catalogues that have the words of an action's lines, beside the audit's own. */
export function auditNamespaces(action: string): string[] {
  const own = groups.filter(({ actions }) => actions.includes(action));
  const places = own.flatMap(({ kinds, names = {} }) => [...Object.values(kinds), ...Object.values(names)]);
  const namespaces = places.flatMap((place) => (place.includes(":") ? (place.split(":", 1)[0] ?? []) : []));
  return [...new Set(namespaces)].filter((namespace) => namespace !== "audit");
}
