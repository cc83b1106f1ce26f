import { resolve } from "node:path";

import { z } from "zod";

import { type BackupConfig, backupConfig, backupSettings } from "./config.backup.ts";
import { type ChannelConfig, channelConfig, channelSettings, secretChannelSettings } from "./config.channels.ts";
import { type MailConfig, mailInConfig, mailSettings } from "./config.mail.ts";
import { type MapConfig, mapSettings } from "./config.map.ts";
import { type ProviderConfig, providerConfig, providerSettings, secretProviderSettings } from "./config.provider.ts";
import { type ExternalConfig, externalSettings } from "./config.external.ts";
import { address, filePath, isLoopback, isNetwork, origin, port } from "./config.schemas.ts";
import type { Setting } from "./config.setting.ts";
import { type StorageConfig, storageSettings } from "./config.storage.ts";
import { type TracingConfig, secretTracingSettings, tracingConfig, tracingSettings } from "./config.tracing.ts";
import { watchingSettings } from "./config.watching.ts";
import { type LogLevel, logLevels } from "../core/log.ts";
import { StartError } from "../core/start-error.ts";
import { misspelt } from "./misspelt.ts";

/** The environment, parsed once at start. Nothing else reads the environment. */
export interface Config
  extends StorageConfig, ExternalConfig, ChannelConfig, MailConfig, BackupConfig, ProviderConfig, TracingConfig {
  /** Variables that nobody reads, with those that were most likely meant. */
  misspelt: readonly { name: string; meant: string }[];
  /** 0: any free port, for tests. */
  port: number;
  host: string;
  mqttPort: number;
  mqttHost: string;
  /** Absolute paths of certificate and key; undefined: MQTT over TCP is plain. */
  mqttTls: { certPath: string; keyPath: string } | undefined;
  /** Absolute path. */
  dataDir: string;
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Owner that migrates the schema; undefined: the role of `databaseUrl` does that, too. */
  databaseOwnerUrl: string | undefined;
  /** Without a trailing slash; undefined: `http://localhost:` and the port that was opened. */
  publicUrl: string | undefined;
  apiBase: string;
  portalName: string;
  /** Addresses and networks of proxies; nobody else is believed about the caller's address. */
  trustedProxies: readonly string[];
  /** With it another machine may read `/metrics`; undefined: none may. */
  metricsToken: string | undefined;
  /** Is each request a line of the log? */
  accessLog: boolean;
  /** The key of before is lost: the one in `dataDir` is taken in its place. */
  takesNewKey: boolean;
  /** Address behind the app's Support entry. */
  supportEmail: string;
  map: MapConfig;
  logLevel: LogLevel;
  /** Demonstration accounts exist; set by the demo program only, never by the environment. */
  demo: boolean;
  /** Parts of the portal that this process runs. */
  roles: readonly Role[];
}

const portalRoles = ["api", "ingest", "worker"] as const;
type Role = (typeof portalRoles)[number];

const plainMqttPort = "1883";
const tlsMqttPort = "8883";
const onlyEmbedded = z.undefined();
const isRole = (name: string): name is Role => (portalRoles as readonly string[]).includes(name);

/**
 * Every variable with its default and meaning. The README's table and the errors about bad values are generated from
 * this list.
 */
