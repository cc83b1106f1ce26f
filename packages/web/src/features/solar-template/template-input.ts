import { mostStrings } from "@offgrid/contract/solar-template/panel-figures";

import type { SolarTemplate, TemplateFigures, YieldArray } from "./solar-template.data.ts";

/** What someone fills in about a template of an array, and what it means. Pure. */

export interface StringDraft {
  panels: number | undefined;
  panelWp: number | undefined;
}

/** NaN: what is typed is no number; undefined: the field is empty. */
export interface TemplateDraft {
  name: string;
  strings: readonly StringDraft[];
  tilt: number | undefined;
  azimuth: number | undefined;
  loss: number | undefined;
  limitW: number | undefined;
  provider: TemplateFigures["provider"];
}

export type TemplateFault = "full" | "range";
/** By field, such as `strings.0.panels`. */
export type TemplateFaults = Readonly<Record<string, TemplateFault>>;

/** Between panel and meter, percent. */
const usualLoss = 14;
const newString: StringDraft = { panels: undefined, panelWp: undefined };

export function draftOf(template: SolarTemplate | undefined): TemplateDraft {
  if (!template)
    return {
      name: "",
      strings: [newString],
      tilt: undefined,
      azimuth: undefined,
      loss: usualLoss,
      limitW: undefined,
      provider: "auto",
    };
  const { name, strings, tilt, azimuth, loss, limitW, provider } = template;
  return {
    name,
    strings,
    tilt: tilt ?? undefined,
    azimuth: azimuth ?? undefined,
    loss,
    limitW: limitW ?? undefined,
    provider,
  };
}

/** One more string: like the last, since most of an array are alike. */
export function withString(strings: readonly StringDraft[]): readonly StringDraft[] {
  return strings.length < mostStrings ? [...strings, strings.at(-1) ?? newString] : strings;
}

interface Limit {
  most: number;
  least?: number;
  isAboveZero?: true;
  isWhole?: true;
}
const limits = {
  panels: { least: 1, most: 1_000, isWhole: true },
  panelWp: { most: 5_000, isAboveZero: true },
  tilt: { least: 0, most: 90 },
  azimuth: { least: 0, most: 360 },
  loss: { least: 0, most: 90 },
  limitW: { most: 100_000_000, isAboveZero: true },
} as const satisfies Record<string, Limit>;

function isRight(value: number, { most, least = 0, isAboveZero, isWhole }: Limit): boolean {
  return value <= most && (isAboveZero ? value > 0 : value >= least) && (!isWhole || Number.isInteger(value));
}

export function faultsOf(draft: TemplateDraft): TemplateFaults {
  const faults: Record<string, TemplateFault> = {};
  const check = (path: string, value: number | undefined, limit: Limit, isNeeded: boolean) => {
    if (value === undefined) {
      if (isNeeded) faults[path] = "full";
    } else if (!isRight(value, limit)) faults[path] = Number.isNaN(value) && isNeeded ? "full" : "range";
  };
  if (draft.name.trim() === "") faults["name"] = "full";
  for (const [place, { panels, panelWp }] of draft.strings.entries()) {
    check(`strings.${place}.panels`, panels, limits.panels, true);
    check(`strings.${place}.panelWp`, panelWp, limits.panelWp, true);
  }
  check("tilt", draft.tilt, limits.tilt, false);
  check("azimuth", draft.azimuth, limits.azimuth, false);
  check("loss", draft.loss, limits.loss, true);
  check("limitW", draft.limitW, limits.limitW, false);
  return faults;
}

/** Peak power of the strings that are filled in, W. */
export function peakOf(strings: readonly StringDraft[]): number {
  return strings.reduce((sum, { panels, panelWp }) => sum + ((panels ?? 0) * (panelWp ?? 0) || 0), 0);
}

/** @param draft Without faults. */
export function figuresOf({ name, strings, tilt, azimuth, loss, limitW, provider }: TemplateDraft): TemplateFigures {
  return {
    name: name.trim(),
    strings: strings.map(({ panels = 0, panelWp = 0 }) => ({ panels, panelWp })),
    tilt: tilt ?? null,
    azimuth: azimuth ?? null,
    loss: loss ?? usualLoss,
    limitW: limitW ?? null,
    provider,
  };
}

/** What its yield is asked with; undefined: it cannot be counted yet. A name is not needed for that. */
export function arrayOf(draft: TemplateDraft): YieldArray | undefined {
  const { name: _, ...faults } = faultsOf(draft);
  if (Object.keys(faults).length > 0) return undefined;
  const { tilt, azimuth, loss, limitW } = figuresOf(draft);
  return { capacity: peakOf(draft.strings), tilt, azimuth, loss, limitW };
}

/** Strings with how many there are of each kind, in the order in which the kinds begin. */
export function alike(strings: SolarTemplate["strings"]): (SolarTemplate["strings"][number] & { count: number })[] {
  const kinds = new Map<string, SolarTemplate["strings"][number] & { count: number }>();
  for (const { panels, panelWp } of strings) {
    const kind = kinds.get(`${panels} ${panelWp}`) ?? { panels, panelWp, count: 0 };
    kinds.set(`${panels} ${panelWp}`, { ...kind, count: kind.count + 1 });
  }
  return [...kinds.values()];
}
