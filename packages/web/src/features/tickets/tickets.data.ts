import { tickMs } from "@offgrid/contract/core/constants";
import { type Mover, type TicketState } from "@offgrid/contract/tickets/ticket-moves";
import {
  causeDays,
  closeCauses,
  ticketCategories,
  ticketChoices,
  ticketPriorities,
  ticketSorts,
  type TicketSort,
  ticketStatuses,
  type TicketStatus,
  waitingFors,
} from "@offgrid/contract/tickets/ticket-types";
import { keepPreviousData } from "@tanstack/react-query";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { usePersonalMessages } from "../../core/live/live.ts";
import { choiceParam, type SearchParams, textParam } from "../../core/search-params.ts";
import type { TicketsSearch } from "./tickets.search.ts";

export type Ticket = Answer<"ticketGet">["data"]["ticket"];
export type TicketDetail = Answer<"ticketGet">["data"];
export type TicketMessage = Answer<"getTicketChat">["data"][number];
export type TicketPerson = Answer<"ticketPeople">["data"][number];
export type TicketHistory = Answer<"getTicketHistory">;

export type Causes = Answer<"ticketCauses">["data"];

export const ticketsPerPage = 50;
/** Of a status on the board; all others are in the table. */
export const ticketsPerColumn = 25;

/** In an address: no cause was said; a container in no cluster. */
export const unsaid = "none";
/** In an address: closed within the days over which causes are counted. */
export const lately = "lately";

/** What an address narrows the list by; words that it does not know narrow nothing. */
export function filtersOf(search: TicketsSearch) {
  const given: SearchParams = { ...search };
  return {
    ...choiceParam(given, "choice", ticketChoices),
    ...choiceParam(given, "status", ticketStatuses),
    ...choiceParam(given, "category", ticketCategories),
    ...choiceParam(given, "priority", ticketPriorities),
    ...choiceParam(given, "waiting", waitingFors),
    ...textParam(given, "agent", 64),
    ...textParam(given, "container", 64),
    ...choiceParam(given, "cause", [...closeCauses, unsaid]),
    ...textParam(given, "cluster", 64),
    ...choiceParam(given, "closed", [lately]),
  };
}

/** What stands first: what is gravest, unless the address says otherwise. */
export function sortOf(search: TicketsSearch): TicketSort {
  return choiceParam({ ...search }, "sort", ticketSorts).sort ?? "priority";
}

/** What is asked for an address, a page of it or what the board shows of one status. */
export function ticketQuery(search: TicketsSearch, column?: TicketStatus): Input<"ticketGetList"> {
  const { waiting, container, cause, cluster, closed, ...filters } = filtersOf(search);
  const { page = 1 } = search;
  return {
    ...filters,
    ...textParam({ ...search }, "search"),
    sort: sortOf(search),
    ...(waiting !== undefined && { waitingFor: waiting }),
    ...(container !== undefined && { containerId: container }),
    ...(cause !== undefined && { cause: cause === unsaid ? null : cause }),
    ...(cluster !== undefined && { clusterId: cluster === unsaid ? null : cluster }),
    ...(closed !== undefined && { closedDays: causeDays }),
    ...(column === undefined ? { page, pageSize: ticketsPerPage } : { status: column, pageSize: ticketsPerColumn }),
  };
}

/** Tickets that the address asks for, fetched again at each tick, and whenever one is changed. */
export function useTickets(search: TicketsSearch, column?: TicketStatus) {
  return useCall("ticketGetList", ticketQuery(search, column), {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: tickMs,
  });
}

export function useTicket(id: string) {
  return useCall("ticketGet", { id }, { staleTime: 0, refetchInterval: tickMs, select: ({ data }) => data });
}

/** The last messages, or those before one. What is older does not change by itself. */
export function useChat(id: string, before?: string) {
  return useCall(
    "getTicketChat",
    { id, ...(before !== undefined && { before }) },
    before === undefined ? { staleTime: 0, refetchInterval: tickMs } : {},
  );
}