export const settings = {
  port: {
    name: "PORT",
    fallback: "8080",
    shown: "8080",
    meaning: "HTTP: web app, calls and the `/mqtt` WebSocket; 0 picks any free port",
    expected: "a port number from 0 to 65535",
    schema: port,
  },
  host: {
    name: "HOST",
    fallback: "127.0.0.1",
    shown: "127.0.0.1",
    meaning: "address on which HTTP listens",
    expected: "an IP address of this machine or localhost",
    schema: address,
  },
  mqttPort: {
    name: "MQTT_PORT",
    fallback: plainMqttPort,
    shown: `${plainMqttPort}, with TLS ${tlsMqttPort}`,
    meaning: "MQTT over TCP for controllers; 0 picks any free port",
    expected: "a port number from 0 to 65535",
    schema: port,
  },
  mqttHost: {
    name: "MQTT_HOST",
    fallback: "127.0.0.1",
    shown: "127.0.0.1",
    meaning: "address on which MQTT over TCP listens; without TLS a loopback address",
    expected: "an IP address of this machine or localhost, and without MQTT_TLS_CERT and MQTT_TLS_KEY a loopback one",
    schema: address,
  },
  mqttTlsCert: {
    name: "MQTT_TLS_CERT",
    fallback: undefined,
    shown: "unset: no TLS",
    meaning: "PEM file of the certificate with its chain; switches MQTT over TCP to TLS",
    expected: "the path of a PEM file, set together with MQTT_TLS_KEY",
    schema: filePath,
  },
  mqttTlsKey: {
    name: "MQTT_TLS_KEY",
    fallback: undefined,
    shown: "unset: no TLS",
    meaning: "PEM file of the private key that belongs to the certificate",
    expected: "the path of a PEM file, set together with MQTT_TLS_CERT",
    schema: filePath,
  },
  dataDir: {
    name: "DATA_DIR",
    fallback: "./data",
    shown: "./data",
    meaning: "folder for all data of the embedded parts",
    expected: "the path of a folder",
    schema: z.string().trim().min(1),
  },
  databaseUrl: {
    name: "DATABASE_URL",
    fallback: undefined,
    shown: "unset: embedded",
    meaning: "a PostgreSQL server, 15 or later, instead of the embedded one",
    expected: "an address such as postgres://user:password@host:5432/database",
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  },
  databaseOwnerUrl: {
    name: "DATABASE_OWNER_URL",
    fallback: undefined,
    shown: "unset: one role",
    meaning:
      "the same database as the owner of its tables, used to migrate at the start; DATABASE_URL then owns nothing",
    expected: "an address such as postgres://owner:password@host:5432/database, set together with DATABASE_URL",
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  },
  mqttUrl: {
    name: "MQTT_URL",
    fallback: undefined,
    shown: "unset: embedded",
    meaning: "an external MQTT broker; not supported by this version",
    expected: "left unset, since this version has only its embedded broker",
    schema: onlyEmbedded,
  },
  publicUrl: {
    name: "PUBLIC_URL",
    fallback: undefined,
    shown: "http://localhost:PORT",
    meaning: "address at which people reach the portal; used in links and in the browser's security policy",
    expected: "an address without a path, such as https://portal.example.org",
    schema: origin.optional(),
  },
  apiBase: {
    name: "API_BASE",
    fallback: "/api",
    shown: "/api",
    meaning: "prefix of the calls; the web app reads it at run time",
    expected: "a path such as /api, without a slash at the end",
    schema: z
      .string()
      .regex(/^(\/[a-zA-Z0-9_-]+)+$/)
      .refine((base) => !/^\/(fr|mqtt|live|ready|metrics|assets)(\/|$)/.test(base)),
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    fallback: undefined,
    shown: "unset: none",
    meaning: "addresses or networks of the proxies whose X-Forwarded-For is believed, separated by commas",
    expected: "addresses or networks such as 10.0.0.2 or 10.0.0.0/24, not everyone, separated by commas",
    schema: z
      .string()
      .transform((list) => list.split(",").map((entry) => entry.trim()))
      .refine((list) => list.every(isNetwork))
      .optional(),
  },
  ...mailSettings,
  ...providerSettings,
  portalName: {
    name: "PORTAL_NAME",
    fallback: "Offgrid Portal",
    shown: "Offgrid Portal",
    meaning: "name in page titles and in About",
    expected: "a name of 1 to 64 characters",
    schema: z.string().trim().min(1).max(64),
  },
  supportEmail: {
    name: "SUPPORT_EMAIL",
    fallback: "support@offgrid.example",
    shown: "support@offgrid.example",
    meaning: "address behind Help, Support",
    expected: "an email address",
    schema: z.email(),
  },
  roles: {
    name: "ROLES",
    fallback: "api,ingest,worker",
    shown: "api,ingest,worker",
    meaning:
      "parts that this process runs, separated by commas: web app and calls, controllers' messages, background work",
    expected: "api, ingest and worker, or some of them separated by commas",
    schema: z
      .string()
      .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
      .pipe(z.array(z.string().refine(isRole)).min(1)),
  },
  ...mapSettings,
  ...storageSettings,
  ...backupSettings,
  ...externalSettings,
  ...channelSettings,
  ...watchingSettings,
  ...tracingSettings,
  takesNewKey: {
    name: "PORTAL_KEY_IS_LOST",
    fallback: "no",
    shown: "no",
    meaning:
      "yes: start once with another `portal.key` than before, and without what only that one opens; unset it afterwards",
    expected: "yes or no",
    schema: z.enum(["yes", "no"]),
  },
  logLevel: {
    name: "LOG_LEVEL",
    fallback: "info",
    shown: "info",
    meaning: "fatal, error, warn, info, debug, trace or silent",
    expected: "one of fatal, error, warn, info, debug, trace, silent",
    schema: z.enum(logLevels),
  },
} satisfies Record<string, Setting>;

/** Variables that may hold a password, so the error about a bad value does not repeat it. */
export const secretive: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "MQTT_URL",
  "SMTP_URL",
  "METRICS_TOKEN",
  "OPENWEATHER_KEY",
  "SOLCAST_TOKEN",
  "STRAPI_TOKEN",
  ...secretChannelSettings,
  ...secretProviderSettings,
  ...secretTracingSettings,
]);

