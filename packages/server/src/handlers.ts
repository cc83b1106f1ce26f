import type { Calls } from "@offgrid/contract/registry";

import type { Handlers } from "./calls/handler.ts";
import { doctorHandlers } from "./doctor/doctor.handlers.ts";
import { apiTokenHandlers } from "./features/api-tokens/api-tokens.handlers.ts";
import { appHandlers } from "./features/app/app.handlers.ts";
import { archiveHandlers } from "./features/archives/archives.handlers.ts";
import { auditHandlers } from "./features/audit/audit.handlers.ts";
import { chartHandlers, energyBalanceHandlers } from "./features/charts/charts.handlers.ts";
import { chartRowHandlers } from "./features/charts/chart-rows.handlers.ts";
import { chartLinkHandlers } from "./features/charts/links/chart-links.handlers.ts";
import { savedChartHandlers } from "./features/charts/saved/saved-charts.handlers.ts";
import { containerChartHandlers } from "./features/charts/saved/container-charts.handlers.ts";
import { exportHandlers } from "./features/charts/files/export.handlers.ts";
import { channelHandlers } from "./features/channels/channels.handlers.ts";
import { clusterHandlers } from "./features/clusters/clusters.handlers.ts";
import { commandGroupHandlers } from "./features/commands/command-groups.handlers.ts";
import { commandHandlers } from "./features/commands/commands.handlers.ts";
import { rebootHandlers } from "./features/commands/reboot.handlers.ts";
import { configSyncHandlers } from "./features/configuration/config-sync.handlers.ts";
import { configurationHandlers } from "./features/configuration/configuration.handlers.ts";
import { worksHandlers } from "./features/works/works.handlers.ts";
import { containerSettingHandlers } from "./features/containers/container-settings.handlers.ts";
import { containerHandlers } from "./features/containers/containers.handlers.ts";
import { favoriteHandlers } from "./features/favorites/favorites.handlers.ts";
import { forecastHandlers } from "./features/forecast/forecast.handlers.ts";
import { helpHandlers } from "./features/help/help.handlers.ts";
import { deviceTypeHandlers } from "./features/device-types/device-types.handlers.ts";
import { testReadHandlers } from "./features/device-types/test-reads.handlers.ts";
import { deviceHandlers } from "./features/devices/devices.handlers.ts";
import { acknowledgementHandlers } from "./features/incidents/acknowledgements.handlers.ts";
import { incidentHandlers } from "./features/incidents/incidents.handlers.ts";
import { kitApplyHandlers } from "./features/kit-apply/kit-apply.handlers.ts";
import { kitHandlers } from "./features/kits/kits.handlers.ts";
import { solarTemplateHandlers } from "./features/solar-template/solar-template.handlers.ts";
import { liveHandlers } from "./features/live/live.handlers.ts";
import { mapHandlers } from "./features/map/map.handlers.ts";
import { noteHandlers } from "./features/notes/notes.handlers.ts";
import { notificationHandlers } from "./features/notifications/notifications.handlers.ts";
import { roleHandlers } from "./features/roles/roles.handlers.ts";
import { factorHandlers } from "./features/session/factors.handlers.ts";
import { providerHandlers } from "./features/session/provider.handlers.ts";
import { sessionHandlers } from "./features/session/session.handlers.ts";
import { outputNameHandlers } from "./features/output-names/output-names.handlers.ts";
import { energyCostHandlers } from "./features/energy-costs/energy-costs.handlers.ts";
import { automationHandlers } from "./features/automations/automations.handlers.ts";
import { loadProtectionHandlers } from "./features/load-protection/load-protection.handlers.ts";
import { powerCutHandlers } from "./features/power-cuts/power-cuts.handlers.ts";
import { importHandlers } from "./features/recordings/imports.handlers.ts";
import { recordingHandlers } from "./features/recordings/recordings.handlers.ts";
import { campaignHandlers } from "./features/upgrades/campaigns.handlers.ts";
import { airConditioningHandlers } from "./features/air-conditioning/air-conditioning.handlers.ts";
import { emergencyHandlers } from "./features/commands/emergency.handlers.ts";
import { settingsHandlers } from "./features/settings/settings.handlers.ts";
import { simCardHandlers } from "./features/sim-cards/sim-cards.handlers.ts";
import { offlineSettingHandlers } from "./features/offline-setting/offline-setting.handlers.ts";
import { rebootScheduleHandlers } from "./features/reboots/reboots.handlers.ts";
import { phaseControlHandlers } from "./features/phase-control/phase-control.handlers.ts";
import { streetLightHandlers } from "./features/street-lights/street-lights.handlers.ts";
import { upgradeHandlers } from "./features/upgrades/upgrades.handlers.ts";
import { userHandlers } from "./features/users/users.handlers.ts";
import { ruleTrialHandlers } from "./features/warnings/rule-trials.handlers.ts";
import { warningHandlers } from "./features/warnings/warnings.handlers.ts";
import { weatherHandlers } from "./features/weather/weather.handlers.ts";
import { widgetHandlers } from "./features/widgets/widgets.handlers.ts";
import { reportHandlers } from "./features/reports/reports.handlers.ts";
import { ticketChatHandlers } from "./features/tickets/ticket-chat.handlers.ts";
import { evidenceHandlers } from "./features/tickets/ticket-evidence.handlers.ts";
import { ticketFileHandlers } from "./features/tickets/ticket-files.handlers.ts";
import { ticketTextHandlers } from "./features/tickets/ticket-texts.handlers.ts";
import { ticketHandlers } from "./features/tickets/tickets.handlers.ts";

