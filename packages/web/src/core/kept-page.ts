/** What is told when the session ends while the page is to stay, such as on a wall; undefined: the page is left. */
let onEnd: (() => void) | undefined;

/**
 * Keeps the page, with what it shows, when the portal says that its session has ended.
 * @param ended Called then. Calls are not made any more.
 * @returns Takes it back.
 */
export function keepPage(ended: () => void): () => void {
  onEnd = ended;
  return () => {
    if (onEnd === ended) onEnd = undefined;
  };
}

/** Tells the page that its session has ended. @returns Whether it stays. */
export function staysWithout(): boolean {
  onEnd?.();
  return onEnd !== undefined;
}
