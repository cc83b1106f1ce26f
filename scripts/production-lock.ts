/** What of a lock file a release needs. Pure. */

export interface LockedPackage {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

/** By their places below the root, such as `node_modules/pino`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The packages that some dependencies need, each as it is locked: the same versions that were tested.
 * @param all Those of the whole project.
 * @param names Of packages at the root.
 * @throws Error for one that is not locked.
 */
export function productionPackages(all: LockedPackages, names: readonly string[]): Record<string, LockedPackage> {
  const needed = reached(all, names, false);
  const found = reached(all, names, true);
  const packages: Record<string, LockedPackage> = {};
  for (const place of [...found].toSorted()) {
    const locked = Object.fromEntries(Object.entries(all[place]!).filter(([name]) => !flags.has(name)));
    packages[place] = { ...(locked as unknown as LockedPackage), ...(!needed.has(place) && { optional: true }) };
  }
  return packages;
}

/** What a lock file says of a package as seen from the project that it belongs to. */
const flags = new Set(["dev", "devOptional", "optional", "peer"]);

/** @param withOptional Also what may be missing, as programs for other platforms. */
function reached(all: LockedPackages, names: readonly string[], withOptional: boolean): Set<string> {
  const found = new Set<string>();
  const waiting = names.map((name) => mustFind(all, name, ""));
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    const one = all[place]!;
    const optional = withOptional ? Object.keys(one.optionalDependencies ?? {}) : [];
    const required = Object.keys(one.dependencies ?? {}).filter((name) => !one.optionalDependencies?.[name]);
    for (const name of required) waiting.push(mustFind(all, name, place));
    for (const name of Object.keys(one.peerDependencies ?? {}))
      if (!one.peerDependenciesMeta?.[name]?.optional) waiting.push(mustFind(all, name, place));
    for (const name of optional) waiting.push(mustFind(all, name, place));
  }
  return found;
}

/** Where Node finds a package from a place: beside it, or further up. */
function mustFind(all: LockedPackages, name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (all[place]) return place;
    if (folder === "") throw new Error(`${name}, which ${from || "the portal"} needs, is not in package-lock.json.`);
  }
}
