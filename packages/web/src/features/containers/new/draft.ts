/** What is typed of a container before it is registered. Pure. */
import { type SimCardField, simCardFields } from "@offgrid/contract/sim-cards/sim-card-rules";

import type { Input } from "../../../core/api/call.ts";
import { placeOf } from "../../../domain/containers/place-input.ts";
import { readSimCard, type SimCardTexts } from "../../../domain/sim-cards/sim-card-input.ts";
import { type Step, steps } from "./new-container.search.ts";

/** Each as it is typed; "": nothing. */
export const draftFields = [
  "serialNumber",
  "uuid",
  "name",
  "latitude",
  "longitude",
  "address",
  "zoneName",
  "clusterId",
  "kitId",
] as const;
type DraftField = (typeof draftFields)[number];

export interface ChosenPerson {
  id: string;
  name: string;
}

export type Draft = Record<DraftField, string> & { users: readonly ChosenPerson[]; sim: SimCardTexts };

/** As it is kept for its author, by field. */
export type KeptDraft = Record<string, string>;

export function readDraft(kept: KeptDraft | null | undefined): Draft {
  const typed = Object.fromEntries(draftFields.map((field) => [field, kept?.[field] ?? ""]));
  return {
    ...(typed as Record<DraftField, string>),
    users: peopleIn(kept?.["users"]),
    sim: simCardIn(kept?.["sim"]),
  };
}

/** Null where nothing was typed. */
export function keptDraft({ users, sim, ...typed }: Draft): KeptDraft | null {
  const filled = Object.entries(typed).filter(([, text]) => text !== "");
  if (users.length > 0) filled.push(["users", JSON.stringify(users)]);
  const ofSim = Object.entries(sim).filter(([, text]) => text !== "");
  if (ofSim.length > 0) filled.push(["sim", JSON.stringify(Object.fromEntries(ofSim))]);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

function peopleIn(text: string | undefined): readonly ChosenPerson[] {
  const found = parsed(text ?? "[]");
  return Array.isArray(found) ? found.filter(isPerson) : [];
}

function simCardIn(text: string | undefined): SimCardTexts {
  const found = parsed(text ?? "{}");
  const known = typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  const textOf = (field: SimCardField) => (typeof known[field] === "string" ? known[field] : "");
  return Object.fromEntries(simCardFields.map((field) => [field, textOf(field)])) as SimCardTexts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPerson(given: unknown): given is ChosenPerson {
  const { id, name } = (given ?? {}) as Partial<ChosenPerson>;
  return typeof id === "string" && typeof name === "string";
}

/** The furthest step that can be opened: each needs what the ones before it ask for. */
export function furthestStep(draft: Draft): Step {
  if (draft.serialNumber === "") return "device";
  return draft.name === "" ? "name" : "review";
}

/** The step to show where the address asks for one, or for none. */
export function stepToShow(draft: Draft, asked: Step | undefined): Step {
  const furthest = furthestStep(draft);
  if (asked === undefined) return furthest;
  return steps.indexOf(asked) > steps.indexOf(furthest) ? furthest : asked;
}

export function nextStep(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? "review";
}

/** The call that registers what was typed. */
export function toRegistration(draft: Draft): Input<"registerNewContainer"> {
  const { serialNumber, uuid, name, address, zoneName, clusterId, kitId, users } = draft;
  const location = placeOf(draft);
  const read = readSimCard(draft.sim);
  return {
    serialNumber,
    name,
    ...(uuid === "" ? {} : { uuid }),
    ...(location && { location }),
    ...(address === "" ? {} : { address }),
    ...(zoneName === "" ? {} : { zoneName }),
    ...(clusterId === "" ? {} : { clusterId }),
    ...(kitId === "" ? {} : { kitId }),
    ...("card" in read && read.card ? { simCard: read.card } : {}),
    users: users.map(({ id }) => id),
  };
}
