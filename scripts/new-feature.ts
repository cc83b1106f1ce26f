/** `npm run new:feature -- <name>`: the folders of a feature in contract, server and web, with one call from end to end. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The name of a feature in the forms for files, identifiers, types and texts. */
export interface FeatureName {
  /** demo-thing */
  kebab: string;
  /** demoThing */
  camel: string;
  /** DemoThing */
  pascal: string;
  /** demo_thing */
  snake: string;
  /** Demo thing */
  words: string;
}

/** @throws Error with one sentence when this cannot be the name of a feature. */
export function featureName(given: string | undefined): FeatureName {
  if (given === undefined || !/^[a-z]+(-[a-z]+)*$/.test(given)) {
    throw new Error("Name the feature in lower-case words with hyphens: npm run new:feature -- street-lights");
  }
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

/** The files of a new feature, by their path in the repository. */
export function newFiles({ kebab, camel, pascal, snake, words }: FeatureName): Map<string, string> {
  const contract = `packages/contract/src/features/${kebab}/${kebab}`;
  const server = `packages/server/src/features/${kebab}/${kebab}`;
  const web = `packages/web/src/features/${kebab}/${kebab}`;
  return new Map([
    [
      `${contract}.calls.ts`,
      `import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";

const ${pascal}Row = z.object({ id: z.string(), name: z.string() });

export const ${camel}Calls = {
  ${camel}List: {
    summary: "The containers that the caller sees, by name.",
    access: "view",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(${pascal}Row) }),
  },
} satisfies CallMap;
`,
    ],
    [
      `${server}.handlers.ts`,
      `import type { ${camel}Calls } from "@offgrid/contract/${kebab}/${kebab}.calls";

import type { Handlers } from "../../calls/handler.ts";
import * as ${camel} from "./${kebab}.store.ts";

export const ${camel}Handlers: Handlers<typeof ${camel}Calls> = {
  ${camel}List: async (_, { actor, db }) => ({ data: await ${camel}.list(db, actor) }),
};
`,
    ],
    [
      `${server}.store.ts`,
      `import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";

/** The containers that someone sees, by name. */
export function list(db: Db, viewer: Viewer): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("container")
    .select(["id", "name"])
    .where("id", "in", visibleContainers(db, viewer))
    .orderBy("name")
    .orderBy("id")
    .execute();
}
`,
    ],
    [
      `${server}.test.ts`,
      `import { expect, test } from "vitest";

import { cast } from "../../testing/cast.ts";

test("people see their own containers by name, and nobody else's", async () => {
  const { amina } = await cast({
    amina: { role: "user", containers: ["${kebab}-lodwar", "${kebab}-agadez"] },
    kofi: { role: "user", containers: ["${kebab}-fogo"] },
  });
  const { data } = await amina.call("${camel}List", {});
  expect(data.map(({ id }) => id)).toEqual(["${kebab}-agadez", "${kebab}-lodwar"]);
});
`,
    ],
    [
      `${web}.data.ts`,
      `import { useCall } from "../../core/api/use-call.ts";

export function use${pascal}() {
  return useCall("${camel}List", {}, { select: ({ data }) => data });
}
`,
    ],
    [
      `${web}.page.tsx`,
      `import { useTranslation } from "react-i18next";

import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { use${pascal} } from "./${kebab}.data.ts";

export function ${pascal}Page() {
  const { t } = useTranslation(["${kebab}", "shared"]);
  const rows = use${pascal}();
  return (
    <>
      <PageHeader title={t("shared:screen.${snake}")} />
      <Async of={rows} empty={<EmptyState title={t("empty.title")} why={t("empty.why")} />}>
        {(found) => (
          <ul>
            {found.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </Async>
    </>
  );
}
`,
    ],
    [`${web}.en.json`, json({ empty: { title: "Nothing here yet", why: `${words} will appear here.` } })],
    [`${web}.fr.json`, json({ empty: { title: "Rien pour l'instant", why: `${words} : le contenu apparaîtra ici.` } })],
  ]);
}

/** A place that lists every feature, and what a new one adds to it. */
interface Listing {
  path: string;
  add(text: string, name: FeatureName): string;
}

export const listings: readonly Listing[] = [
  {
    path: "packages/contract/src/registry.ts",
    add: (text, { kebab, camel }) =>
      before(
        afterLast(
          text,
          /^import \{ \w+ \} from "\.\/features\/.*$/gm,
          `import { ${camel}Calls } from "./features/${kebab}/${kebab}.calls.ts";`,
        ),
        "};\nexport type Calls",
        `  ...${camel}Calls,\n`,
      ),
  },
  {
    path: "packages/server/src/handlers.ts",
    add: (text, { kebab, camel }) =>
      before(
        afterLast(
          text,
          /^import \{ \w+ \} from "\.\/features\/.*$/gm,
          `import { ${camel}Handlers } from "./features/${kebab}/${kebab}.handlers.ts";`,
        ),
        "};\n",
        `  ...${camel}Handlers,\n`,
      ),
  },
  {
    path: "packages/server/src/access-matrix.fixture.ts",
    add: (text, { camel }) => beforeLast(text, "};\n", `  ${camel}List: plain(),\n`),
  },
  {
    path: "packages/web/src/app/text-types.ts",
    add: (text, { kebab, camel }) =>
      before(
        afterLast(
          text,
          /^import type \w+ from .*$/gm,
          `import type ${camel} from "../features/${kebab}/${kebab}.en.json";`,
        ),
        "    };\n  }\n",
        `      ${kebab === camel ? kebab : `"${kebab}"`}: typeof ${camel};\n`,
      ),
  },
  {
    path: "packages/web/src/app/routes.tsx",
    add: (text, { kebab, pascal, snake }) =>
      before(
        text,
        "] as const;\n\nconst blank",
        `  screen({
    path: "/${kebab}",
    name: "${snake}",
    texts: ["${kebab}"],
    load: () => import("../features/${kebab}/${kebab}.page.tsx"),
    page: "${pascal}Page",
  }),
`,
      ),
  },
  {
    path: "packages/web/src/app/routes.test.ts",
    add: (text, { kebab }) => before(text, "];\n\nconst withValues", `  ["/${kebab}", "/main/${kebab}"],\n`),
  },
  {
    path: "scripts/docs.api.ts",
    add: (text, { kebab, camel, words }) =>
      before(
        afterLast(
          text,
          /^import \{ \w+Calls \} from "@offgrid.*$/gm,
          `import { ${camel}Calls } from "@offgrid/contract/${kebab}/${kebab}.calls";`,
        ),
        "];\n\n/** Chapters and their calls",
        `  ["${words}", ${camel}Calls],\n`,
      ),
  },
  ...["en", "fr"].map((locale) => ({
    path: `packages/web/src/core/i18n/shared.${locale}.json`,
    add: (text: string, { snake, words }: FeatureName) => {
      const texts = JSON.parse(text) as { screen: Record<string, string> };
      return json({ ...texts, screen: { ...texts.screen, [snake]: words } });
    },
  })),
];

/**
 * Makes a feature below a folder.
 * @returns the paths of the files that were made or changed.
 * @throws Error with one sentence when the feature exists already, or a listing does not look as expected.
 */
export function makeFeature(root: string, name: FeatureName): string[] {
  const made = newFiles(name);
  const folder = ["contract", "server", "web"]
    .map((owner) => `packages/${owner}/src/features/${name.kebab}`)
    .find((path) => existsSync(join(root, path)));
  if (folder !== undefined) throw new Error(`${folder} is there already; choose another name.`);
  const changed = listings.map(({ path, add }) => {
    const text = readFileSync(join(root, path), "utf8");
    const next = add(text, name);
    if (next === text) throw new Error(`${path} does not look as expected: add the feature there by hand.`);
    return [path, next] as const;
  });
  for (const [path, text] of [...made, ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...made.keys(), ...changed.map(([path]) => path)];
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function afterLast(text: string, pattern: RegExp, line: string): string {
  const last = [...text.matchAll(pattern)].at(-1);
  if (!last) return text;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

function before(text: string, mark: string, addition: string): string {
  return text.replace(mark, () => addition + mark);
}

function beforeLast(text: string, mark: string, addition: string): string {
  const at = text.lastIndexOf(mark);
  return at === -1 ? text : text.slice(0, at) + addition + text.slice(at);
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
    const paths = makeFeature(root, name);
    for (const path of paths) console.log(path);
    run(root, "Formatting", "oxfmt", ...paths);
    run(root, "Writing the documents", "tsx", "scripts/docs.ts");
    run(root, "Asking the call as every role", "vitest", "run", "packages/server/src/access-matrix.test.ts", "-u");
    console.log(`\nThe screen is at /${name.kebab}. Next: npm run check && npm run test:unit -- ${name.kebab}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
