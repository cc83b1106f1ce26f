/** The parameters that every list may have in its address. */
export interface ListAddress {
  search?: string;
  /** From 2; the first page has none. */
  page?: number;
}

/** Further parameters of a list that can be sorted. */
export interface OrderedAddress<Column extends string> extends ListAddress {
  sort?: Column;
  /** Present: in reverse order. */
  reversed?: true;
}

/** An address with another value of a field, "" for none. A filtered list begins at its first page. */
export function withField<Search extends ListAddress>(search: Search, key: keyof Search, value: string): Search {
  const { [key]: _before, page: _page, ...rest } = search;
  return (value === "" ? rest : { ...rest, [key]: value }) as Search;
}

/** An address on another page. */
export function withPage<Search extends ListAddress>(search: Search, page: number): Search {
  const { page: _before, ...rest } = search;
  return (page > 1 ? { ...rest, page } : rest) as Search;
}

/**
 * An address with the list sorted by a column; choosing the same column again reverses it.
 * @param usual The default column, which the address leaves out.
 */
export function withOrder<Column extends string, Search extends OrderedAddress<Column>>(
  search: Search,
  column: Column,
  usual: Column,
): Search {
  const { sort = usual, reversed = false, page: _page, ...rest } = search;
  return {
    ...rest,
    ...(column === usual ? {} : { sort: column }),
    ...(column === sort && !reversed ? { reversed: true } : {}),
  } as Search;
}
