/** The places that list every feature, call or screen, and what a new feature changes in each of them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { type FeatureName, json } from "./new-feature.files.ts";

export interface Place {
  path: string;
  /** Given the file's text; what it returns differs, or the file does not look as expected. */
  change(text: string, feature: FeatureName): string;
}

export const routesPath = "packages/web/src/app/routes.tsx";

/** The files that declare routes: `routes.tsx`, and those of themes that have one of their own. */
export function routeFiles(root: string): string[] {
  const folder = dirname(routesPath);
  const files = readdirSync(join(root, folder)).filter((file) => /^([a-z-]+-)?routes\.tsx$/.test(file));
  return files.map((file) => `${folder}/${file}`);
}

/** The text of all of them. */
export function allRoutes(root: string): string {
  return routeFiles(root)
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
}

/** The places that this feature changes. */
export function placesOf(): readonly Place[] {
  return [...callPlaces, ...inBothLanguages("features/audit/audit", withAuditText), textTypes, ...newScreenPlaces];
}

const callPlaces: readonly Place[] = [
  {
    path: "packages/contract/src/registry.ts",
    change: (text, { kebab, camel }) =>
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
    change: (text, { kebab, camel }) =>
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
    change: (text, { camel }) => beforeLast(text, "};\n", `  ${camel}List: plain(),\n`),
  },
  {
    path: "scripts/docs.api.ts",
    change: (text, { kebab, camel, words }) =>
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
];

const textTypes: Place = {
  path: "packages/web/src/app/text-types.ts",
  change: (text, { kebab, camel }) =>
    before(
      afterLast(
        text,
        /^import type \w+ from .*$/gm,
        `import type ${camel} from "../features/${kebab}/${kebab}.en.json";`,
      ),
      "    };\n  }\n",
      `      ${kebab === camel ? kebab : `"${kebab}"`}: typeof ${camel};\n`,
    ),
};

const newScreenPlaces: readonly Place[] = [
  {
    path: routesPath,
    change: (text, feature) =>
      before(
        text,
        "] as const;\n\nconst blank",
        `  screen({ path: "/${feature.kebab}", name: "${feature.snake}", ${page(feature)} }),\n`,
      ),
  },
  {
    path: "packages/web/src/app/routes.test.ts",
    change: (text, { kebab }) => before(text, "];\n\nconst withValues", `  ["/${kebab}", "/main/${kebab}"],\n`),
  },
  {
    path: "e2e/screens.list.ts",
    change: (text, { kebab, snake }) => withSimple(text, `  "/${kebab}": "${snake}",\n`),
  },
  ...inBothLanguages("core/i18n/shared", (text, { snake, words }, locale) =>
    withText(text, "screen", snake, locale === "en" ? words : `«\u00A0${words}\u00A0»`),
  ),
];

function page({ kebab, pascal }: FeatureName): string {
  return `texts: ["${kebab}"], load: () => import("../features/${kebab}/${kebab}.page.tsx"), page: "${pascal}Page"`;
}

function withSimple(text: string, lines: string): string {
  const start = "export const simple: Record<string, string> = {";
  return text.replace(start, () => `${start}\n${lines.trimEnd()}`);
}

function withAuditText(text: string, { camel, words }: FeatureName, locale: string): string {
  const what = words.toLowerCase();
  return withText(text, "did", `${camel}List`, locale === "en" ? `View ${what}` : `Voir «\u00A0${what}\u00A0»`);
}

function inBothLanguages(
  path: string,
  change: (text: string, feature: FeatureName, locale: string) => string,
): readonly Place[] {
  return ["en", "fr"].map((locale) => ({
    path: `packages/web/src/${path}.${locale}.json`,
    change: (text, feature) => change(text, feature, locale),
  }));
}

function withText(text: string, group: string, key: string, value: string): string {
  const texts = JSON.parse(text) as Record<string, Record<string, string>>;
  return json({ ...texts, [group]: { ...texts[group], [key]: value } });
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
