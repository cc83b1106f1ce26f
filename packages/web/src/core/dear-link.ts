/** What some browsers tell of the link; others tell nothing. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/**
 * Is the link one on which nothing is fetched that nobody asked for: paid by the byte, or slow? What browsers say of its
 * megabits is not asked: as long as they have measured none, they say less than any network has.
 */
export function isDear(connection: Connection | undefined): boolean {
  if (!connection) return false;
  const { saveData, effectiveType, type } = connection;
  return saveData === true || type === "cellular" || (effectiveType !== undefined && effectiveType !== "4g");
}

/** What the browser tells of its link now; undefined: it tells nothing. */
export function connectionNow(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}
