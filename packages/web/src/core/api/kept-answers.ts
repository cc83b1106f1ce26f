import type { CallName } from "@offgrid/contract/registry";
import { type DehydratedState, type QueryClient, type QueryState, dehydrate, hydrate } from "@tanstack/react-query";

import { type Session, forgetAnswers, keptAnswersKey } from "./session-cookies.ts";

/** What happened and what was written of it, which somebody without a network looks up long after they left the screen that showed it. */
const happenedCalls: readonly CallName[] = [
  "getNotifications",
  "getNotificationsHistory",
  "getNotificationsUnread",
  "getWarningHistory",
  "getWarningContainerHistory",
  "getWarningUnread",
  "incidentList",
  "incidentGet",
  "ticketGetList",
  "ticketGet",
  "getTicketChat",
  "getTicketHistory",
];
/** So many answers of screens that were left are kept. */
const mostLeft = 100;

/**
 * What may be read without a network: the containers, what is measured there, what happened, and the tickets. Of other
 * people only who looks after it, and who wrote.
 */
const keptCalls: readonly CallName[] = [
  "getCurrentUserInfo",
  "getUserSetting",
  "getAppVersion",
  "getUnreadNotificationCount",
  "getWarningUnreadCount",
  "getSitesV2",
  "getContainerInfoV4",
  "clusterList",
  "getBlackoutForecast",
  "getChartData",
  "getConsumption",
  "getGeneration",
  "getEnergyBalance",
  "getConsumptionOrigins",
  "getFleetForecast",
  "getPowerCuts",
  "getSites",
  ...happenedCalls,
  "getUserInfo",
  "getWeather",
  "helpGet",
  "ticketTextList",
];
const longestLifeMs = 7 * 86_400_000;
/** Browsers allow five million characters for all that a site keeps in this way. */
const mostCharacters = 2_000_000;

interface Kept {
  userId: string;
  /** Distinguishes sessions without storing a second copy of the token. */
  session: string;
  state: DehydratedState;
}

/**
 * Keeps the last answers of what was shown, each with its time, for the session in which they were given. The storage
 * is one that is emptied at once: nothing is left to read when `clearSession` returns.
 */
export function keepAnswers(storage: Storage, client: QueryClient, session: Session): void {
  const state = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey, state: { data } }) =>
      data !== undefined && keptCalls.includes(queryKey[0] as CallName),
  });
  state.queries = state.queries.map((query) => ({ ...query, state: answered(query.state) }));
  state.queries.push(...leftBefore(keptAnswers(storage, session), state));
  state.queries.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  try {
    storage.setItem(keptAnswersKey, fitted({ userId: session.userId, session: nameOf(session), state }));
  } catch {
    forgetAnswers();
  }
}

/** What was kept before of what happened, and is not in memory any more: the page was loaded anew, or it was forgotten. */
function leftBefore(before: DehydratedState | undefined, { queries }: DehydratedState): DehydratedState["queries"] {
  const here = new Set(queries.map(({ queryHash }) => queryHash));
  const left = before?.queries.filter(
    ({ queryHash, queryKey }) => happenedCalls.includes(queryKey[0] as CallName) && !here.has(queryHash),
  );
  return left?.slice(0, mostLeft) ?? [];
}

/** Its last answer alone: a later try that failed, as all do without a network, takes nothing from what was received. */
function answered(state: QueryState): QueryState {
  return {
    ...state,
    status: "success",
    fetchStatus: "idle",
    error: null,
    fetchFailureCount: 0,
    fetchFailureReason: null,
  };
}

/** Shows what was kept, with the times at which it was received. */
export function restoreAnswers(client: QueryClient, kept: DehydratedState, nowMs: number): void {
  const queries = kept.queries.filter(({ state }) => nowMs - state.dataUpdatedAt < longestLifeMs);
  hydrate(client, { mutations: [], queries });
}

/** Says when a question failed of which nothing is in memory. */
export function onNothingFound(client: QueryClient, listener: () => void): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error" && event.query.state.data === undefined) listener();
  });
}

/** What is kept of this session; what another one left, or what cannot be read, is discarded. */
export function keptAnswers(storage: Storage, session: Session | undefined): DehydratedState | undefined {
  try {
    const kept = JSON.parse(storage.getItem(keptAnswersKey) ?? "null") as Kept | null;
    if (kept && session && kept.userId === session.userId && kept.session === nameOf(session)) return kept.state;
    storage.removeItem(keptAnswersKey);
  } catch {
    forgetAnswers();
  }
  return undefined;
}

/** As text, without the oldest answers where all are too many. */
function fitted(kept: Kept): string {
  const text = JSON.stringify(kept);
  if (text.length <= mostCharacters) return text;
  const { queries } = kept.state;
  const fewer = queries.slice(0, Math.floor(queries.length * 0.8));
  return fitted({ ...kept, state: { ...kept.state, queries: fewer } });
}

function nameOf({ token }: Session): string {
  return token.slice(0, 8);
}
