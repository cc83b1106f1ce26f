import { secondsBelow } from "@offgrid/contract/core/constants";

/** The part of the address after the question mark, as the router reads it. */
export type SearchParams = Readonly<Record<string, unknown>>;

/**
 * A text from the address, cut to a length; undefined where it is absent or empty. The router reads a bare number as a
 * number, and a search for "12" is still a text.
 */
export function textParam<const Key extends string>(
  given: SearchParams,
  key: Key,
  longest = 128,
): Partial<Record<Key, string>> {
  const value = given[key];
  if ((typeof value !== "string" && typeof value !== "number") || value === "") return {};
  return { [key]: String(value).slice(0, longest) } as Partial<Record<Key, string>>;
}

/** One of the known words; undefined where the address has another. */
export function choiceParam<const Key extends string, Choice extends string>(
  given: SearchParams,
  key: Key,
  choices: readonly Choice[],
): Partial<Record<Key, Choice>> {
  const chosen = choices.find((choice) => choice === given[key]);
  return (chosen === undefined ? {} : { [key]: chosen }) as Partial<Record<Key, Choice>>;
}

/** The page of a list, from 2; the first has none in its address. */
export function pageParam({ page }: SearchParams): { page?: number } {
  return typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {};
}

/** Periods that screens with figures name; others are `from` and `to`. */
const namedPeriods = ["today", "yesterday", "7_days", "30_days"] as const;

export interface PeriodParams {
  period?: (typeof namedPeriods)[number];
  /** In the place of a period, epoch ms. */
  from?: number;
  to?: number;
}

/** The period of a screen; a range, where there is one, in its place. */
export function periodParams(given: SearchParams): PeriodParams {
  const { from, to } = given;
  if (isWholeInstant(from) && isWholeInstant(to) && from < to) return { from, to };
  return choiceParam(given, "period", namedPeriods);
}

/** Beyond it no calendar goes. */
const latestMs = 8e15;

/** Whether a value is epoch ms that the portal takes as such: below them it reads seconds. */
export function isInstant(value: unknown): value is number {
  return typeof value === "number" && value >= secondsBelow && value <= latestMs;
}

function isWholeInstant(value: unknown): value is number {
  return isInstant(value) && Number.isInteger(value);
}

/** An instant, epoch ms. */
export function instantParam<const Key extends string>(given: SearchParams, key: Key): Partial<Record<Key, number>> {
  const value = given[key];
  return (isWholeInstant(value) ? { [key]: value } : {}) as Partial<Record<Key, number>>;
}

/** A part of a time axis, epoch ms. */
interface Zoom {
  fromMs: number;
  toMs: number;
}

/** The part of a chart that is looked at, such as `zoom=1763750000000-1763760000000`. */
export function zoomParam({ zoom }: SearchParams): { zoom?: string } {
  return typeof zoom === "string" && zoomOf(zoom) ? { zoom } : {};
}

/** What a zoom in an address means; undefined: there is none, or an invalid one. */
export function zoomOf(text: string | undefined): Zoom | undefined {
  const found = /^(\d{12,14})-(\d{12,14})$/.exec(text ?? "");
  const [fromMs, toMs] = [Number(found?.[1]), Number(found?.[2])];
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

export function zoomText({ fromMs, toMs }: Zoom): string {
  return `${Math.round(fromMs)}-${Math.round(toMs)}`;
}
