/** docs/api.md and docs/openapi.json: every call, from the contract. */
import { permissions, roles, roleTable } from "@offgrid/contract/core/access";
import type { Call, CallMap } from "@offgrid/contract/core/call";
import { RefusalAnswer } from "@offgrid/contract/core/call";
import { commonRefusals, refusals, type RefusalCode } from "@offgrid/contract/core/refusal";
import { calls } from "@offgrid/contract/registry";
import { lendable } from "@offgrid/contract/api-tokens/api-token-limits";
import { tokenMay } from "@offgrid/contract/core/token-use";
import { apiTokenCalls } from "@offgrid/contract/api-tokens/api-tokens.calls";
import { appCalls } from "@offgrid/contract/app/app.calls";
import { automationCalls } from "@offgrid/contract/automations/automations.calls";
import { chartLinkCalls } from "@offgrid/contract/charts/chart-links.calls";
import { savedChartCalls } from "@offgrid/contract/charts/saved-charts.calls";
import { chartRowCalls } from "@offgrid/contract/charts/chart-rows.calls";
import { chartCalls } from "@offgrid/contract/charts/charts.calls";
import { containerChartCalls } from "@offgrid/contract/charts/container-charts.calls";
import { energyBalanceCalls } from "@offgrid/contract/charts/energy-balance.calls";
import { exportCalls } from "@offgrid/contract/charts/export.calls";
import { clusterCalls } from "@offgrid/contract/clusters/clusters.calls";
import { commandGroupCalls } from "@offgrid/contract/commands/command-groups.calls";
import { commandCalls } from "@offgrid/contract/commands/commands.calls";
import { rebootCalls } from "@offgrid/contract/commands/reboot.calls";
import { configSyncCalls } from "@offgrid/contract/configuration/config-sync.calls";
import { configurationCalls } from "@offgrid/contract/configuration/configuration.calls";
import { containerSettingCalls } from "@offgrid/contract/containers/container-settings.calls";
import { containerCalls } from "@offgrid/contract/containers/containers.calls";
import { favoriteCalls } from "@offgrid/contract/favorites/favorites.calls";
import { widgetCalls } from "@offgrid/contract/widgets/widgets.calls";
import { forecastCalls } from "@offgrid/contract/forecast/forecast.calls";
import { helpCalls } from "@offgrid/contract/help/help.calls";
import { deviceTypeCalls } from "@offgrid/contract/device-types/device-types.calls";
import { testReadCalls } from "@offgrid/contract/device-types/test-read.calls";
import { deviceCalls } from "@offgrid/contract/devices/devices.calls";
import { kitApplyCalls, kitCalls } from "@offgrid/contract/kits/kits.calls";
import { solarTemplateCalls } from "@offgrid/contract/solar-template/solar-template.calls";
import { liveCalls } from "@offgrid/contract/live/live.calls";
import { noteCalls } from "@offgrid/contract/notes/notes.calls";
import { notificationCalls } from "@offgrid/contract/notifications/notifications.calls";
import { energyCostCalls } from "@offgrid/contract/energy-costs/energy-costs.calls";
import { outputNameCalls } from "@offgrid/contract/output-names/output-names.calls";
import { loadProtectionCalls } from "@offgrid/contract/load-protection/load-protection.calls";
import { powerCutCalls } from "@offgrid/contract/power-cuts/power-cuts.calls";
import { mapCalls } from "@offgrid/contract/map/map.calls";
import { importCalls } from "@offgrid/contract/recordings/imports.calls";
import { recordingCalls } from "@offgrid/contract/recordings/recordings.calls";
import { archiveCalls } from "@offgrid/contract/archives/archives.calls";
import { auditCalls } from "@offgrid/contract/audit/audit.calls";
import { roleCalls } from "@offgrid/contract/roles/roles.calls";
import { factorCalls } from "@offgrid/contract/session/factors.calls";
import { providerCalls } from "@offgrid/contract/session/provider.calls";
import { sessionCalls } from "@offgrid/contract/session/session.calls";
import { campaignCalls } from "@offgrid/contract/upgrades/campaigns.calls";
import { airConditioningCalls } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { phaseControlCalls } from "@offgrid/contract/phase-control/phase-control.calls";
import { streetLightCalls } from "@offgrid/contract/street-lights/street-lights.calls";
import { emergencyCalls } from "@offgrid/contract/commands/emergency.calls";
import { offlineSettingCalls } from "@offgrid/contract/offline-setting/offline-setting.calls";
import { doctorCalls } from "@offgrid/contract/doctor/doctor.calls";
import { settingsCalls } from "@offgrid/contract/settings/settings.calls";
import { simCardCalls } from "@offgrid/contract/sim-cards/sim-cards.calls";
import { rebootScheduleCalls } from "@offgrid/contract/reboots/reboots.calls";
import { upgradeCalls } from "@offgrid/contract/upgrades/upgrades.calls";
import { userCalls } from "@offgrid/contract/users/users.calls";
import { ruleTrialCalls } from "@offgrid/contract/warnings/rule-trials.calls";
import { acknowledgementCalls } from "@offgrid/contract/incidents/acknowledgements.calls";
import { incidentCalls } from "@offgrid/contract/incidents/incidents.calls";
import { channelCalls } from "@offgrid/contract/channels/channels.calls";
import { warningCalls } from "@offgrid/contract/warnings/warnings.calls";
import { weatherCalls } from "@offgrid/contract/weather/weather.calls";
import { worksCalls } from "@offgrid/contract/works/works.calls";
import { reportCalls } from "@offgrid/contract/reports/reports.calls";
import { evidenceCalls } from "@offgrid/contract/evidence/evidence.calls";
import { ticketChatCalls } from "@offgrid/contract/tickets/ticket-chat.calls";
import { ticketFileCalls } from "@offgrid/contract/tickets/ticket-files.calls";
import { ticketTextCalls } from "@offgrid/contract/tickets/ticket-texts.calls";
import { ticketCalls } from "@offgrid/contract/tickets/tickets.calls";

