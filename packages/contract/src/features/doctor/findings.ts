/** What the doctor of an installation may find. No schema library here: screens import it whole. */

export const examined = [
  ...(["settings", "variables", "node", "data_folder", "disk", "database", "clock", "portal_key", "backups"] as const),
  ...(["mqtt_certificate", "web_certificate", "proxy", "mail", "ports"] as const),
] as const;
export type Examined = (typeof examined)[number];

/** note: it works, and may still not be what is meant. */
export const findingLevels = ["ok", "note", "fault"] as const;
export type FindingLevel = (typeof findingLevels)[number];

interface Kind {
  level: FindingLevel;
  values: readonly string[];
}
const ok = <const Names extends readonly string[]>(...values: Names) => ({ level: "ok", values }) as const;
const note = <const Names extends readonly string[]>(...values: Names) => ({ level: "note", values }) as const;
const fault = <const Names extends readonly string[]>(...values: Names) => ({ level: "fault", values }) as const;

/**
 * Each with its level and the names of the values that its words take. A name that ends in `Bytes` is a size in bytes, one in
 * `At` an instant as ISO 8601, and `count` decides about the plural. Whatever is no "ok" has words for its remedy.
 */
export const findings = {
  settings_usable: ok(),
  setting_unusable: fault("sentence"),
  start_refused: fault("sentence"),
  variables_known: ok(),
  variable_misspelt: fault("name", "meant"),
  node_recent: ok("version"),
  node_old: fault("version", "least"),

  folder_usable: ok("folder"),
  folder_to_come: ok("folder"),
  folder_is_file: fault("folder"),
  folder_closed: fault("folder", "reason"),
  disk_roomy: ok("folder", "freeBytes", "sizeBytes"),
  disk_filling: note("folder", "freeBytes", "sizeBytes"),
  disk_full: fault("folder", "freeBytes", "sizeBytes", "neededBytes"),

  database_to_come: ok(),
  database_answers: ok("version"),
  database_old: fault("version"),
  database_silent: fault("place", "reason"),
  embedded_silent: fault("reason"),
  schema_fits: ok(),
  schema_behind: note("count", "step"),
  schema_newer: fault("step"),
  schema_differs: fault("step"),
  rights_whole: ok(),
  rights_lacking: fault("tables"),
  rights_lacking_more: fault("tables", "count"),
  owner_refused: fault("reason"),
  clocks_agree: ok(),
  clock_ahead: fault("seconds"),
  clock_behind: fault("seconds"),

  key_to_come: ok(),
  key_fits: ok(),
  key_unused: ok("file"),
  key_missing: fault("file"),
  key_open: fault("file"),
  key_closed: fault("file", "reason", "user"),
  key_broken: fault("file"),
  key_of_other: fault("file"),

  backup_to_come: ok(),
  backup_untried: ok("doneAt"),
  backup_tried: ok("doneAt", "triedAt"),
  backups_off: note(),
  backup_closed: fault("folder", "reason", "user"),
  backup_failed: fault("failedAt", "reason"),
  backup_late: fault("hours"),
  trial_failed: fault("failedAt", "reason"),
  passphrase_unreadable: fault("file", "reason"),
  passphrase_short: fault("file", "least"),

  mqtt_plain: ok(),
  mqtt_local: note(),
  certificate_valid: ok("untilAt"),
  certificate_early: fault("fromAt"),
  certificate_over: fault("untilAt"),
  certificate_ends: note("count"),
  mqtt_unreadable: fault("variable", "file", "reason"),
  mqtt_no_certificate: fault("file", "reason"),
  mqtt_no_key: fault("file", "reason"),
  mqtt_refused_by_tls: fault("file", "reason"),
  mqtt_key_of_other: fault("keyFile", "file"),
  mqtt_other_host: fault("file", "host"),
  mqtt_chain_short: fault("file", "issuer"),

  web_valid: ok("url", "untilAt"),
  web_silent: fault("url", "reason"),
  web_other_host: fault("url", "host"),
  web_untrusted: fault("url", "reason"),
  proxy_not_needed: ok(),
  proxy_believed: ok("proxies"),
  proxy_unnamed: note("host"),
  proxy_plain: fault("url"),
  proxy_not_believed: fault(),

  mail_works: ok("host"),
  mail_removed: note(),
  mail_unset: note(),
  mail_refused: fault("host", "reason"),
  mail_set_refused: fault("host", "reason"),
  sender_of_nobody: fault("address"),

  ports_open: ok(),
  ports_answer: ok("port"),
  ports_free: ok(),
  port_taken: fault("port", "host", "variable"),
  port_forbidden: fault("port", "host", "variable", "reason"),
  port_unusable: fault("port", "host", "variable", "reason"),
} as const satisfies Record<string, Kind>;

export type FindingCode = keyof typeof findings;
export const findingCodes = Object.keys(findings) as FindingCode[];

/** Names of the values that belong to a code. */
export type FindingValue<Code extends FindingCode> = (typeof findings)[Code]["values"][number];

export interface Finding {
  /** What was looked at. */
  about: Examined;
  code: FindingCode;
  level: FindingLevel;
  values: Readonly<Record<string, string | number>>;
}