export type AllHandlers = Handlers<Calls>;

/** A handler for every call of the contract. */
export const handlers: AllHandlers = {
  ...appHandlers,
  ...sessionHandlers,
  ...factorHandlers,
  ...providerHandlers,
  ...apiTokenHandlers,
  ...userHandlers,
  ...roleHandlers,
  ...archiveHandlers,
  ...auditHandlers,
  ...containerHandlers,
  ...containerSettingHandlers,
  ...commandHandlers,
  ...configurationHandlers,
  ...configSyncHandlers,
  ...rebootScheduleHandlers,
  ...offlineSettingHandlers,
  ...settingsHandlers,
  ...doctorHandlers,
  ...simCardHandlers,
  ...emergencyHandlers,
  ...streetLightHandlers,
  ...phaseControlHandlers,
  ...airConditioningHandlers,
  ...commandGroupHandlers,
  ...rebootHandlers,
  ...worksHandlers,
  ...upgradeHandlers,
  ...campaignHandlers,
  ...channelHandlers,
  ...clusterHandlers,
  ...deviceHandlers,
  ...deviceTypeHandlers,
  ...testReadHandlers,
  ...kitHandlers,
  ...kitApplyHandlers,
  ...solarTemplateHandlers,
  ...favoriteHandlers,
  ...widgetHandlers,
  ...noteHandlers,
  ...chartHandlers,
  ...chartRowHandlers,
  ...savedChartHandlers,
  ...chartLinkHandlers,
  ...energyBalanceHandlers,
  ...loadProtectionHandlers,
  ...automationHandlers,
  ...powerCutHandlers,
  ...energyCostHandlers,
  ...outputNameHandlers,
  ...containerChartHandlers,
  ...exportHandlers,
  ...recordingHandlers,
  ...importHandlers,
  ...weatherHandlers,
  ...forecastHandlers,
  ...helpHandlers,
  ...liveHandlers,
  ...mapHandlers,
  ...notificationHandlers,
  ...warningHandlers,
  ...ruleTrialHandlers,
  ...incidentHandlers,
  ...acknowledgementHandlers,
  ...reportHandlers,
  ...ticketHandlers,
  ...ticketChatHandlers,
  ...ticketFileHandlers,
  ...ticketTextHandlers,
  ...evidenceHandlers,
};
