import type { Call } from "./core/call.ts";
import { apiTokenCalls } from "./features/api-tokens/api-tokens.calls.ts";
import { appCalls } from "./features/app/app.calls.ts";
import { archiveCalls } from "./features/archives/archives.calls.ts";
import { auditCalls } from "./features/audit/audit.calls.ts";
import { automationCalls } from "./features/automations/automations.calls.ts";
import { channelCalls } from "./features/channels/channels.calls.ts";
import { chartCalls } from "./features/charts/charts.calls.ts";
import { chartRowCalls } from "./features/charts/chart-rows.calls.ts";
import { chartLinkCalls } from "./features/charts/chart-links.calls.ts";
import { containerChartCalls } from "./features/charts/container-charts.calls.ts";
import { energyCostCalls } from "./features/energy-costs/energy-costs.calls.ts";
import { outputNameCalls } from "./features/output-names/output-names.calls.ts";
import { energyBalanceCalls } from "./features/charts/energy-balance.calls.ts";
import { exportCalls } from "./features/charts/export.calls.ts";
import { clusterCalls } from "./features/clusters/clusters.calls.ts";
import { commandGroupCalls } from "./features/commands/command-groups.calls.ts";
import { commandCalls } from "./features/commands/commands.calls.ts";
import { emergencyCalls } from "./features/commands/emergency.calls.ts";
import { rebootCalls } from "./features/commands/reboot.calls.ts";
import { configSyncCalls } from "./features/configuration/config-sync.calls.ts";
import { configurationCalls } from "./features/configuration/configuration.calls.ts";
import { worksCalls } from "./features/works/works.calls.ts";
import { containerSettingCalls } from "./features/containers/container-settings.calls.ts";
import { containerCalls } from "./features/containers/containers.calls.ts";
import { widgetCalls } from "./features/widgets/widgets.calls.ts";
import { favoriteCalls } from "./features/favorites/favorites.calls.ts";
import { forecastCalls } from "./features/forecast/forecast.calls.ts";
import { helpCalls } from "./features/help/help.calls.ts";
import { deviceTypeCalls } from "./features/device-types/device-types.calls.ts";
import { testReadCalls } from "./features/device-types/test-read.calls.ts";
import { deviceCalls } from "./features/devices/devices.calls.ts";
import { acknowledgementCalls } from "./features/incidents/acknowledgements.calls.ts";
import { incidentCalls } from "./features/incidents/incidents.calls.ts";
import { kitApplyCalls, kitCalls } from "./features/kits/kits.calls.ts";
import { solarTemplateCalls } from "./features/solar-template/solar-template.calls.ts";
import { liveCalls } from "./features/live/live.calls.ts";
import { loadProtectionCalls } from "./features/load-protection/load-protection.calls.ts";
import { mapCalls } from "./features/map/map.calls.ts";
import { noteCalls } from "./features/notes/notes.calls.ts";
import { notificationCalls } from "./features/notifications/notifications.calls.ts";
import { powerCutCalls } from "./features/power-cuts/power-cuts.calls.ts";
import { importCalls } from "./features/recordings/imports.calls.ts";
import { recordingCalls } from "./features/recordings/recordings.calls.ts";
import { roleCalls } from "./features/roles/roles.calls.ts";
import { factorCalls } from "./features/session/factors.calls.ts";
import { providerCalls } from "./features/session/provider.calls.ts";
import { savedChartCalls } from "./features/charts/saved-charts.calls.ts";
import { sessionCalls } from "./features/session/session.calls.ts";
import { campaignCalls } from "./features/upgrades/campaigns.calls.ts";
import { airConditioningCalls } from "./features/air-conditioning/air-conditioning.calls.ts";
import { phaseControlCalls } from "./features/phase-control/phase-control.calls.ts";
import { doctorCalls } from "./features/doctor/doctor.calls.ts";
import { settingsCalls } from "./features/settings/settings.calls.ts";
import { simCardCalls } from "./features/sim-cards/sim-cards.calls.ts";
import { streetLightCalls } from "./features/street-lights/street-lights.calls.ts";
import { offlineSettingCalls } from "./features/offline-setting/offline-setting.calls.ts";
import { rebootScheduleCalls } from "./features/reboots/reboots.calls.ts";
import { upgradeCalls } from "./features/upgrades/upgrades.calls.ts";
import { userCalls } from "./features/users/users.calls.ts";
import { ruleTrialCalls } from "./features/warnings/rule-trials.calls.ts";
import { warningCalls } from "./features/warnings/warnings.calls.ts";
import { weatherCalls } from "./features/weather/weather.calls.ts";
import { reportCalls } from "./features/reports/reports.calls.ts";
import { evidenceCalls } from "./features/evidence/evidence.calls.ts";
import { ticketChatCalls } from "./features/tickets/ticket-chat.calls.ts";
import { ticketFileCalls } from "./features/tickets/ticket-files.calls.ts";
import { ticketTextCalls } from "./features/tickets/ticket-texts.calls.ts";
import { ticketCalls } from "./features/tickets/tickets.calls.ts";

/** Every call of the portal by its wire name. A call that is not listed here does not exist. */
export const calls = {
  ...appCalls,
  ...sessionCalls,
  ...factorCalls,
  ...providerCalls,
  ...apiTokenCalls,
  ...userCalls,
  ...roleCalls,
  ...archiveCalls,
  ...auditCalls,
  ...containerCalls,
  ...containerSettingCalls,
  ...commandCalls,
  ...commandGroupCalls,
  ...rebootCalls,
  ...emergencyCalls,
  ...rebootScheduleCalls,
  ...offlineSettingCalls,
  ...settingsCalls,
  ...doctorCalls,
  ...simCardCalls,
  ...configurationCalls,
  ...configSyncCalls,
  ...streetLightCalls,
  ...phaseControlCalls,
  ...airConditioningCalls,
  ...worksCalls,
  ...upgradeCalls,
  ...campaignCalls,
  ...clusterCalls,
  ...deviceCalls,
  ...deviceTypeCalls,
  ...testReadCalls,
  ...kitCalls,
  ...kitApplyCalls,
  ...solarTemplateCalls,
  ...favoriteCalls,
  ...widgetCalls,
  ...noteCalls,
  ...chartCalls,
  ...chartRowCalls,
  ...savedChartCalls,
  ...chartLinkCalls,
  ...containerChartCalls,
  ...energyBalanceCalls,
  ...loadProtectionCalls,
  ...automationCalls,
  ...powerCutCalls,
  ...energyCostCalls,
  ...outputNameCalls,
  ...exportCalls,
  ...recordingCalls,
  ...importCalls,
  ...weatherCalls,
  ...forecastCalls,
  ...helpCalls,
  ...liveCalls,
  ...mapCalls,
  ...notificationCalls,
  ...warningCalls,
  ...ruleTrialCalls,
  ...incidentCalls,
  ...acknowledgementCalls,
  ...channelCalls,
  ...reportCalls,
  ...evidenceCalls,
  ...ticketCalls,
  ...ticketChatCalls,
  ...ticketFileCalls,
  ...ticketTextCalls,
};
export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The call with this wire name, or undefined. Inherited names such as `constructor` are not calls. */
export function findCall(name: string): Call | undefined {
  return Object.hasOwn(calls, name) ? calls[name as CallName] : undefined;
}
