import {
  leastGapPercent,
  phaseBounds,
  type PhaseMode,
  type PhaseNumber,
} from "@offgrid/contract/phase-control/phase-bounds";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";

import { readNumber, writeNumber } from "../../../core/typed-number.ts";
import { mergeFields } from "../configuration/setting-draft.ts";

/** What someone fills in about phase control, and what it means. Pure. */

export const limitFields = ["limitW", "minSoc", "restoreSoc"] as const;
export type LimitField = (typeof limitFields)[number];

/** As typed. */
export interface PhaseDraft extends Record<LimitField, string> {
  id: PhaseNumber;
  priority: number;
}

export interface PhaseControlDraft {
  mode: PhaseMode;
  totalW: string;
  delaySeconds: string;
  phases: readonly PhaseDraft[];
}

/** What is wrong with a field: it is no number of its range, it is too low beside its other half, or that is missing. */
export type PhaseFault = "watts" | "percent" | "delay" | "gap" | "both" | "total";
/** By field; those of a phase are `limitW.2`. */
export type PhaseFaults = Partial<Record<string, PhaseFault>>;

const usualDelayS = 30;

/**
 * The setting as it can be filled in, with every phase that the container has, the most important first. One that is in no
 * setting comes last and has no limits.
 */
export function draftOf(
  setting: PhaseControl | null,
  phases: readonly PhaseNumber[],
  locale: "en" | "fr",
): PhaseControlDraft {
  const listed = (setting?.phases ?? []).filter(({ id }) => phases.includes(id));
  const others = phases
    .filter((id) => !listed.some((phase) => phase.id === id))
    .map((id) => ({ id, priority: Infinity, limitW: null, minSoc: null, restoreSoc: null }));
  const inOrder = [...listed, ...others].toSorted((one, other) => one.priority - other.priority);
  const text = (value: number | null) => writeNumber(value, locale);
  return {
    mode: setting?.mode ?? "off",
    totalW: text(setting?.totalW ?? null),
    delaySeconds: text(setting?.delaySeconds ?? usualDelayS),
    phases: inOrder.map(({ id, limitW, minSoc, restoreSoc }, place) => ({
      id,
      priority: place + 1,
      limitW: text(limitW),
      minSoc: text(minSoc),
      restoreSoc: text(restoreSoc),
    })),
  };
}

/** What somebody has changed, on top of what is there now; whoever moves a phase sets the places of all. */
export function mergeDraft(
  mine: PhaseControlDraft,
  base: PhaseControlDraft,
  now: PhaseControlDraft,
): PhaseControlDraft {
  const places = ({ phases }: PhaseControlDraft) => phases.map(({ id }) => id).join();
  const order = places(mine) === places(base) ? now : mine;
  const phases = order.phases.map((phase) => {
    const [own, before, current] = [mine, base, now].map((of) => of.phases.find(({ id }) => id === phase.id) ?? phase);
    return { ...mergeFields(own!, before!, current!), priority: phase.priority };
  });
  return { ...mergeFields(mine, base, now), phases };
}

/** The phases with another place for one of them; the others keep their order. @param priority From 1. */
export function withPriority(phases: readonly PhaseDraft[], id: PhaseNumber, priority: number): PhaseDraft[] {
  const moved = phases.find((phase) => phase.id === id);
  const others = phases.filter((phase) => phase.id !== id);
  const inOrder = moved ? others.toSpliced(priority - 1, 0, moved) : others;
  return inOrder.map((phase, place) => ({ ...phase, priority: place + 1 }));
}

/** @returns The setting, or the fields that mean nothing. */
export function readPhaseControl(draft: PhaseControlDraft): { setting: PhaseControl } | { wrong: PhaseFaults } {
  const wrong: PhaseFaults = {};
  const read = (field: string, text: string, { from, to }: { from: number; to: number }, fault: PhaseFault) => {
    const value = readNumber(text) ?? NaN;
    if (!(value >= from && value <= to)) wrong[field] = fault;
    return value;
  };
  const readIfAny = (field: string, text: string, bounds: { from: number; to: number }, fault: PhaseFault) =>
    text.trim() === "" ? null : read(field, text, bounds, fault);
  const { mode } = draft;
  const totalW = readIfAny("totalW", draft.totalW, phaseBounds.watts, "watts");
  if (mode === "priorities" && totalW === null) wrong["totalW"] = "total";
  const delaySeconds = read("delaySeconds", draft.delaySeconds, phaseBounds.delaySeconds, "delay");
  if (!Number.isInteger(delaySeconds)) wrong["delaySeconds"] = "delay";
  const phases = draft.phases.map(({ id, priority, ...texts }) => {
    const limitW = readIfAny(`limitW.${id}`, texts.limitW, phaseBounds.watts, "watts");
    const minSoc = readIfAny(`minSoc.${id}`, texts.minSoc, phaseBounds.percent, "percent");
    const restoreSoc = readIfAny(`restoreSoc.${id}`, texts.restoreSoc, phaseBounds.percent, "percent");
    if (minSoc === null && restoreSoc !== null) wrong[`minSoc.${id}`] ??= "both";
    if (minSoc !== null && restoreSoc === null) wrong[`restoreSoc.${id}`] ??= "both";
    if (minSoc !== null && restoreSoc !== null && restoreSoc < minSoc + leastGapPercent)
      wrong[`restoreSoc.${id}`] ??= "gap";
    return { id, priority, limitW, minSoc, restoreSoc };
  });
  return Object.keys(wrong).length > 0 ? { wrong } : { setting: { mode, totalW, delaySeconds, phases } };
}
