/**
 * What all titles begin with up to their first comma, with it, such as "State of charge, " of lines of several containers:
 * it is said once for all of them. Empty: nothing. Pure.
 */
export function sharedStart(titles: readonly string[]): string {
  const [first, ...others] = titles;
  const end = first?.indexOf(", ") ?? -1;
  if (first === undefined || others.length === 0 || end < 0) return "";
  const start = first.slice(0, end + 2);
  return titles.every((title) => title.startsWith(start) && title.length > start.length) ? start : "";
}

/** The same without its comma, as words of their own. */
export const startWords = (start: string): string => start.slice(0, -2);
