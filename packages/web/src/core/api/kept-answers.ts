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
/** So many answers about what happened are kept of screens that were left. */
const mostHappened = 100;
/** So many drawings of charts are kept: while a chart is made, each change of it is drawn as a question of its own. */
const mostDrawings = 12;

/**
 * What may be read without a network: the containers, what is measured there, what happened, the charts, and the
 * tickets. Of other people only who looks after it, who wrote, and whose chart it is.
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
  "chartList",
  "chartGet",
  "chartDraw",
  ...happenedCalls,
  "getUserInfo",
  "getWeather",
  "getSolcastQuery",
  "helpGet",
  "ticketTextList",
];
const longestLifeMs = 7 * 86_400_000;
/** Browsers allow five million characters for all that a site keeps in this way. */
const mostCharacters = 2_000_000;

interface Owner {
  userId: string;
  /** Distinguishes sessions without storing a second copy of the token. */
  session: string;
}

interface Kept extends Owner {
  state: DehydratedState;
}

type KeptQuery = DehydratedState["queries"][number];

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
  let drawings = 0;
  state.queries = state.queries
    .toSorted(byTime)
    .filter(({ queryKey }) => queryKey[0] !== ("chartDraw" satisfies CallName) || ++drawings <= mostDrawings);
  try {
    storage.setItem(keptAnswersKey, fitted({ userId: session.userId, session: nameOf(session) }, state));
  } catch {
    forgetAnswers();
  }
}

/**
 * What was kept before and is not in memory any more: the page was loaded anew, or it was forgotten. A screen asks for the
 * same of another span each time that it is opened: of these questions the last answer is enough.
 */
function leftBefore(before: DehydratedState | undefined, { queries }: DehydratedState): KeptQuery[] {
  const here = new Set(queries.map(({ queryHash }) => queryHash));
  const asked = new Set(queries.map(withoutSpan));
  let happened = 0;
  const newestFirst = (before?.queries ?? []).toSorted(byTime);
  return newestFirst.filter((query) => {
    if (here.has(query.queryHash)) return false;
    if (happenedCalls.includes(query.queryKey[0] as CallName)) return ++happened <= mostHappened;
    const question = withoutSpan(query);
    if (asked.has(question)) return false;
    asked.add(question);
    return true;
  });
}

/** What is asked, whatever the span: instants are numbers of epoch ms. */
function withoutSpan({ queryKey }: KeptQuery): string {
  const earliestMs = 1e11;
  return JSON.stringify(queryKey, (_, value: unknown) =>
    typeof value === "number" && value > earliestMs ? null : value,
  );
}

function byTime(one: KeptQuery, other: KeptQuery): number {
  return other.state.dataUpdatedAt - one.state.dataUpdatedAt;
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

/** As text, without the oldest answers where all are too many: those of the screens whose visit is longest ago. */
function fitted(owner: Owner, { queries }: DehydratedState): string {
  let left = mostCharacters;
  const texts: string[] = [];
  for (const query of queries) {
    const text = JSON.stringify(query);
    left -= text.length + 1;
    if (left < 0) break;
    texts.push(text);
  }
  return `${JSON.stringify(owner).slice(0, -1)},"state":{"mutations":[],"queries":[${texts.join()}]}}`;
}

function nameOf({ token }: Session): string {
  return token.slice(0, 8);
}