import { jsonComponent, jsonReference, jsonSchema, namedShapes, shape } from "./docs.shape.ts";

/** Every call in the order of the document. */
const chapters: readonly [title: string, calls: CallMap][] = [
  ["Sign-in and sessions", sessionCalls],
  ["Second factors and passkeys", factorCalls],
  ["Sign-in of an organisation", providerCalls],
  ["API tokens", apiTokenCalls],
  ["Users and roles", { ...userCalls, ...roleCalls }],
  ["Audit", auditCalls],
  ["Archives", archiveCalls],
  ["Containers", { ...containerCalls, ...containerSettingCalls, ...outputNameCalls, ...kitCalls, ...kitApplyCalls }],
  ["Solar templates", solarTemplateCalls],
  ["Devices", { ...deviceCalls, ...deviceTypeCalls, ...testReadCalls }],
  [
    "Commands",
    { ...commandCalls, ...emergencyCalls, ...rebootCalls, ...rebootScheduleCalls, ...commandGroupCalls, ...worksCalls },
  ],
  [
    "Configuration",
    {
      ...configurationCalls,
      ...configSyncCalls,
      ...offlineSettingCalls,
      ...simCardCalls,
      ...loadProtectionCalls,
      ...streetLightCalls,
      ...phaseControlCalls,
      ...airConditioningCalls,
      ...automationCalls,
    },
  ],
  ["Upgrades", { ...upgradeCalls, ...campaignCalls }],
  ["Clusters, favourites, widgets and the map", { ...clusterCalls, ...favoriteCalls, ...widgetCalls, ...mapCalls }],
  [
    "Charts and energy",
    {
      ...chartCalls,
      ...chartRowCalls,
      ...savedChartCalls,
      ...noteCalls,
      ...chartLinkCalls,
      ...energyBalanceCalls,
      ...powerCutCalls,
      ...energyCostCalls,
      ...containerChartCalls,
      ...exportCalls,
    },
  ],
  ["Weather and forecasts", { ...weatherCalls, ...forecastCalls }],
  ["History from files", { ...recordingCalls, ...importCalls }],
  ["Live", liveCalls],
  ["Notifications", notificationCalls],
  ["Warnings", { ...warningCalls, ...acknowledgementCalls, ...ruleTrialCalls }],
  ["Incidents", incidentCalls],
  ["Channels", channelCalls],
  ["Manual", helpCalls],
  ["Application", { ...appCalls, ...settingsCalls, ...doctorCalls }],
  ["Reports", reportCalls],
  ["Tickets", { ...ticketCalls, ...ticketChatCalls, ...ticketFileCalls, ...ticketTextCalls, ...evidenceCalls }],
];

