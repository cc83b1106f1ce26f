import { outputTarget } from "@offgrid/contract/devices/output-kinds";

/** What a line of the audit says of before and after, as people read it. Pure. */

export interface Difference {
  /** Names of objects within objects are joined by dots; "": the line holds one bare value. */
  key: string;
  before?: string;
  after?: string;
}

export interface ChangeWords {
  value: (value: unknown, key: string) => string;
  /** "Fridge (Relay 3)". */
  output: (target: string, givenName: string | undefined) => string;
  /** Says nothing to people, such as an id that nobody can look up. */
  isHidden: (path: string) => boolean;
  /** Is an object read as one thing, such as a rule by its sentence? */
  isWhole?: (path: string) => boolean;
  /** What there is to say of a thing beside what it is called; undefined: nothing. */
  details?: (value: unknown, path: string) => string[] | undefined;
}

/** What differs, by key: of lists only what was added or removed, and of what reads alike, but is not, the new side. */
export function differences(before: unknown, after: unknown, words: ChangeWords): Difference[] {
  const [old, fresh] = [leavesOf(before, words), leavesOf(after, words)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [was, is] = withoutShared(old.get(key), fresh.get(key));
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const sides = [was, is].map((value) => (value === undefined ? undefined : words.value(value, key)));
    const isAlike = sides[0] === sides[1];
    const inside = isAlike
      ? insideOf(
          sides[0],
          [was, is].map((value) => words.details?.(value, key) ?? []),
        )
      : undefined;
    if (inside) return [{ key, ...inside }];
    return [
      {
        key,
        ...(sides[0] !== undefined && !isAlike && { before: sides[0] }),
        ...(sides[1] !== undefined && { after: sides[1] }),
      },
    ];
  });
}

/** What differs in a thing that is called as before. */
function insideOf(name: string | undefined, [old = [], fresh = []]: string[][]): Omit<Difference, "key"> | undefined {
  const [before, after] = [old.filter((one) => !fresh.includes(one)), fresh.filter((one) => !old.includes(one))];
  if (name === undefined || after.length === 0) return undefined;
  const said = (parts: string[]) => `${name}: ${parts.join(", ")}`;
  return {
    ...(before.length > 0 && { before: said(before) }),
    after: before.length > 0 ? after.join(", ") : said(after),
  };
}

/** Of two lists what only one of them has, of a new order both; a list of which nothing is left is no side. */
function withoutShared(was: unknown, is: unknown): [unknown, unknown] {
  if (!Array.isArray(was) || !Array.isArray(is)) return [was, is];
  const without = (list: unknown[], other: unknown[]) => {
    const known = new Set(other.map((one) => JSON.stringify(one)));
    return list.filter((one) => !known.has(JSON.stringify(one)));
  };
  const [removed, added] = [without(was, is), without(is, was)];
  if (removed.length === 0 && added.length === 0) return [was, is];
  return [removed.length > 0 ? removed : undefined, added.length > 0 ? added : undefined];
}

function leavesOf(value: unknown, words: ChangeWords): Map<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (!isObject(value)) return new Map([["", value]]);
  return new Map(leaves(withOutput(value, words), "", words));
}

/** Lists stay whole, and so does what stands deeper than the keys of a section: to whoever changed it, it is one value. */
function leaves(value: Record<string, unknown>, path: string, words: ChangeWords): [key: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const own = `${path}${name}`;
    if (inner === null || words.isHidden(own)) return [];
    return path === "" && isObject(inner) && !words.isWhole?.(own) ? leaves(inner, `${name}.`, words) : [[own, inner]];
  });
}

/** The kinds of outputs by the fields of calls that name one of them. */
const kindOf = { relay: "relay", light: "street_light", phase: "phase", ac: "ac" } as const;

/** The number of an output and the name that it had then are one thing. */
function withOutput(value: Record<string, unknown>, words: ChangeWords): Record<string, unknown> {
  for (const [field, kind] of Object.entries(kindOf)) {
    const { [field]: number, output, ...others } = value;
    if (typeof number !== "number" && number !== true) continue;
    const target = outputTarget(kind, Number(number));
    return { output: words.output(target, typeof output === "string" ? output : undefined), ...others };
  }
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
