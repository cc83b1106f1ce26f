/** The draft of a new chart, kept in this browser for the person who began it. */

interface KeptDraft {
  userId: string;
  text: string;
  atMs: number;
}

const key = "chart-draft";
/** Older ones are forgotten. */
const keptMs = 30 * 86_400_000;

/** Where the browser keeps nothing, there is no draft. */
function safely<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function keptDraft(userId: string, nowMs: number): KeptDraft | undefined {
  const kept = safely(() => JSON.parse(localStorage.getItem(key) ?? "null") as KeptDraft | null);
  return kept && kept.userId === userId && nowMs - kept.atMs < keptMs ? kept : undefined;
}

export function keepDraft(userId: string, text: string, nowMs: number): void {
  safely(() => localStorage.setItem(key, JSON.stringify({ userId, text, atMs: nowMs } satisfies KeptDraft)));
}

export function forgetDraft(): void {
  safely(() => localStorage.removeItem(key));
}
