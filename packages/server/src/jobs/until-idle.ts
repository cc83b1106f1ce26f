/** Lets messages and calls go first. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
