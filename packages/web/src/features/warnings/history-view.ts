import { countOpenWarnings } from "@offgrid/contract/containers/open-warnings";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ListSearch } from "../../ui/use-list-search.ts";
import type { HistorySearch } from "./warnings.search.ts";

/** How much goes on, and how many warnings of it are open. */
export function joined(goingOn: string, openNow: string | undefined): string {
  return openNow === undefined ? goingOn : `${goingOn} · ${openNow}`;
}

/**
 * How many warnings are open at these containers, as many and in the same words as their own screens say. How many of
 * them batteries report is added, since those stand beside the rows instead of among them. Undefined: nothing of what is
 * searched for can be counted by container.
 */
export function useOpenNow(
  containers: readonly Pick<ContainerRow, "alarms" | "openWarnings">[],
  { severity }: HistorySearch,
): string | undefined {
  const { t } = useTranslation("warning-history");
  if (containers.length === 0 || severity !== undefined) return undefined;
  const count = containers.reduce((total, container) => total + countOpenWarnings(container), 0);
  const reported = containers.reduce((total, { alarms }) => total + alarms.length, 0);
  const all = t("openNow", { count });
  return reported === 0 ? all : t("openReported", { all, count: reported });
}

/** What the page gives to the one of its views that is shown. */
export interface ViewProps {
  list: ListSearch<HistorySearch>;
  now: number;
  /** What can be done about the whole list. */
  action: ReactNode;
  filters: ReactNode;
  /** How many warnings are open, in words; undefined: that is not known, or not what is searched for. */
  openNow: string | undefined;
  /** What concerns the person themself, above the rows. */
  notices: ReactNode;
  /** What is open without a rule: above the rows, but below what is critical. */
  alarms: ReactNode;
}
