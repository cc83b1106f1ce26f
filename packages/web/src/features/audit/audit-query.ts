import { addCalendar, parseIsoDay } from "../../core/time.ts";
import type { AuditSearch } from "./audit.search.ts";

/** The request to the portal, from the parameters in the address; it includes the whole last day. */
export function queryOf({ search, from, to, action, person, container, result }: AuditSearch, zone: string) {
  const fromMs = from === undefined ? undefined : parseIsoDay(from, zone);
  const lastMs = to === undefined ? undefined : parseIsoDay(to, zone);
  return {
    ...(search === undefined ? {} : { search }),
    filter: {
      ...(fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() }),
      ...(lastMs === undefined ? {} : { to: new Date(addCalendar(lastMs, 1, "day", zone)).toISOString() }),
      ...(action === undefined ? {} : { action }),
      ...(person === undefined ? {} : { userId: person }),
      ...(container === undefined ? {} : { target: container }),
      ...(result === undefined ? {} : { result }),
    },
  };
}

export interface Difference {
  key: string;
  before: string | undefined;
  after: string | undefined;
}

type NameOf = (text: string) => string;

/**
 * What a line says of before and after, by key; what is no object stands under the key "".
 * @param nameOf What a text stands for, such as the name for an id.
 */
export function differences(before: unknown, after: unknown, nameOf: NameOf): Difference[] {
  const [old, fresh] = [parts(before, nameOf), parts(after, nameOf)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((key) => ({ key, before: old.get(key), after: fresh.get(key) }))
    .filter((difference) => difference.before !== difference.after);
}

function parts(value: unknown, nameOf: NameOf): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) return new Map([["", words(value, nameOf)]]);
  return new Map(Object.entries(value).map(([key, inner]) => [key, words(inner, nameOf)]));
}

function words(value: unknown, nameOf: NameOf): string {
  if (typeof value === "string") return nameOf(value);
  return Array.isArray(value) ? value.map((one) => words(one, nameOf)).join(", ") : JSON.stringify(value);
}
