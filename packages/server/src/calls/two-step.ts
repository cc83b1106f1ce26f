import { sql } from "kysely";

/**
 * As SQL, where `app_user` and `role` are joined: the role requires a second factor, and the person has none yet. Calls
 * about anything but the own account refuse such a person, and live messages pass them by.
 */
export const mustSetUpTwoStep = sql<boolean>`(role.two_step_required and app_user.totp_sealed is null
  and not exists (select 1 from passkey where passkey.user_id = app_user.id))`;
