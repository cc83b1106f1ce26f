/**
 * What the lines of the audit hold before and after a change: for each key what its values are, and so how people read
 * them. Whatever a call writes has a kind here and its words in the catalogues of the screens: the portals of all tests
 * look at each line that they wrote. No schema library here: screens import it whole.
 */
import { airConditioningAudit } from "./features/air-conditioning/air-conditioning.audit.ts";
import { automationsAudit } from "./features/automations/automations.audit.ts";
import { channelsAudit } from "./features/channels/channels.audit.ts";
import { chartsAudit } from "./features/charts/charts.audit.ts";
import { configurationAudit } from "./features/configuration/configuration.audit.ts";
import { containersAudit } from "./features/containers/containers.audit.ts";
import { deviceTypesAudit } from "./features/device-types/device-types.audit.ts";
import { energyCostsAudit } from "./features/energy-costs/energy-costs.audit.ts";
import { favoritesAudit } from "./features/favorites/favorites.audit.ts";
import { incidentsAudit } from "./features/incidents/incidents.audit.ts";
import { kitsAudit } from "./features/kits/kits.audit.ts";
import { offlineSettingAudit } from "./features/offline-setting/offline-setting.audit.ts";
import { recordingsAudit } from "./features/recordings/recordings.audit.ts";
import { reportsAudit } from "./features/reports/reports.audit.ts";
import { rolesAudit } from "./features/roles/roles.audit.ts";
import { sessionAudit } from "./features/session/session.audit.ts";
import { settingsAudit } from "./features/settings/settings.audit.ts";
import { simCardsAudit } from "./features/sim-cards/sim-cards.audit.ts";
import { solarTemplateAudit } from "./features/solar-template/solar-template.audit.ts";
import { streetLightsAudit } from "./features/street-lights/street-lights.audit.ts";
import { ticketsAudit } from "./features/tickets/tickets.audit.ts";
import { upgradesAudit } from "./features/upgrades/upgrades.audit.ts";
import { usersAudit } from "./features/users/users.audit.ts";
import { warningsAudit } from "./features/warnings/warnings.audit.ts";
import { widgetsAudit } from "./features/widgets/widgets.audit.ts";
import { worksAudit } from "./features/works/works.audit.ts";
import type { AuditGroup, AuditKind, AuditKinds, Words } from "./core/audit-kinds.ts";

/** Keys that are the same thing wherever they stand. */
const everywhere: AuditKinds = {
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

/** Settings of the controller, each in a section that has words of its own. */
export const sectionsOfController = [
  ...["network", "keepAlive", "loadProtection", "streetLights", "phases", "ac", "automations", "reboot", "place"],
  ...["works", "devices", "relays"],
] as const;

/** Of all features; what an action writes is the first that says so. */
const groups: readonly AuditGroup[] = [
  ...ticketsAudit,
  ...airConditioningAudit,
  ...solarTemplateAudit,
  ...kitsAudit,
  ...chartsAudit,
  ...reportsAudit,
  ...rolesAudit,
  ...settingsAudit,
  ...channelsAudit,
  ...deviceTypesAudit,
  ...upgradesAudit,
  ...containersAudit,
  ...worksAudit,
  ...recordingsAudit,
  ...incidentsAudit,
  ...warningsAudit,
  ...offlineSettingAudit,
  ...energyCostsAudit,
  ...simCardsAudit,
  ...configurationAudit,
  ...streetLightsAudit,
  ...automationsAudit,
  ...favoritesAudit,
  ...usersAudit,
  ...sessionAudit,
  ...widgetsAudit,
];

/** The longest end of a path that a table knows: of `plan.subject.kind` first that, then `subject.kind`, then `kind`. */
function longestOf<Value>(table: Readonly<Record<string, Value>>, path: string): Value | undefined {
  for (let rest = path; ; rest = rest.slice(rest.indexOf(".") + 1)) {
    if (Object.hasOwn(table, rest)) return table[rest];
    if (!rest.includes(".")) return undefined;
  }
}

function firstOf<Value>(action: string, find: (group: AuditGroup) => Value | undefined): Value | undefined {
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
