import { call } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { tickMs } from "@offgrid/contract/core/constants";
import type { Answer } from "../../core/api/call.ts";
import { incidentInWords, withIncidents } from "../../domain/incidents/incidents.data.ts";
import { isHeldBy, type MuteHours, warningInWords } from "./history.data.ts";

/** What can be done about an incident, and all that is known of one. */

export type IncidentDetail = Answer<"incidentGet">["data"];

/** An incident with its warnings, its history and what was done before. @param id Undefined: none is opened. */
export function useIncident(id: string | undefined) {
  return useCall(
    "incidentGet",
    { id: id ?? "" },
    { select: detailInWords, staleTime: 0, refetchInterval: tickMs, enabled: id !== undefined },
  );
}

/** Does this person look after any of its warnings, as far as they are listed? */
export function isPartHeldBy(userId: string | undefined, { warnings }: IncidentDetail, nowMs: number): boolean {
  return warnings.some((one) => isHeldBy(userId, one, nowMs));
}

function detailInWords({ data }: Answer<"incidentGet">): IncidentDetail {
  return { ...data, incident: incidentInWords(data.incident), warnings: data.warnings.map(warningInWords) };
}

/** @param hours 0: messages come again. @throws ApiError */
export async function muteIncident(id: string, hours: MuteHours): Promise<void> {
  await withIncidents(call("incidentMute", { id, hours }));
}

/** @returns the incident that the warning has of its own. @throws ApiError */
export async function splitIncident(id: string, warningId: string): Promise<string> {
  return (await withIncidents(call("incidentSplit", { id, warningId }))).data.id;
}

/** @throws ApiError */
export async function mergeIncidents(id: string, into: string, reason: string): Promise<void> {
  await withIncidents(call("incidentMerge", { id, into, reason }));
}