/** Chapters and their calls, with a check that no call is missing. */
function chaptersWithAll(): typeof chapters {
  const names = chapters.flatMap(([, map]) => Object.keys(map));
  const shown = new Set(names);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  if (twice.length > 0) throw new Error(`scripts/docs.api.ts has more than one chapter with ${twice.join(", ")}.`);
  const forgotten = Object.keys(calls).filter((name) => !shown.has(name));
  if (forgotten.length > 0) throw new Error(`scripts/docs.api.ts has no chapter with ${forgotten.join(", ")}.`);
  return chapters;
}

export function apiDocument(): string {
  const parts = chaptersWithAll().map(
    ([title, map]) =>
      `## ${title}\n\n${Object.entries(map)
        .map(([name, call]) => callText(name, call))
        .join("\n\n")}`,
  );
  return `# Calls

Every call is \`POST {API_BASE}/{name}\` with a JSON body (\`API_BASE\` is \`/api\` unless configured). All but public
calls carry the headers \`X-Auth-Token\` and \`X-User-Id\` of a sign-in, or \`Authorization: Bearer ogp_...\` with an API
token of the profile: that one may make the calls whose access names a permission it was made for, as far as its owner
may, only those that read unless it may change things, never those that ask for the password again; of the calls for anyone signed in,
${tokenCalls()}. The answer is HTTP 200 with \`"status": "ok"\` and
the fields below, or a refusal. Instants are ISO 8601 in UTC; chart times are epoch seconds or milliseconds (below
3.15e10: seconds). A key that a call does not name is refused; a field with \`?\` may be absent. The same as OpenAPI:
[openapi.json](openapi.json).

${parts.join("\n\n")}

## Named shapes

${[...namedShapes()].map(([name, schema]) => `### ${name}\n\n\`\`\`text\n${shape(schema)}\n\`\`\``).join("\n\n")}

## Refusals

A refusal is ${statusList()} with \`{"status": "error", "code", "message", "fields"?, "requestId"?}\`: \`message\` in the
language of \`Accept-Language\` (en, fr), \`fields\` by the path of the bad input. Any call may answer
${commonRefusals.map((code) => `\`${code}\``).join(", ")}; other codes stand at their call. A container that one may not see
is \`not_found\`, as if it did not exist.

| Code | HTTP |
|---|---|
${Object.entries(refusals)
  .map(([code, status]) => `| \`${code}\` | ${status} |`)
  .join("\n")}

## Roles and permissions

| Permission | ${roles.map((role) => `\`${role}\``).join(" | ")} |
|---|${roles.map(() => "---|").join("")}
| containers | ${roles.map((role) => roleTable[role].containers).join(" | ")} |
${permissions.map((permission) => `| \`${permission}\` | ${roles.map((role) => (roleTable[role].grants.includes(permission) ? "yes" : "-")).join(" | ")} |`).join("\n")}
| hidden menu ids | ${roles.map((role) => roleTable[role].excludes.join(", ") || "-").join(" | ")} |

