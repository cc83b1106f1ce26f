import type { OutputTarget } from "../devices/output-kinds.ts";

/** What people call the outputs of a container. No schema library here: screens import it whole. */

/** In characters. */
export const longestOutputName = 40;
export const longestOutputFeeds = 120;

export interface OutputNaming {
  /** "": nobody has named it. */
  name: string;
  /** What hangs on it, in a few words; "": nobody has said. */
  feeds: string;
}

/** By target; an output of which nobody has said anything is left out. */
export type OutputNames = Readonly<Record<string, OutputNaming>>;

/** An output with what is said of it. */
export interface NamedOutput extends OutputNaming {
  target: OutputTarget;
}

/** The names of a container with some of them changed; those that are emptied are left out. */
export function withOutputNames(before: OutputNames, changed: readonly NamedOutput[]): OutputNames {
  const all = { ...before, ...Object.fromEntries(changed.map(({ target, name, feeds }) => [target, { name, feeds }])) };
  return Object.fromEntries(Object.entries(all).filter(([, { name, feeds }]) => name !== "" || feeds !== ""));
}

/** Outputs whose name another one of them has, in any case and with whatever spaces: whoever reads it would not know which is meant. */
export function sameNamed(names: OutputNames): ReadonlySet<string> {
  const byName = new Map<string, string[]>();
  for (const [target, { name }] of Object.entries(names)) {
    const key = name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();
    if (key !== "") byName.set(key, [...(byName.get(key) ?? []), target]);
  }
  return new Set([...byName.values()].filter((targets) => targets.length > 1).flat());
}
