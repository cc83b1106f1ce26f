import { z } from "zod";

import { permissions } from "../../core/access.ts";
import type { CallMap } from "../../core/call.ts";
import { shownName } from "../../core/shown-name.ts";
import { widgetLimits } from "../widgets/widget-types.ts";
import { KeptWidget, SavedBoard } from "../widgets/widgets.schema.ts";

/** A role as its page shows it; `status` and `disabled` say the same in the specification's two ways. */
export const RoleRow = z.object({
  id: z.string(),
  roleName: z.string(),
  label: z.string(),
  rolePriority: z.int().describe("0 is the highest"),
  status: z.enum(["active", "disabled"]),
  /** Nobody can be given this role; people who have it keep it. */
  disabled: z.boolean(),
  /** May be chosen when a user is added. */
  selectable: z.boolean(),
  /** The caller may give this role to someone. */
  assignable: z.boolean(),
  /** The caller may change it with `roleSave`. */
  editable: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  excludes: z.array(z.string()),
  containers: z.enum(["all", "assigned"]),
  twoStepRequired: z.boolean(),
  starterBoard: z
    .array(KeptWidget)
    .nullable()
    .describe("The board of people with this role who have none of their own; null: none, or not the caller's to see"),
  userCount: z.int().nullable().describe("People with this role; null for callers without the permission `roles`"),
});
export type RoleRow = z.infer<typeof RoleRow>;

export const roleCalls = {
  roleList: {
    summary: "The roles with their rights, the highest first.",
    access: "signed-in",
    effect: "read",
    input: z.strictObject({}),
    output: z.object({ data: z.array(RoleRow) }),
  },
  roleSave: {
    summary:
      "Change a role below the caller's own; absent keys stay, and the change applies at once to everyone with the role.",
    access: "roles",
    effect: "write",
    stepUp: true,
    input: z.strictObject({
      id: z.string().min(1).max(32),
      label: shownName(64).min(1).optional(),
      selectable: z.boolean().optional(),
      disabled: z.boolean().optional(),
      permissions: z.array(z.enum(permissions)).max(permissions.length).optional(),
      excludes: z
        .array(z.string().regex(/^\d{1,2}(_\d{1,2}){0,2}$/))
        .max(50)
        .optional(),
      twoStepRequired: z.boolean().optional(),
      starterBoard: SavedBoard.max(widgetLimits.starter).nullable().optional().describe("null: none"),
    }),
    output: z.object({ data: RoleRow }),
    errors: ["role_protected", "role_not_allowed"],
  },
} satisfies CallMap;