export const settingNames: readonly string[] = Object.values(settings).map(({ name }) => name);

/**
 * Reads the configuration from environment variables; an empty variable counts as not set.
 * @throws StartError naming the variable, what is wrong with it and what it must be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const refuse = (key: keyof typeof settings): StartError => {
    const { name, expected } = settings[key];
    const given = env[name];
    const isSecret = secretive.has(name);
    const shown = !given ? "is not set, but" : isSecret ? "has a value that cannot be used:" : `is "${given}", but`;
    return new StartError(`The environment variable ${name} ${shown} it must be ${expected}.`);
  };
  const read = <Key extends keyof typeof settings>(key: Key, fallback: string | undefined = settings[key].fallback) => {
    const { name, schema }: Setting = settings[key];
    const parsed = schema.safeParse(env[name] || fallback);
    if (parsed.success) return parsed.data as z.output<(typeof settings)[Key]["schema"]>;
    throw refuse(key);
  };
  read("mqttUrl");
  const [certPath, keyPath] = [read("mqttTlsCert"), read("mqttTlsKey")];
  if (certPath === undefined && keyPath !== undefined) throw refuse("mqttTlsCert");
  if (certPath !== undefined && keyPath === undefined) throw refuse("mqttTlsKey");
  const mqttTls = certPath && keyPath ? { certPath: resolve(certPath), keyPath: resolve(keyPath) } : undefined;
  const mqttHost = read("mqttHost");
  if (!mqttTls && !isLoopback(mqttHost)) throw refuse("mqttHost");
  const mailIn = mailInConfig(read);
  if (mailIn && !mqttTls && !isLoopback(mailIn.host)) throw refuse("mailInHost");
  const [rawDays, rollupDays] = [read("rawDays"), read("rollupDays")];
  if (rollupDays < rawDays) throw refuse("rollupDays");
  const [eventDays, notificationDays] = [read("eventDays"), read("notificationDays")];
  if (notificationDays > eventDays) throw refuse("notificationDays");
  const [databaseUrl, databaseOwnerUrl] = [read("databaseUrl"), read("databaseOwnerUrl")];
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) throw refuse("databaseOwnerUrl");
  const mapFile = read("mapFile");
  return {
    misspelt: misspelt(env, settingNames),
    port: read("port"),
    host: read("host"),
    mqttPort: read("mqttPort", mqttTls && tlsMqttPort),
    mqttHost,
    mqttTls,
    dataDir: resolve(read("dataDir")),
    databaseUrl,
    databaseOwnerUrl,
    publicUrl: read("publicUrl"),
    apiBase: read("apiBase"),
    portalName: read("portalName"),
    supportEmail: read("supportEmail"),
    map: {
      styleUrl: read("mapStyleUrl"),
      tileUrl: read("mapTileUrl"),
      credit: read("mapCredit"),
      file: mapFile && resolve(mapFile),
    },
    releaseKeys: read("releaseKeys") ?? [],
    sealAfterS: read("sealAfterS"),
    earliestMs: read("earliestMs"),
    rawDays,
    rollupDays,
    auditDays: read("auditDays"),
    eventDays,
    notificationDays,
    diskMinFreePercent: read("diskMinFreePercent"),
    diskMinFreeBytes: read("diskMinFreeBytes"),
    diskBallastBytes: read("diskBallastBytes"),
    ...backupConfig({
      dataDir: read("dataDir"),
      backupDir: read("backupDir"),
      backupPassphraseFile: read("backupPassphraseFile"),
    }),
    trustedProxies: read("trustedProxies") ?? [],
    externalServices: read("externalServices"),
    externalAllow: read("externalAllow") ?? [],
    openMeteoUrl: read("openMeteoUrl"),
    openWeatherUrl: read("openWeatherUrl"),
    openWeatherKey: read("openWeatherKey"),
    solcastUrl: read("solcastUrl"),
    solcastToken: read("solcastToken"),
    strapiUrl: read("strapiUrl"),
    strapiToken: read("strapiToken"),
    ...channelConfig(read),
    ...providerConfig(read, refuse),
    ...tracingConfig(read),
    smtpUrl: read("smtpUrl"),
    mailFrom: read("mailFrom") ?? read("supportEmail"),
    mailIn,
    metricsToken: read("metricsToken"),
    accessLog: read("accessLog") === "yes",
    takesNewKey: read("takesNewKey") === "yes",
    logLevel: read("logLevel"),
    roles: read("roles"),
    demo: false,
  };
}
