import type { LocaleCode } from "@offgrid/contract/core/constants";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import type { TextPlace } from "@offgrid/contract/tickets/ticket-texts";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { formatQuantityText } from "../../core/format.ts";
import { type Ticket, useMayHandle } from "./tickets.data.ts";

type Incident = Answer<"incidentGet">["data"]["incident"];
export type TicketText = Answer<"ticketTextList">["data"][number];

/** Texts for answers; none for people who do not handle tickets. */
export function useTexts() {
  const enabled = useMayHandle();
  return useCall("ticketTextList", {}, { enabled, select: ({ data }) => data });
}

/** @throws ApiError */
export async function saveText(text: Input<"ticketTextSave">): Promise<void> {
  await call("ticketTextSave", text);
  refresh("ticketTextList");
}

/** @throws ApiError */
export async function deleteText(id: string): Promise<void> {
  await call("ticketTextDelete", { id });
  refresh("ticketTextList");
}

/**
 * What the places of texts are filled with for a ticket, as far as it is known, in the language of the text.
 * @param enabled False: nothing is asked for yet.
 */
export function useKnownOf(
  { container, agent, incidentId }: Ticket,
  enabled: boolean,
): (language: LocaleCode) => Partial<Record<TextPlace, string>> {
  const incident = useCall(
    "incidentGet",
    { id: incidentId ?? "" },
    { enabled: enabled && incidentId !== null, select: ({ data }) => data.incident },
  ).data;
  const hours = useCall(
    "getBlackoutForecast",
    { containerId: container?.id ?? "" },
    { enabled: enabled && container !== null, select: ({ data }) => data.hours },
  ).data;
  return (language) => ({
    ...(container && { container: container.name }),
    ...(agent?.name && { agent: agent.name }),
    ...(incident && valueOf(incident.worst, language)),
    // Loads that are cut already have no hours left: what to say of that is the writer's.
    ...(hours && { hours_left: inHours(hours, language) }),
  });
}

/** Of a warning whose value is a figure. */
function valueOf({ attribute, value }: Incident["worst"], language: LocaleCode) {
  const metric = attribute === null ? undefined : findMetric(attribute);
  if (!metric || metric.kind === "state" || value === null) return {};
  return { value: formatQuantityText(value, metric.unit, language) };
}

function inHours(hours: number, language: LocaleCode): string {
  return new Intl.NumberFormat(language, { style: "unit", unit: "hour", maximumFractionDigits: 0 }).format(
    Math.max(1, hours),
  );
}
