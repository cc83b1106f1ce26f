import type { ReactNode } from "react";

import type { ListSearch } from "../../ui/use-list-search.ts";
import type { HistorySearch } from "./warnings.search.ts";

/** What there is in all, and how much of it is open now. */
export function joined(all: string, openNow: string | undefined): string {
  return openNow === undefined ? all : `${all} · ${openNow}`;
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
  /** What is open without a rule, above the rows. */
  alarms: ReactNode;
}
