import { keepAnswers, keptAnswers, restoreAnswers } from "../core/api/kept-answers.ts";
import { queryClient, refresh } from "../core/api/query-client.ts";
import { setReachable } from "../core/api/reach.ts";
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
  const owner = queryClient.getQueryData(whoQuery.queryKey)?.info.id;
  // In another tab someone else may have signed in meanwhile: what this page shows is not theirs.
  if (session && owner === session.userId) keepAnswers(localStorage, queryClient, session);
}
