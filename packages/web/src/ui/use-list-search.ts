import { mobileBreakpointPx } from "@offgrid/contract/core/constants";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";

import { type ListAddress, withField, withPage } from "./list-address.ts";

/** Pause after the last letter before the portal is asked. */
const typingPauseMs = 250;

/** Is the window so narrow that a list shows cards in the place of a table? */
export function useIsPhone(): boolean {
  // Paper is as narrow as a phone, but a page that is rebuilt while it is printed loses what does not fit the old one.
  return useMediaQuery(`screen and (max-width: ${mobileBreakpointPx}px)`, undefined, {
    getInitialValueInEffect: false,
  });
}

/** Goes to another address of the same page. `replace`: without a step to come back from. */
export type GoToSearch<Search> = (next: { search: Search; replace?: boolean; resetScroll?: boolean }) => unknown;

/** A list by its address, and functions that change the address. */
export interface ListSearch<Search extends ListAddress> {
  search: Search;
  /** As `search`, once the typing pauses. */
  asked: Search;
  change: (next: Search) => void;
  /** As `change`, with a step to come back from, such as for something that is opened. */
  step: (next: Search) => void;
  /** Sets one field, or takes it away where the value is "". */
  put: (key: keyof Search, value: string) => void;
  /** From 1. */
  page: number;
  toPage: (page: number) => void;
}

/**
 * What a list keeps in its address: search, filters, order and page.
 * The address follows each letter at once; `asked` follows once the typing pauses, for the call.
 */
export function useListSearch<Search extends ListAddress>(search: Search, go: GoToSearch<Search>): ListSearch<Search> {
  const [typed] = useDebouncedValue(search.search, typingPauseMs);
  const { search: _typed, ...others } = search;
  const change = (next: Search) => void go({ search: next, replace: true, resetScroll: false });
  return {
    search,
    asked: (typed === undefined ? others : { ...others, search: typed }) as Search,
    change,
    step: (next) => void go({ search: next, resetScroll: false }),
    put: (key: keyof Search, value: string) => change(withField(search, key, value)),
    page: search.page ?? 1,
    toPage: (page: number) => void go({ search: withPage(search, page) }),
  };
}
