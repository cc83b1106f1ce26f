import { sql } from "kysely";

import { mustSetUpTwoStep } from "./two-step.ts";

/** What is read of a caller and their role, where `app_user` and `role` are joined, whatever they call by. */
export const callerColumns = [
  "appUser.id as userId",
  "appUser.email",
  "appUser.role",
  "role.priority",
  "role.permissions",
  "role.excludes",
  "role.containers",
  sql<boolean>`app_user.totp_sealed is not null`.as("twoStep"),
  mustSetUpTwoStep.as("mustSetUpTwoStep"),
] as const;
