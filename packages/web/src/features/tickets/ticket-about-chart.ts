import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";

import { isInstant } from "../../core/search-params.ts";
import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import type { TicketsSearch } from "./tickets.search.ts";

/** A chart that a new ticket is about, by the address of the list of tickets. */
export interface AskedChart {
  name: string;
  /** The time that it shows, and what of it was pointed at; epoch ms. */
  fromMs: number;
  toMs: number;
  atMs: number;
  /** Where whoever sees its containers sees it, too; absent: it is too large for one. */
  address?: string;
}

/** Undefined: the address names no chart, or one that cannot be read. @param origin Of the portal. */
export function askedChart({ chart, at }: Pick<TicketsSearch, "chart" | "at">, origin: string): AskedChart | undefined {
  const definition = chart === undefined ? undefined : readDefinitionText(chart);
  if (!definition || at === undefined) return undefined;
  // Nobody has checked what stands there.
  const { name, from, to }: Record<string, unknown> = definition;
  if (typeof name !== "string" || !isInstant(from) || !isInstant(to) || from >= to) return undefined;
  return {
    ...{ name, fromMs: from, toMs: to, atMs: at },
    ...(definition.series.length > 0 && {
      address: `${origin}${withLocale(`/charts/add?d=${definitionText(definition)}`, currentLocale)}`,
    }),
  };
}

/**
 * What is sent: below the words the address, which is long and would stand in the way of whoever writes them. Where both do not
 * fit into a message, the words, which say which chart it is and which time.
 */
export function withAddress(text: string, address: string | undefined): string {
  const both = `${text.trimEnd()}\n\n${address}`;
  return address === undefined || both.length > ticketLimits.longestMessage ? text : both;
}

/** Which words say what goes with a ticket of this text. */
export function aboutChartWords(text: string, { address }: AskedChart): "aboutChart" | "aboutLargeChart" {
  return withAddress(text, address) === text ? "aboutLargeChart" : "aboutChart";
}
