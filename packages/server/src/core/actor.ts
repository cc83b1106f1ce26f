import { type Permission, effectiveRole, roleTable } from "@offgrid/contract/core/access";

/** Who makes a call. */
export interface Actor {
  userId: string;
  email: string;
  /** As stored; may be missing or unknown. */
  role: string | null;
  permissions: readonly Permission[];
  excludes: readonly string[];
  /** "all": sees every container; "assigned": those assigned to the person. */
  containers: "all" | "assigned";
  /** SHA-256 of the session's token: identifies the session without being able to open it. */
  sessionHash: Buffer;
}

/** Rights that follow from a stored role. */
export function rightsOf(role: string | null): Pick<Actor, "permissions" | "excludes" | "containers"> {
  const { grants, excludes, containers } = roleTable[effectiveRole(role)];
  return { permissions: grants, excludes, containers };
}
