import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";

import { instantParam, pageParam, type SearchParams, textParam } from "../../core/search-params.ts";

/** What an address may say of tickets as a text; what it means is read with the list, which alone knows the words. */
const texts = [
  "view",
  "search",
  "choice",
  "status",
  "category",
  "priority",
  "waiting",
  "agent",
  "container",
  "sort",
  "cause",
  "cluster",
  "closed",
  "causes",
  "new",
  "on",
  "incident",
  "follows",
  "tab",
  "texts",
] as const;

/** Which tickets are shown, and how; absent: all, on a board. */
export interface TicketsSearch extends Partial<Record<(typeof texts)[number], string>> {
  /** "table": in rows. */
  view?: string;
  /** Id of who works on them. */
  agent?: string;
  /** Id of the container. */
  container?: string;
  /** What was wrong; "none": nobody said so. */
  cause?: string;
  /** Id of a cluster; "none": what is in none. */
  cluster?: string;
  /** "lately": within the days over which causes are counted. */
  closed?: string;
  /** The causes are shown. */
  causes?: string;
  /** From 2. */
  page?: number;
  /** A new ticket is being written, about this container, and about this incident or as what follows this ticket. */
  new?: string;
  on?: string;
  incident?: string;
  follows?: string;
  /** Or about this chart, as `definitionText` writes it, of a large one without its series, and an instant in it, epoch ms. */
  chart?: string;
  at?: number;
  /** Of one ticket: "history" in the place of its messages. */
  tab?: string;
  /** Texts for answers are looked after. */
  texts?: string;
}

export function ticketsSearch(given: SearchParams): TicketsSearch {
  return Object.assign(
    pageParam(given),
    ...texts.map((key) => textParam(given, key)),
    chartParam(given),
    instantParam(given, "at"),
  ) as TicketsSearch;
}

/** Cut it could not be read, and a longer one does not fit into a message. */
function chartParam({ chart }: SearchParams): Pick<TicketsSearch, "chart"> {
  const isFitting = typeof chart === "string" && chart !== "" && chart.length <= ticketLimits.longestMessage;
  return isFitting ? { chart } : {};
}
