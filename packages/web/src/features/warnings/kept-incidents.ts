import { worstOfTwo } from "@offgrid/contract/warnings/power-first";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";

import { isUnreachable } from "../../core/api/api-error.ts";
import type { Answer, Input } from "../../core/api/call.ts";
import { type Incident, incidentInWords, useIncidents } from "../../domain/incidents/incidents.data.ts";

/** A list of incidents as the portal answered it, and when. */
export interface ListAnswer {
  asked: Input<"incidentList">;
  incidents: readonly Incident[];
  atMs: number;
}

interface KeptIncidents {
  /** What goes on first, worst first; then what is over, newest first. */
  incidents: Incident[];
  /** How old it is: when what goes on was asked for last. */
  atMs: number;
}

/**
 * What other lists showed of what is asked for, for when the portal cannot be asked: the dashboard asks for what goes on,
 * and the history for all. Undefined: nothing of it was ever asked for. Pure.
 */
export function keptIncidents(
  answers: readonly ListAnswer[],
  { state, severity, containerId, clusterId }: Input<"incidentList">,
): KeptIncidents | undefined {
  const isOf = ({ asked }: ListAnswer) => clusterId === undefined || asked.clusterId === clusterId;
  const newest = answers.filter(isOf).toSorted((one, other) => other.atMs - one.atMs);
  // What an older list says goes on, and the newest does not, is over by now.
  const whole = newest.find(({ asked }) => isWhole(asked, { severity, containerId }));
  const over = new Map<string, Incident>();
  for (const incident of newest.flatMap(({ incidents }) => incidents))
    if (!over.has(incident.id)) over.set(incident.id, incident);
  const found = [
    ...(whole?.incidents ?? []).filter(({ open }) => open > 0).toSorted(worstFirst),
    ...[...over.values()].filter(({ open }) => open === 0).toSorted(newestFirst),
  ].filter(
    (one) =>
      (state === undefined || (state === "over") === (one.open === 0)) &&
      (severity === undefined || one.severity === severity) &&
      (containerId === undefined || one.containerId === containerId || one.containerIds.includes(containerId)),
  );
  const source = whole ?? newest[0];
  if (!source || (whole === undefined && found.length === 0)) return undefined;
  return { incidents: found, atMs: source.atMs };
}

/** Does it have all that goes on, or all of what is looked for? */
function isWhole(
  asked: Input<"incidentList">,
  wanted: Pick<Input<"incidentList">, "severity" | "containerId">,
): boolean {
  if (asked.state === "over" || (asked.page ?? 1) > 1) return false;
  return [
    [asked.severity, wanted.severity],
    [asked.containerId, wanted.containerId],
  ].every(([own, other]) => own === undefined || own === other);
}

const ranked = ({ severity, state, worst: { attribute, value }, beganAt, foundAt }: Incident) => {
  return { severity, attribute, value, raisedAt: beganAt, foundAt, isAttended: state === "acknowledged" };
};
const worstFirst = (one: Incident, other: Incident) =>
  worstOfTwo(ranked(one), ranked(other)) || newestFirst(one, other);
const newestFirst = (one: Incident, other: Incident) => Date.parse(other.beganAt) - Date.parse(one.beganAt);

/** What memory has of lists of incidents. */
function listAnswers(client: QueryClient): ListAnswer[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ["incidentList"] })
    .flatMap(({ queryKey, state }) => {
      const answer = state.data as Answer<"incidentList"> | undefined;
      const asked = queryKey[1] as Input<"incidentList">;
      return answer ? [{ asked, incidents: answer.data, atMs: state.dataUpdatedAt }] : [];
    });
}

/**
 * A page of incidents; where the portal cannot be asked for it and never was, what other lists showed of it, and when
 * they were asked for (`keptAtMs`).
 */
export function useIncidentsOrKept(query: Input<"incidentList">) {
  const client = useQueryClient();
  const asked = useIncidents(query);
  const isAway = asked.data === undefined && isUnreachable(asked.error);
  const kept = isAway ? keptIncidents(listAnswers(client), query) : undefined;
  if (!kept) return { ...asked, keptAtMs: undefined };
  const data = { data: kept.incidents.map(incidentInWords), total: kept.incidents.length, isMore: false };
  return { ...asked, data, keptAtMs: kept.atMs };
}
