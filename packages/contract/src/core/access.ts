/** Who may do what: roles and permissions as data. Source: the customer's specification, section 6. */

export const permissions = [
  "view",
  "control",
  "configure",
  "register",
  "upgrade",
  "kit",
  "device",
  "users",
  "roles",
  "rules",
  "rules_others",
  "clusters",
  "charts",
  "automation",
  "tickets",
  "tickets_handle",
  "settings",
  "audit",
] as const;
export type Permission = (typeof permissions)[number];

/** Who may make a call: anyone, anyone signed in, or holders of one permission. */
export type Access = "public" | "signed-in" | Permission;

export const roles = ["super_admin", "admin", "offgrid_staff", "user", "customer_staff"] as const;
export type Role = (typeof roles)[number];

export interface RoleDefinition {
  label: string;
  /** 0 is the highest. */
  priority: number;
  /** May be chosen when a user is added. */
  selectable: boolean;
  /** "all": every container; "assigned": those assigned to the person. */
  containers: "all" | "assigned";
  grants: readonly Permission[];
  /** Menu ids that the role does not see. */
  excludes: readonly string[];
}

const basic = ["view", "charts", "tickets", "rules"] as const;
const operating = [...basic, "control", "configure", "clusters", "automation", "users"] as const;

export const roleTable: Record<Role, RoleDefinition> = {
  super_admin: {
    label: "Offgrid Super Admin",
    priority: 0,
    selectable: false,
    containers: "all",
    grants: permissions,
    excludes: [],
  },
  admin: {
    label: "Offgrid Administrator",
    priority: 1,
    selectable: false,
    containers: "all",
    grants: permissions.filter((permission) => permission !== "roles"),
    excludes: [],
  },
  offgrid_staff: {
    label: "Offgrid Site Manager",
    priority: 2,
    selectable: true,
    containers: "assigned",
    grants: [...operating, "register", "upgrade", "kit", "tickets_handle"],
    excludes: ["9_2_2", "9_5"],
  },
  user: {
    label: "Customer Account",
    priority: 3,
    selectable: true,
    containers: "assigned",
    grants: operating,
    excludes: ["9_3", "9_4", "9_5", "9_2_2"],
  },
  customer_staff: {
    label: "Customer's Staff",
    priority: 4,
    selectable: true,
    containers: "assigned",
    grants: basic,
    excludes: ["9_3", "9_4", "9_5", "9_2_2", "7"],
  },
};

/** The role whose rights apply: a missing or unknown role has those of customer_staff. */
export function effectiveRole(role: string | null | undefined): Role {
  return roles.find((known) => known === role) ?? "customer_staff";
}

/** The label on screen; a missing role counts as customer_staff, an unknown one shows as 'unknow' (the spec's word). */
export function roleLabel(role: string | null | undefined): string {
  if (role === null || role === undefined || role === "") return roleTable.customer_staff.label;
  return roles.some((known) => known === role) ? roleTable[role as Role].label : "unknow";
}

/** May someone who holds these permissions (null: not signed in) make a call with this access? */
export function may(held: readonly Permission[] | null, access: Access): boolean {
  if (access === "public") return true;
  if (held === null) return false;
  return access === "signed-in" || held.includes(access);
}
