import { type Permission, effectiveRole, roleTable } from "@offgrid/contract/core/access";

/** Who asks to see containers. */
export interface Viewer {
  userId: string;
  /** "all": sees every container; "assigned": those assigned to the person. */
  containers: "all" | "assigned";
}

/** Who makes a call, with the rights of this moment. */
export interface Actor extends Viewer {
  email: string;
  /** As stored; may be missing or unknown. */
  role: string | null;
  /** Of the role whose rights apply; 0 is the highest. */
  priority: number;
  permissions: readonly Permission[];
  excludes: readonly string[];
  /** Signing in takes a code. */
  twoStep: boolean;
  /** The role asks for a second factor, and there is none yet. */
  mustSetUpTwoStep: boolean;
  /** SHA-256 of the session's token: identifies the session without being able to open it. */
  sessionHash: Buffer;
  /** Epoch ms: when the person last proved who they are (0: never), and used the portal before this call. */
  confirmedAtMs: number;
  usedAtMs: number;
}

/** Which containers a stored role sees; unlike the rest of a role's rights this is fixed. */
export function containersOf(role: string | null): Viewer["containers"] {
  return roleTable[effectiveRole(role)].containers;
}
