/**
 * Configurations as they travel and are compared: sections with keys. A path names a key, such as `network.ip`; it is
 * split at its first dot. No schema library here: screens import it whole.
 */

export type ConfigValue = string | number | boolean | null | ConfigValue[] | { [name: string]: ConfigValue };
export type ConfigSection = Record<string, ConfigValue>;
export type ConfigDoc = Record<string, ConfigSection>;

/** The same text for the same value, in whatever order its keys came. */
export function canonical(value: ConfigValue | ConfigDoc | undefined): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Values by path. A section without keys is none. */
export function valuesByPath(doc: ConfigDoc): Map<string, ConfigValue> {
  return new Map(
    Object.entries(doc).flatMap(([section, keys]) =>
      Object.entries(keys).map(([key, value]): [string, ConfigValue] => [`${section}.${key}`, value]),
    ),
  );
}

export function sectionOf(path: string): string {
  return path.slice(0, path.indexOf("."));
}

function toDoc(values: Iterable<readonly [path: string, value: ConfigValue]>): ConfigDoc {
  const sections = new Map<string, [key: string, value: ConfigValue][]>();
  for (const [path, value] of values) {
    const section = sectionOf(path);
    const keys = sections.get(section);
    if (keys) keys.push([path.slice(section.length + 1), value]);
    else sections.set(section, [[path.slice(section.length + 1), value]]);
  }
  return Object.fromEntries([...sections].map(([section, keys]) => [section, Object.fromEntries(keys)]));
}

export function isSameValue(one: ConfigValue | undefined, other: ConfigValue | undefined): boolean {
  return canonical(one) === canonical(other);
}

/** What a hash of a configuration is taken of. */
export function canonicalDoc(doc: ConfigDoc): string {
  return canonical(toDoc(valuesByPath(doc)));
}

export function isSameDoc(one: ConfigDoc, other: ConfigDoc): boolean {
  return canonicalDoc(one) === canonicalDoc(other);
}

/** The paths in which they differ, in alphabetical order. */
export function changedPaths(one: ConfigDoc, other: ConfigDoc): string[] {
  const [ours, theirs] = [valuesByPath(one), valuesByPath(other)];
  const all = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  return all.filter((path) => !isSameValue(ours.get(path), theirs.get(path)));
}

/** The document with the values that another one has at these paths; what the other one lacks is gone. */
export function withPaths(doc: ConfigDoc, from: ConfigDoc, paths: Iterable<string>): ConfigDoc {
  const [values, others] = [valuesByPath(doc), valuesByPath(from)];
  for (const path of paths) {
    const value = others.get(path);
    if (value === undefined) values.delete(path);
    else values.set(path, value);
  }
  return toDoc(values);
}

export interface Merge {
  /** Has what is wanted wherever only that changed, and what is reported everywhere else, also in conflicts. */
  doc: ConfigDoc;
  /** Paths that both sides changed, to different values: a person has to choose. */
  conflicts: string[];
}

/**
 * Merges each key by itself.
 * @param agreed What both sides last had in common.
 */
export function mergeConfigs(agreed: ConfigDoc, wanted: ConfigDoc, reported: ConfigDoc): Merge {
  const onlyHere: string[] = [];
  const conflicts: string[] = [];
  const changedThere = new Set(changedPaths(agreed, reported));
  const differing = new Set(changedPaths(wanted, reported));
  for (const path of changedPaths(agreed, wanted)) {
    if (!changedThere.has(path)) onlyHere.push(path);
    else if (differing.has(path)) conflicts.push(path);
  }
  return { doc: withPaths(reported, wanted, onlyHere), conflicts };
}
