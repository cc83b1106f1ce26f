import { tickMs } from "@offgrid/contract/core/constants";
import { suggestedText, suggestedTitle } from "@offgrid/contract/warnings/suggested-words";
import { keepPreviousData } from "@tanstack/react-query";

import type { Answer, Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { currentLocale } from "../../core/i18n/locale.ts";

export type Incident = Answer<"incidentList">["data"][number];

/** An incident in the language of whoever reads it, as far as its words are those of a suggested rule. */
export function incidentInWords(incident: Incident): Incident {
  const { cause, subject, content } = incident;
  return {
    ...incident,
    content: suggestedText(content, currentLocale),
    subject:
      cause === "rule" ? { ...subject, name: subject.name && suggestedTitle(subject.name, currentLocale) } : subject,
  };
}

function pageInWords(page: Answer<"incidentList">): Answer<"incidentList"> {
  return { ...page, data: page.data.map(incidentInWords) };
}

/** A page of incidents: what goes on first, worst first. The previous page stays while the next is being fetched. */
export function useIncidents(query: Input<"incidentList">, isWanted = true) {
  return useCall("incidentList", query, {
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: tickMs,
    select: pageInWords,
  });
}

/** What goes on now, worst first. */
export function useGoingOn() {
  return useIncidents({ state: "going_on", pageSize: 200 });
}
