/**
 * Every way in which the portal refuses a call, with its HTTP status. The English and French catalogues have a sentence
 * for each under the same code.
 */
export const refusals = {
  bad_input: 400,
  wrong_password: 400,
  weak_password: 400,
  wrong_code: 400,
  link_over: 400,
  bad_image: 400,
  bad_passkey: 400,
  cluster_incomplete: 400,
  bad_login: 401,
  code_needed: 401,
  bad_code: 401,
  signed_out: 401,
  forbidden: 403,
  not_verified: 403,
  confirm_needed: 403,
  two_step_needed: 403,
  not_by_token: 403,
  role_not_allowed: 403,
  registration_off: 403,
  not_found: 404,
  no_such_call: 404,
  no_account: 403,
  provider_refused: 403,
  serial_used: 409,
  uuid_used: 409,
  id_used: 409,
  inventory_used: 409,
  sim_card_used: 409,
  kit_name_used: 409,
  kit_used: 409,
  solar_template_name_used: 409,
  solar_template_used: 409,
  template_changed: 409,
  device_type_changed: 409,
  device_type_id_used: 409,
  device_type_used: 409,
  device_types_full: 409,
  test_read_offline: 409,
  test_read_unsupported: 409,
  test_read_open: 409,
  email_used: 409,
  own_account: 409,
  last_super_admin: 409,
  role_protected: 409,
  two_step_on: 409,
  cluster_name_used: 409,
  cluster_shared: 409,
  corrected_since: 409,
  chart_changed: 409,
  charts_full: 409,
  links_full: 409,
  links_off: 403,
  password_needed: 403,
  tokens_full: 409,
  ticket_move: 409,
  ticket_changed: 409,
  ticket_closed: 409,
  message_settled: 409,
  config_changed: 409,
  config_on_trial: 409,
  container_offline: 409,
  container_retired: 409,
  output_busy: 409,
  controller_busy: 409,
  fail_safe_unproved: 409,
  no_supply: 409,
  bad_release: 400,
  release_older: 409,
  release_not_newer: 409,
  upgrade_open: 409,
  upgrade_begun: 409,
  campaign_state: 409,
  campaign_overlap: 409,
  too_large: 413,
  not_json: 415,
  output_locked: 423,
  works_by_other: 423,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  provider_away: 503,
  disk_full: 507,
} as const;
export type RefusalCode = keyof typeof refusals;

/** Codes that any call may answer with; a call lists only those that it adds. */
export const commonRefusals = [
  "bad_input",
  "signed_out",
  "forbidden",
  "confirm_needed",
  "two_step_needed",
  "not_by_token",
  "not_found",
  "too_large",
  "not_json",
  "too_many",
  "internal",
  "unavailable",
] as const satisfies readonly RefusalCode[];

/** Whose command, lock or works are in the way. */
export interface Holder {
  /** Without a name when the account is gone. */
  name: string | null;
  /** Since when, ISO 8601 in UTC. */
  since: string;
  /** What a lock or works are for. */
  reason?: string;
}

/** A business "no". Handlers and stores throw it; the dispatch pipeline turns it into the answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** What is wrong with which input field, by its path ("series.0.metric"). */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfterS: number | undefined;
  readonly holder: Holder | undefined;

  constructor(
    code: RefusalCode,
    detail: { fields?: Record<string, string>; retryAfterS?: number; holder?: Holder } = {},
  ) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.fields = detail.fields;
    this.retryAfterS = detail.retryAfterS;
    this.holder = detail.holder;
  }

  get status(): number {
    return refusals[this.code];
  }
}
