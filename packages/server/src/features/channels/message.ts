import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { NewsKind } from "@offgrid/contract/channels/delivery-moves";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import type { closeReasons } from "@offgrid/contract/warnings/warnings.schema";

/** What is said to one person by one channel, before it is put into words. */
export interface Message {
  /** Of the first delivery that goes with it. */
  id: number;
  atMs: number;
  items: readonly MessageItem[];
}

/** A warning that the person sees, of those that an incident has. */
export interface NotifiedWarning {
  containerId: string;
  containerName: string;
  zoneName: string;
  content: string;
  note: string;
  severity: WarningSeverity;
  attribute: string | null;
  value: number | null;
  raisedMs: number;
  clearedMs: number | null;
  closeReason: (typeof closeReasons)[number] | null;
  /** As it is kept; undefined: it is gone. */
  rule: unknown;
  ruleId: string | null;
  ruleName: string;
  /** Null: nobody knows it, or the account is gone. */
  ownerName: string | null;
  /** Where the person may look at the rule: among their own, among those of others, or nowhere. */
  ruleShown: "own" | "others" | null;
  clusterId: string | null;
  kitId: string | null;
}

/** What would have warned while a container was dark. */
export interface NotifiedDark {
  containerName: string;
  zoneName: string;
  fromMs: number;
  toMs: number;
  items: readonly { content: string; lastedMs: number }[];
  /** So many more rules had something to say. */
  more: number;
}

export interface MessageItem {
  deliveryId: number;
  incidentId: string | null;
  kind: NewsKind;
  severity: WarningSeverity;
  /** The channel has told nothing of this incident before. */
  isFirst: boolean;
  /** The gravest first; those that matter for what is said. */
  warnings: readonly NotifiedWarning[];
  /** How many containers these are, and there may be more than are named. */
  containers: number;
  dark: NotifiedDark | null;
}

/** The person who is told. */
export interface Listener {
  email: string;
  isVerified: boolean;
  firstName: string;
  language: LocaleCode;
}