A missing or unknown role has the rights of \`customer_staff\`.
`;
}

function callText(name: string, call: Call): string {
  const own = call.errors?.length ? ` Also refuses with ${call.errors.map((code) => `\`${code}\``).join(", ")}.` : "";
  return `### /${name}

${call.summary}

Access: ${accessWords(call)}. Effect: ${call.effect}.${bodyWords(call)}${own}

\`\`\`text
// input
${shape(jsonSchema(call.input, "input"))}
// answer
${call.answers === "file" ? "a file" : shape(jsonSchema(call.output, "output"))}
\`\`\``;
}

/** Calls for anyone signed in that an API token may make. */
function tokenCalls(): string {
  const all = chapters.flatMap(([, map]): [string, Call][] => Object.entries(map));
  return all.flatMap(([name, call]) => (call.forTokens ? [`\`${name}\``] : [])).join(", ");
}

function accessWords({ access }: Call): string {
  if (access === "public") return "anyone";
  return access === "signed-in" ? "anyone signed in" : `permission \`${access}\``;
}

function bodyWords({ bodyLimitBytes }: Call): string {
  return bodyLimitBytes === undefined ? "" : ` Body: at most ${bodyLimitBytes / 1024 / 1024} MiB.`;
}

function statusList(): string {
  return `HTTP ${[...new Set(Object.values(refusals))].sort((one, other) => one - other).join(", ")}`;
}

const bySession = [{ token: [], user: [] }];
/** One that was made for all that tokens can be made for. */
const anyToken = { permissions: lendable, mayChange: true };

/** The calls as OpenAPI 3.1. */
export function openApi(version: string): unknown {
  const paths = Object.fromEntries(
    chapters.flatMap(([title, map]) =>
      Object.entries(map).map(([name, call]) => [`/${name}`, { post: operation(title, name, call) }]),
    ),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Offgrid Portal", version, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/api" }],
    security: bySession,
    tags: chaptersWithAll().map(([name]) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "X-Auth-Token" },
        user: { type: "apiKey", in: "header", name: "X-User-Id" },
        bearer: { type: "http", scheme: "bearer", description: "An API token of the profile" },
      },
      schemas: {
        Refusal: jsonSchema(RefusalAnswer, "output"),
        [jsonReference.split("/").at(-1) as string]: jsonComponent,
        ...Object.fromEntries(namedShapes()),
      },
    },
  };
}

function operation(tag: string, name: string, call: Call): unknown {
  return {
    operationId: name,
    summary: call.summary,
    tags: [tag],
    ...(call.access === "public" ? { security: [] } : {}),
    ...(tokenMay(anyToken, call) && { security: [...bySession, { bearer: [] }] }),
    "x-access": call.access,
    "x-effect": call.effect,
    requestBody: { required: true, content: { "application/json": { schema: jsonSchema(call.input, "input") } } },
    responses: {
      "200": {
        description: "Done.",
        content: call.answers === "file" ? fileContent : jsonContent(call),
      },
      ...refusalResponses(call),
    },
  };
}

const fileContent = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

function jsonContent(call: Call): unknown {
  const answer = jsonSchema(call.output, "output");
  return {
    "application/json": {
      schema: {
        ...answer,
        properties: { status: { const: "ok" }, ...answer.properties },
        required: ["status", ...(answer.required ?? [])],
      },
    },
  };
}

/** Refusals by status, with the codes that have this status in the call. */
function refusalResponses(call: Call): Record<string, unknown> {
  const codes = new Set<RefusalCode>([...commonRefusals, ...(call.errors ?? [])]);
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of codes) byStatus.set(refusals[code], [...(byStatus.get(refusals[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, list]) => [
        String(status),
        {
          description: list.join(", "),
          content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
        },
      ]),
  );
}