export function useTicketHistory(id: string) {
  return useCall("getTicketHistory", { id }, { staleTime: 0 });
}

/** Who may be its agent and be mentioned; nobody for people who do not handle tickets. */
export function useHandlers(id: string): readonly TicketPerson[] {
  const enabled = useMayHandle();
  return useCall("ticketPeople", { id }, { enabled, select: ({ data }) => data }).data ?? [];
}

export function useMayHandle(): boolean {
  return useCan("ticketPeople");
}

/** The person, as one who makes moves. */
export function useMover(): Mover {
  const userId = useCurrentUser()?.id;
  const handles = useMayHandle();
  return userId === undefined ? null : { userId, handles };
}

/** A ticket as the rules of its moves know it. */
export function stateOf({
  status,
  agent,
  author,
  waitingFor,
  waitingUntil,
  closeReason,
  closeCause,
  duplicateOf,
  closedAt,
}: Ticket): TicketState {
  return {
    ...{ status, waitingFor, closeReason, closeCause, duplicateOf },
    agentId: agent?.userId ?? null,
    authorId: author?.userId ?? null,
    waitingUntilMs: waitingUntil === null ? null : Date.parse(waitingUntil),
    closedAtMs: closedAt === null ? null : Date.parse(closedAt),
  };
}

/** Tickets that are shown are fetched again as soon as somebody has changed one. */
export function useFreshTickets(): void {
  usePersonalMessages((message) => {
    if ("command" in message && message.command === "ticketChanged") refreshTickets();
  });
}

/** What shows tickets. */
function refreshTickets(): void {
  refresh("ticketGetList", "ticketGet", "getTicketHistory", "getTicketChat");
}

/** @throws ApiError */
export async function createTicket(given: Input<"ticketCreate">): Promise<Ticket> {
  const { data } = await call("ticketCreate", given);
  refreshTickets();
  return data;
}

/** What is shown is fetched again also when somebody else was first. @throws ApiError */
export async function updateTicket(change: Input<"ticketUpdate">): Promise<Ticket> {
  try {
    return (await call("ticketUpdate", change)).data;
  } finally {
    refreshTickets();
  }
}

/** Of a new message, or of one that is changed. @throws ApiError */
export async function writeMessage(message: Input<"updateTicketChat">): Promise<void> {
  await call("updateTicketChat", message);
  refreshTickets();
}

/** @throws ApiError */
export async function deleteMessage(id: string, messageId: string): Promise<void> {
  await call("deleteTicketChat", { id, messageId });
  refreshTickets();
}

/** Nothing is said where it fails: it is tried again with the next message. */
export function markRead(id: string, messageId: string): void {
  void call("ticketRead", { id, messageId }).then(
    () => refresh("ticketGetList"),
    () => undefined,
  );
}

/** Nothing is lost where it fails. */
export function sayWriting(id: string, isInternal: boolean): void {
  void call("ticketWriting", { id, isInternal }).catch(() => undefined);
}

const othersShown = 10;

/** Tickets in which some words are found, without one of them; undefined until it is known. */
export function useOtherTickets(search: string, withoutId: string): readonly Ticket[] | undefined {
  const { data } = useCall(
    "ticketGetList",
    { ...(search.trim() !== "" && { search }), pageSize: othersShown },
    { placeholderData: keepPreviousData },
  );
  return data?.data.filter(({ id }) => id !== withoutId);
}

/** How often something was the cause of what was closed lately. */
export function useCauses() {
  return useCall("ticketCauses", {}, { staleTime: 0, select: ({ data }) => data });
}

export function useClusterNames(): readonly { id: string; name: string }[] {
  return useCall("clusterList", {}, { select: ({ data }) => data }).data ?? [];
}

/** The incident that a new ticket is to be about. */
export function useIncidentOf(id: string | undefined) {
  return useCall("incidentGet", { id: id ?? "" }, { enabled: id !== undefined, select: ({ data }) => data.incident });
}
