import { keepAnswers, keptAnswers, onNothingFound, restoreAnswers } from "../core/api/kept-answers.ts";
import { queryClient, refresh } from "../core/api/query-client.ts";
import { isReachable, onReachChange, setReachable } from "../core/api/reach.ts";
import { readSession } from "../core/api/session-cookies.ts";
import { waitForPortal } from "../core/chunk.ts";
import { config } from "../core/config.ts";
import { idle } from "../core/idle.ts";
import { onTick } from "../core/live/tick.ts";
import { whoQuery } from "./guards.ts";

/**
 * Shows the last answers where the portal could not even send the page, and asks for all of them again once it answers.
 * What a session that is over left behind is discarded in any case.
 */
export function startWithoutPortal(): void {
  const kept = keptAnswers(localStorage, readSession());
  if (!config.offline) return;
  if (kept) restoreAnswers(queryClient, kept, Date.now());
  setReachable(false);
  void waitForPortal().then(() => refresh());
}

/**
 * Brings back what memory has forgotten, or never had since the page was loaded, once the portal cannot be asked: when the
 * link is lost, and again when a screen finds nothing, as memory forgets what no screen shows.
 */
export function bringAnswersBack(): void {
  const bringBack = () => {
    if (isReachable() || !isOwnSession()) return;
    const kept = keptAnswers(localStorage, readSession());
    if (kept) restoreAnswers(queryClient, kept, Date.now());
  };
  onReachChange(bringBack);
  onNothingFound(queryClient, bringBack);
}

/**
 * Keeps the answers for the next start, at each tick and when the page is left. After a tick only once the browser has
 * time for it: to write out the answers about thousands of containers would hold up what the tick has to draw.
 */
export function keepAnswersOfSession(): void {
  onTick(() => void idle().then(keepNow));
  document.addEventListener("visibilitychange", () => void (document.visibilityState === "hidden" && keepNow()));
  window.addEventListener("pagehide", keepNow);
}

function keepNow(): void {
  const session = readSession();
  if (session && isOwnSession()) keepAnswers(localStorage, queryClient, session);
}

/** In another tab someone else may have signed in meanwhile: what this page shows is not theirs. */
function isOwnSession(): boolean {
  return queryClient.getQueryData(whoQuery.queryKey)?.info.id === readSession()?.userId;
}
