import type { Permission } from "@offgrid/contract/core/access";
import type { TokenUse } from "@offgrid/contract/core/token-use";

/** Who makes a call, with the rights that apply now. */
export interface Actor {
  userId: string;
  /** "all": sees every container; "assigned": those assigned to the person. */
  containers: "all" | "assigned";
  email: string;
  /** As stored; may be missing or unknown. */
  role: string | null;
  /** Of the role whose rights apply; 0 is the highest. */
  priority: number;
  permissions: readonly Permission[];
  excludes: readonly string[];
  /** Signing in requires a code. */
  twoStep: boolean;
  /** The role requires a second factor, and there is none yet. */
  mustSetUpTwoStep: boolean;
  /** SHA-256 of the session's token: identifies the session without being able to open it. */
  sessionHash: Buffer;
  /** Epoch ms: when the person last proved who they are (0: never), and last used the portal before this call. */
  confirmedAtMs: number;
  usedAtMs: number;
  /** A program calls with this token; `permissions` is then limited to what it was made for, `sessionHash` is the token's. */
  apiToken?: TokenUse & { name: string };
}
