import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { differenceOf } from "@offgrid/contract/telemetry/shown-units";
import { isMeasuredApart } from "@offgrid/contract/warnings/measured-words";
import type { TextPlace } from "@offgrid/contract/tickets/ticket-texts";

import type { Answer } from "../../core/api/call.ts";
import { formatQuantityText } from "../../core/format.ts";
import { batteryNow } from "../../domain/containers/energy-facts.ts";
import { knownAge } from "../../domain/energy-state/known-age.ts";
import { hoursLeft, hoursLeftText } from "../../domain/energy-state/hours-left.ts";
import type { EnergyWords } from "../../domain/energy-state/use-energy-words.ts";
import type { Ticket } from "./tickets.data.ts";

type Incident = Answer<"incidentGet">["data"]["incident"];

/** What is known of a ticket; undefined: not yet, or nothing. */
export interface KnownOfTicket {
  ticket: Pick<Ticket, "container" | "agent" | "incidentId">;
  incident: Pick<Incident, "worst"> | undefined;
  row: ContainerRow | undefined;
  nowMs: number;
}

/**
 * What the places of texts are filled with, as the page of the container says it. What is not known, or old, is left out.
 * @param words In the language of the text.
 */
export function knownPlaces(
  { ticket: { container, agent, incidentId }, incident, row, nowMs }: KnownOfTicket,
  words: EnergyWords,
): Partial<Record<TextPlace, string>> {
  return {
    ...(container && { container: container.name }),
    ...(agent?.name && { agent: agent.name }),
    ...(incident && valueOf(incident.worst, words)),
    ...(row && incidentId === null && chargeOf(row, nowMs, words)),
    ...(row && hoursOf(row, nowMs, words)),
  };
}

/** Of a warning whose value is a figure. */
function valueOf({ attribute, value, raisedBy }: Incident["worst"], { locale }: EnergyWords) {
  const metric = attribute === null ? undefined : findMetric(attribute);
  if (!metric || metric.kind === "state" || value === null) return {};
  const unit = raisedBy && isMeasuredApart(raisedBy) ? differenceOf(metric.unit) : metric.unit;
  return { value: formatQuantityText(value, unit, locale) };
}

function chargeOf(row: ContainerRow, nowMs: number, { locale }: EnergyWords) {
  const { soc } = batteryNow(row, nowMs);
  return soc === undefined ? {} : { value: formatQuantityText(soc, "percent", locale) };
}

/** Loads that are cut, or run from a generator, have no hours left: what to say of that is the writer's. */
function hoursOf(row: ContainerRow, nowMs: number, words: EnergyWords) {
  const left = hoursLeft(row.energy, row.blackout, batteryNow(row, nowMs), nowMs);
  if (left.kind === "cut" || left.kind === "generator" || left.kind === "unknown") return {};
  const { figure, note } = hoursLeftText(left, words, knownAge({ ...row, now: nowMs }, words));
  return { hours_left: note === undefined ? figure : `${figure} (${note})` };
}
