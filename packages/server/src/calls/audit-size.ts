/** Of a change, a line of the audit keeps so many values: those of the largest group command, and more. */
const mostValues = 2_500;
const longestText = 4_000;

type Change = Record<string, unknown>;

/**
 * A change as a line of the audit keeps it. Beyond a bound, values are left out, and `leftOut` says how many; the end of a
 * long text is cut off. Pure.
 */
export function boundedChange(change: Change): Change {
  let room = mostValues;
  let leftOut = 0;
  const keep = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null) return keepAll(value);
    if (typeof value === "string" && value.length > longestText) return `${value.slice(0, longestText)}…`;
    return value;
  };
  const isTaken = (value: unknown): boolean => {
    if (room > 0) {
      if (!isNested(value)) room--;
      return true;
    }
    leftOut += countOf(value);
    return false;
  };
  const keepAll = (value: object): unknown => {
    // Each value is kept before the next one is looked at: it may need the room that is left.
    if (Array.isArray(value)) return value.flatMap((one) => (isTaken(one) ? [keep(one)] : []));
    const kept: [string, unknown][] = [];
    for (const [key, one] of Object.entries(value)) if (isTaken(one)) kept.push([key, keep(one)]);
    return Object.fromEntries(kept);
  };
  const bounded = keepAll(change) as Change;
  return leftOut === 0 ? bounded : { ...bounded, leftOut };
}

/** An empty list or object is a value itself. */
function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function countOf(value: unknown): number {
  return isNested(value) ? Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0) : 1;
}
