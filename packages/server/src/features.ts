import { auditFeature } from "./features/audit/audit.feature.ts";
import { backupsFeature } from "./features/backups/backups.feature.ts";
import { channelsFeature } from "./features/channels/channels.feature.ts";
import { chartsFeature } from "./features/charts/charts.feature.ts";
import { commandsFeature } from "./features/commands/commands.feature.ts";
import { configurationFeature } from "./features/configuration/configuration.feature.ts";
import { containersFeature } from "./features/containers/containers.feature.ts";
import { deviceTypesFeature } from "./features/device-types/device-types.feature.ts";
import { erasureFeature } from "./features/erasure/erasure.feature.ts";
import { evidenceFeature } from "./features/evidence/evidence.feature.ts";
import { forecastFeature } from "./features/forecast/forecast.feature.ts";
import { heartbeatFeature } from "./features/heartbeat/heartbeat.feature.ts";
import { incidentsFeature } from "./features/incidents/incidents.feature.ts";
import { ingestFeature } from "./features/ingest/ingest.feature.ts";
import { liveFeature } from "./features/live/live.feature.ts";
import { mailInFeature } from "./features/mail-in/mail-in.feature.ts";
import { mapFeature } from "./features/map/map.feature.ts";
import { notificationsFeature } from "./features/notifications/notifications.feature.ts";
import { outputNamesFeature } from "./features/output-names/output-names.feature.ts";
import { recordingsFeature } from "./features/recordings/recordings.feature.ts";
import { sessionFeature } from "./features/session/session.feature.ts";
import { settingsFeature } from "./features/settings/settings.feature.ts";
import { solarYieldFeature } from "./features/solar-yield/solar-yield.feature.ts";
import { reportsFeature } from "./features/reports/reports.feature.ts";
import { warningsFeature } from "./features/warnings/warnings.feature.ts";
import { ticketsFeature } from "./features/tickets/tickets.feature.ts";
import { worksFeature } from "./features/works/works.feature.ts";
import { upgradesFeature } from "./features/upgrades/upgrades.feature.ts";

/** The features that have services, jobs or subscriptions; their handlers, as all others, are in `handlers.ts`. */
export const features = [
  auditFeature,
  backupsFeature,
  channelsFeature,
  chartsFeature,
  commandsFeature,
  configurationFeature,
  containersFeature,
  deviceTypesFeature,
  erasureFeature,
  evidenceFeature,
  forecastFeature,
  heartbeatFeature,
  incidentsFeature,
  ingestFeature,
  liveFeature,
  mailInFeature,
  mapFeature,
  notificationsFeature,
  outputNamesFeature,
  recordingsFeature,
  sessionFeature,
  settingsFeature,
  solarYieldFeature,
  reportsFeature,
  warningsFeature,
  worksFeature,
  ticketsFeature,
  upgradesFeature,
] as const;
