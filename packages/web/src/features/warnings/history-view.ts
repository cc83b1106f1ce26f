import type { ReactNode } from "react";

import type { ListSearch } from "../../ui/use-list-search.ts";
import type { HistorySearch } from "./warnings.search.ts";

/** What the page gives to the one of its views that is shown. */
export interface ViewProps {
  list: ListSearch<HistorySearch>;
  now: number;
  /** What can be done about the whole list. */
  action: ReactNode;
  filters: ReactNode;
}
