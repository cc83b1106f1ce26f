/** Which series of a chart are shown, as its legend is clicked. Pure. */

/** Nothing is hidden. */
export const noneHidden: ReadonlySet<string> = new Set();

/** What a click on an entry of a legend does: shows it alone, shows it too, hides it, or brings all back. */
export type LegendAct = "only" | "show" | "hide" | "all";

/**
 * Those of a chart that are hidden.
 * @param chosen Ids that were hidden. Where none of the others is left, as when the one that was looked at alone has gone
 * from the chart, all are shown: an empty chart would read as one without values.
 */
export function hiddenOf(chosen: ReadonlySet<string>, all: readonly string[]): ReadonlySet<string> {
  return all.some((id) => !chosen.has(id)) ? chosen : noneHidden;
}

/** @param ids Of the entry that is clicked. @param all Of the chart. */
export function legendAct(hidden: ReadonlySet<string>, ids: readonly string[], all: readonly string[]): LegendAct {
  if (ids.some((id) => hidden.has(id))) return "show";
  if (!all.some((id) => hidden.has(id))) return "only";
  return all.every((id) => hidden.has(id) || ids.includes(id)) ? "all" : "hide";
}

/** Those that are hidden after the click. */
export function afterClick(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  all: readonly string[],
): ReadonlySet<string> {
  const hidden = hiddenOf(chosen, all);
  switch (legendAct(hidden, ids, all)) {
    case "only":
      return new Set(all.filter((id) => !ids.includes(id)));
    case "show":
      return new Set([...hidden].filter((id) => !ids.includes(id)));
    case "hide":
      return new Set([...hidden, ...ids]);
    case "all":
      return noneHidden;
  }
}
