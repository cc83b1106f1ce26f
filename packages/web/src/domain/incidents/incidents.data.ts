import { tickMs } from "@offgrid/contract/core/constants";
import type { Feedback } from "@offgrid/contract/incidents/incident-types";
import { suggestedText, suggestedTitle } from "@offgrid/contract/warnings/suggested-words";
import { keepPreviousData } from "@tanstack/react-query";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
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

/** What goes on at a container, worst first. */
export function useGoingOnAt(containerId: string, isWanted = true) {
  return useIncidents({ state: "going_on", containerId, pageSize: 20 }, isWanted);
}

/** An incident with its warnings and what became of it. */
export function useIncidentDetail(id: string) {
  return useCall("incidentGet", { id }, { select: ({ data }) => data, refetchInterval: tickMs });
}

/** @throws ApiError */
export async function acknowledgeIncident(id: string, note: string, feedback: Feedback | undefined): Promise<void> {
  await withIncidents(call("incidentAcknowledge", { id, ...(note !== "" && { note }), ...(feedback && { feedback }) }));
}

/** Takes back that the person looks after it. @throws ApiError */
export async function withdrawIncident(id: string): Promise<void> {
  await withIncidents(call("incidentWithdraw", { id }));
}

/** Does something about incidents. What is shown of them is asked for again, also where it was refused: it may be over. */
export async function withIncidents<Result>(act: Promise<Result>): Promise<Result> {
  try {
    return await act;
  } finally {
    refresh("incidentList", "incidentGet", "getWarningHistory", "getWarningContainerHistory");
  }
}
