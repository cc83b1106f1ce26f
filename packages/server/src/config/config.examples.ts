import { settings } from "./config.ts";

type SettingKey = keyof typeof settings;
/** It has to be left unset. */
const unset = "mqttUrl" satisfies SettingKey;

/** A value of each variable as an installation may have it; a variable without one is a fault that the types find. */
export const examples: Readonly<Record<Exclude<SettingKey, typeof unset>, string>> = {
  port: "8080",
  host: "127.0.0.1",
  mqttPort: "8883",
  mqttHost: "0.0.0.0",
  mqttTlsCert: "/etc/offgrid-portal/mqtt.crt",
  mqttTlsKey: "/etc/offgrid-portal/mqtt.key",
  dataDir: "/var/lib/offgrid-portal",
  databaseUrl: "postgres://portal:password@db.example.org:5432/portal",
  databaseOwnerUrl: "postgres://portal_owner:password@db.example.org:5432/portal",
  publicUrl: "https://portal.example.org",
  apiBase: "/api",
  trustedProxies: "127.0.0.1,10.0.0.0/24",
  smtpUrl: "smtps://user:password@mail.example.org:465",
  mailFrom: "portal@example.org",
  mailInDomain: "tickets.example.org",
  mailInPort: "2525",
  mailInHost: "127.0.0.1",
  oidcIssuer: "https://login.example.org/realms/energy",
  oidcClientId: "offgrid-portal",
  oidcClientSecret: "c0ffee5ecret",
  oidcName: "Example Energy",
  oidcScope: "openid email profile groups",
  oidcRoleClaim: "groups",
  oidcRoles: "portal-admins=admin, field-team=offgrid_staff, *=customer_staff",
  portalName: "Example Energy",
  supportEmail: "support@example.org",
  roles: "api,worker",
  mapStyleUrl: "https://maps.example.org/style.json",
  mapTileUrl: "https://tiles.example.org/{z}/{x}/{y}.png",
  mapCredit: "Maps of Example",
  mapFile: "/srv/maps/kenya.pmtiles",
  releaseKeys: "GHn4WpYs1q0Bv3Zk7tXr9cLd2eMfJ5uNoQaVyKi8w_8",
  sealAfterS: "21600",
  earliestMs: "2015-01-01",
  rawDays: "1825",
  rollupDays: "7300",
  auditDays: "1095",
  eventDays: "730",
  notificationDays: "180",
  diskMinFreePercent: "10",
  diskMinFreeBytes: "2048",
  diskBallastBytes: "64",
  backupDir: "/mnt/backups/offgrid-portal",
  backupPassphraseFile: "/etc/offgrid-portal/backup.passphrase",
  externalServices: "off",
  externalAllow: "10.1.0.0/16",
  openMeteoUrl: "https://weather.example.org",
  openWeatherUrl: "https://api.openweathermap.org",
  openWeatherKey: "0123456789abcdef0123456789abcdef",
  solcastUrl: "https://api.solcast.com.au",
  solcastToken: "0123456789abcdef",
  strapiUrl: "https://content.example.org",
  strapiToken: "0123456789abcdef",
  heartbeatUrl: "https://status.example.org/ping/portal",
  telegramUrl: "https://api.telegram.org",
  telegramToken: "123456:ABC-DEF",
  smsUrl: "https://sms.example.org/messages",
  smsHeaders: "apiKey: abc | Accept: application/json",
  smsBody: "to={to}&message={text}",
  metricsToken: "8f6d0c1be5a94e0f8f6d0c1be5a94e0f",
  accessLog: "yes",
  otlpEndpoint: "http://127.0.0.1:4318",
  otlpHeaders: "api-key=secret",
  otelServiceName: "offgrid-portal",
  otelShare: "0.05",
  takesNewKey: "yes",
  logLevel: "info",
};

const notice = `# Settings of the portal, made by \`npm run docs\`. To set one, take its "#" away:
#   install -m 600 deploy/offgrid-portal.env /etc/offgrid-portal.env`;

/** All variables as a file of the environment, with what they mean, their defaults and an example each. */
export function exampleFile(): string {
  const parts = Object.entries(settings).flatMap(([key, { name, meaning, shown }]) =>
    key === unset ? [] : [`# ${meaning} (${shown})\n#${name}=${examples[key as keyof typeof examples]}`],
  );
  return `${[notice, ...parts].join("\n\n")}\n`;
}
