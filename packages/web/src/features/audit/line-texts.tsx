import { auditNamespaces } from "@offgrid/contract/audit-keys";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AuditRow } from "./audit.data.ts";

interface Props {
  lines: readonly Pick<AuditRow, "action">[];
  /** Meanwhile. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Those of automations and rules are looked for in every line. */
const always = ["audit", "automation-words", "container"];

/** Lines, once the words of the features that they are about are there: a page needs those of a few. */
export function LineTexts({ lines, fallback, children }: Props) {
  const namespaces = new Set(lines.flatMap(({ action }) => auditNamespaces(action)));
  const { ready } = useTranslation([...always, ...namespaces] as "audit"[], { useSuspense: false });
  return ready ? children : fallback;
}
