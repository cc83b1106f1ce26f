/** What every list may have in its address. */
export interface ListAddress {
  search?: string;
  /** From 2; the first page has none. */
  page?: number;
}

/** What a list that can be put in order has in its address, too. */
export interface OrderedAddress<Column extends string> extends ListAddress {
  sort?: Column;
  /** Present: the other way round. */
  reversed?: true;
}

/** An address with another value of a field, "" for none. What is narrowed begins at its first page. */
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
 * An address with the list in the order of a column; a second choice of the same column turns it round.
 * @param usual The column by which a list is in order when its address names none.
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
