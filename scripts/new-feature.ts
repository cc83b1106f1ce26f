/** `npm run new:feature -- <name>`: the folders of a feature in contract, server and web, with one call from end to end. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { locales } from "@offgrid/contract/core/constants";

import { type FeatureName, newFiles } from "./new-feature.files.ts";
import { allRoutes, placesOf } from "./new-feature.lists.ts";

/** First parts of addresses that lead elsewhere: to a language, to what is no page, or to a file of the program. */
const takenAddresses: readonly string[] = [
  ...locales.map(({ code }) => code),
  ...["api", "assets", "csp-report", "live", "metrics", "mqtt", "ready"],
];
/** The name becomes that of a module in the handlers, beside their own variables. */
const takenNames: readonly string[] = (
  "actor arguments await break case catch class const continue db debugger default delete do else enum eval export " +
  "extends false finally for function if implements import in instanceof interface let new null package private " +
  "protected public return static super switch this throw true try type typeof undefined var void while with yield"
).split(" ");

/** @throws Error with one sentence when this cannot be the name of a feature. */
export function featureName(given: string | undefined): FeatureName {
  if (given === undefined || !/^[a-z]+(-[a-z]+)*$/.test(given)) {
    throw new Error("Name the feature in lower-case words with hyphens: npm run new:feature -- street-lights");
  }
  if (takenAddresses.includes(given))
    throw new Error(`The address /${given} has another meaning in the portal; choose another name.`);
  if (takenNames.includes(given))
    throw new Error(`"${given}" cannot be the name of a variable in its handlers; choose another name.`);
  const pascal = given.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const camel = pascal[0]!.toLowerCase() + pascal.slice(1);
  const words = given.replaceAll("-", " ");
  return {
    kebab: given,
    camel,
    pascal,
    snake: given.replaceAll("-", "_"),
    words: words[0]!.toUpperCase() + words.slice(1),
  };
}

/** What was made, and where it is seen. */
export interface MadeFeature {
  /** Files that were made or changed. */
  paths: string[];
  /** The address of its screen. */
  address: string;
}

/**
 * Makes a feature below a folder.
 * @throws Error with one sentence when something of the feature exists already, or a list does not look as expected.
 */
export function makeFeature(root: string, name: FeatureName): MadeFeature {
  refuseTaken(root, name);
  const made = newFiles(name);
  const changed = placesOf().map(({ path, change }) => {
    const text = readFileSync(join(root, path), "utf8");
    const next = change(text, name);
    if (next === text) throw new Error(`${path} does not look as expected: add the feature there by hand.`);
    return [path, next] as const;
  });
  for (const [path, text] of [...made, ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = [...made.keys(), ...changed.map(([path]) => path)];
  return { paths, address: `/${name.kebab}` };
}

/** @throws Error with one sentence when something else has the feature's name. */
function refuseTaken(root: string, { kebab, camel, snake }: FeatureName): void {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const texts = (path: string) => JSON.parse(read(`packages/web/src/${path}.en.json`)) as Record<string, object>;
  const refuse = (what: string) => {
    throw new Error(`${what} is there already; choose another name.`);
  };
  const folder = ["contract", "server", "web"]
    .map((owner) => `packages/${owner}/src/features/${kebab}`)
    .find((path) => existsSync(join(root, path)));
  if (folder !== undefined) refuse(folder);
  if (routesWith(allRoutes(root), `/${kebab}`)) refuse(`A screen at /${kebab}`);
  if (Object.hasOwn(texts("core/i18n/shared")["screen"] ?? {}, snake)) refuse(`A screen named ${snake}`);
  const namespaces = read("packages/web/src/app/text-types.ts");
  if (new RegExp(`^ +"?${kebab}"?: typeof`, "m").test(namespaces)) refuse(`A catalogue of texts named ${kebab}`);
  const call = `${camel}List`;
  if (Object.hasOwn(texts("features/audit/audit")["did"] ?? {}, call)) refuse(`The call ${call}`);
}

/** Whether a route is at this address. */
function routesWith(routes: string, address: string): boolean {
  return [...routes.matchAll(/path: "(\/[^"]*)"/g)].some(([, path = ""]) => path.replace("/{-$slug}", "") === address);
}

function run(root: string, what: string, ...command: string[]): void {
  console.log(`${what} ...`);
  const { status, stdout, stderr } = spawnSync("npx", command, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`"npx ${command.join(" ")}" failed:\n${stdout}${stderr}`);
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const root = join(import.meta.dirname, "..");
  try {
    const name = featureName(process.argv[2]);
    const { paths, address } = makeFeature(root, name);
    for (const path of paths) console.log(path);
    run(root, "Formatting", "oxfmt", ...paths);
    run(root, "Writing the documents", "tsx", "scripts/docs.ts");
    // The rows of all other calls stay as they are: making them, too, takes minutes.
    process.env["MATRIX_CALLS"] = `${name.camel}List`;
    run(root, "Asking the call as every role", "vitest", "run", "packages/server/src/access-matrix.test.ts", "-u");
    console.log(`\nThe screen is at ${address}. Next: npm run check && npm run test:unit -- ${name.kebab}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
