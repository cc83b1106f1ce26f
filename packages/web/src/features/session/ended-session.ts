/**
 * Whether this tab lost its session without its person signing out here: the sign-in then says why it is asked for. Kept
 * over the load of that page, and not in its address, which people bookmark.
 */
const key = "offgrid.ended";

export function noteEnded(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // A browser without storage asks for the sign-in without a word.
  }
}

export function wasEnded(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function forgetEnded(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
