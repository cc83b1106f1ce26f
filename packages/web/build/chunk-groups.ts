import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const sources = join(import.meta.dirname, "..", "src");
const roots = {
  signIn: join(sources, "features", "session", "login.page.tsx"),
  frame: join(sources, "app", "shell", "shell.tsx"),
  dashboard: join(sources, "features", "dashboard", "dashboard.page.tsx"),
};
/** Screens of one container: they have no cards of several. */
const ofContainer = [
  join(sources, "features", "container", "container.page.tsx"),
  join(sources, "features", "container", "devices", "devices.page.tsx"),
];
/** Screens that say little of the state of containers, and the most besides. */
const withoutFacts = [
  join(sources, "features", "warnings", "history.page.tsx"),
  join(sources, "features", "warnings", "rule.page.tsx"),
  join(sources, "chart", "chart.tsx"),
  join(sources, "chart", "plot.tsx"),
];

/** Texts of the frame and of the first screens, by the names of their files, and where the others are. */
const firstTexts =
  /[\\/](?:shared|shell|ui|container-facts|energy-state|dashboard|chart|map|texts)\.(?<locale>[a-z]{2})\.(?:json|ts)$/;

/** What the bundler tells of its modules. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/**
 * What is one file, though it could be many: a slow link asks for six files at a time and waits for the others, and the
 * first picture of the dashboard once needed eighty. Each group has all that its modules import, unless a group before it
 * has that, so no two groups need each other.
 */
export const chunkGroups = [
  // What every visitor loads.
  { name: "start", tags: ["$initial" as const], priority: 2 },
  // Several screens have a map, and what is largest of it is theirs together.
  { name: "maplibre", test: /[\\/]node_modules[\\/]maplibre-gl[\\/]/, priority: 2 },
  {
    name: (id: string, modules: Modules) => groupOf(id, modules),
    debugName: "first screens",
    includeDependenciesRecursively: false,
    priority: 1,
  },
];

function groupOf(id: string, modules: Modules): string | null {
  const locale = firstTexts.exec(id)?.groups?.["locale"];
  if (locale !== undefined) return `texts-${locale}`;
  const isIn = (root: string) => closureOf(root, modules).has(id);
  const [isFrame, isDashboard] = [isIn(roots.frame), isIn(roots.dashboard)];
  // What they share with the sign-in, which needs nothing more of them.
  if ((isFrame || isDashboard) && isIn(roots.signIn)) return "base";
  // What everyone who is signed in loads: menu and bar.
  if (isFrame) return "frame";
  if (!isDashboard) return null;
  // Of the other screens few need them, and none at once but the history of warnings.
  if (/[\\/]domain[\\/]incidents[\\/]|[\\/]suggested-[a-z-]+\.ts$/.test(id)) return "incidents";
  // The first screen, apart from the chart, which screens of containers need too, from the marks, figures and cards that
  // screens without a chart share, and from the features of the contract, which any screen may need.
  const folder = /[\\/]web[\\/]src[\\/](?<name>chart|features)[\\/]/.exec(id)?.groups?.["name"];
  if (folder === "chart") return "chart";
  if (folder === "features") return "dashboard";
  if (withoutFacts.some(isIn)) return "parts";
  // A piece that any screen may draw with does not bring the facts of containers along.
  if (ofContainer.some(isIn)) return /[\\/]web[\\/]src[\\/]ui[\\/]/.test(id) ? "parts" : "facts";
  // What any screen may draw, such as the bar of periods, does not bring the cards of containers along.
  return /[\\/]web[\\/]src[\\/]domain[\\/]/.test(id) ? "cards" : "figures";
}

/** Of the one build that a process makes. */
const closures = new Map<string, ReadonlySet<string>>();

/** A module with all that it imports at once, and what these import. */
function closureOf(root: string, modules: Modules): ReadonlySet<string> {
  const known = closures.get(root);
  if (known) return known;
  const reached = new Set([root]);
  for (const id of reached) for (const next of importsOf(id, modules)) reached.add(next);
  closures.set(root, reached);
  return reached;
}

/** Modules that have nothing but names from everywhere: of these, an import needs only those that it names. */
const indexes = [
  ["@mantine/core", /@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/],
  ["@mantine/notifications", /@mantine[\\/]notifications[\\/]esm[\\/]index\.mjs$/],
  ["@mantine/hooks", /@mantine[\\/]hooks[\\/]esm[\\/]index\.mjs$/],
  ["@tabler/icons-react", /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs$/],
] as const;

function importsOf(id: string, modules: Modules): readonly string[] {
  return (modules.getModuleInfo(id)?.importedIds ?? []).flatMap((next) => {
    const index = indexes.find(([, pattern]) => pattern.test(next));
    return index ? namedImports(id, index[0]).flatMap((name) => namesOf(next).get(name) ?? []) : [next];
  });
}

/**
 * The names that a module imports from a package.
 * @throws where it imports the package as a whole: what it needs of it cannot be told, so it would be in no group.
 */
export function namedImports(id: string, from: string): string[] {
  const source = readFileSync(id, "utf8");
  const names = [...source.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${from}["']`, "g"))];
  const isWhole = new RegExp(`\\*\\s*(?:as\\s+\\w+\\s*)?from\\s*["']${from}["']`).test(source);
  if (names.length === 0 || isWhole)
    throw new Error(
      `${id} imports ${from} otherwise than by names, so it cannot be grouped; import what it needs by name.`,
    );
  return names.flatMap(([, list = ""]) => partsOf(list).map((name) => name.split(/\s+as\s+/)[0] ?? ""));
}

const namesByIndex = new Map<string, ReadonlyMap<string, string>>();

/**
 * Where an index has its names from.
 * @throws where none can be read: all that is imported from it would silently be in no group.
 */
export function namesOf(index: string): ReadonlyMap<string, string> {
  const known = namesByIndex.get(index);
  if (known) return known;
  const names = new Map<string, string>();
  const statement = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g;
  for (const [, list = "", path = ""] of readFileSync(index, "utf8").matchAll(statement))
    for (const name of partsOf(list)) names.set(name.split(/\s+as\s+/).at(-1) ?? "", join(dirname(index), path));
  if (names.size === 0)
    throw new Error(
      `No names can be read from ${index}; see how it is written now, and have chunk-groups.ts read that.`,
    );
  namesByIndex.set(index, names);
  return names;
}

function partsOf(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
