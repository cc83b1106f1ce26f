import type { ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";

import type { ForecastFigures } from "./forecast-setting.data.ts";

/** What someone fills in about the forecasts of a container, and what it means. Pure. */

/** Between panel and meter, percent, where somebody begins to set panels. */
const usualLoss = 14;

/** NaN: what is typed is no number; undefined: the field is empty. */
export interface ForecastDraft {
  provider: ForecastFigures["provider"];
  resourceId: string;
  capacity: number | undefined;
  tilt: number | undefined;
  azimuth: number | undefined;
  loss: number | undefined;
  limitW: number | undefined;
  reserveSoc: number | undefined;
}

/** Of what was learned, the figures are where one begins: a peak power that nobody knows yet is an empty field. */
export function draftOf(setting: ForecastSetting): ForecastDraft {
  const { provider, resourceId, capacity, tilt, azimuth, loss, limitW, reserveSoc, isGuessed } = setting;
  return {
    ...{ provider, tilt, azimuth },
    resourceId: resourceId ?? "",
    capacity: capacity || undefined,
    loss: isGuessed ? usualLoss : loss,
    limitW: limitW ?? undefined,
    reserveSoc: reserveSoc ?? undefined,
  };
}

interface Limit {
  least: number;
  most: number;
  isNeeded: boolean;
}
const mostW = 100_000_000;
export const numberFields = {
  capacity: { least: 1, most: mostW, isNeeded: true },
  tilt: { least: 0, most: 90, isNeeded: true },
  azimuth: { least: 0, most: 360, isNeeded: true },
  loss: { least: 0, most: 90, isNeeded: true },
  limitW: { least: 1, most: mostW, isNeeded: false },
  reserveSoc: { least: 1, most: 90, isNeeded: false },
} as const satisfies Partial<Record<keyof ForecastDraft, Limit>>;
export type NumberFieldName = keyof typeof numberFields;

export type ForecastFaults = Partial<Record<NumberFieldName | "resourceId", "full" | "range" | "rooftop">>;

export function faultsOf(draft: ForecastDraft): ForecastFaults {
  const faults: ForecastFaults = {};
  for (const [name, { least, most, isNeeded }] of Object.entries(numberFields) as [NumberFieldName, Limit][]) {
    const value = draft[name];
    if (value === undefined || (isNeeded && Number.isNaN(value))) {
      if (isNeeded) faults[name] = "full";
    } else if (!(value >= least && value <= most)) faults[name] = "range";
  }
  const rooftop = draft.resourceId.trim();
  if (rooftop === "" ? draft.provider === "solcast" : !/^[A-Za-z0-9-]{1,64}$/.test(rooftop))
    faults.resourceId = "rooftop";
  return faults;
}

/** @param draft Without faults. */
export function figuresIn(draft: ForecastDraft): ForecastFigures {
  const { provider, capacity = 0, tilt = 0, azimuth = 0, loss = 0, limitW, reserveSoc } = draft;
  const resourceId = draft.resourceId.trim();
  return {
    ...{ provider, capacity, tilt, azimuth, loss },
    ...(resourceId !== "" && { resourceId }),
    ...(limitW !== undefined && { limitW }),
    ...(reserveSoc !== undefined && { reserveSoc }),
  };
}
