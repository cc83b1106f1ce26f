/** What `npm run new:feature` writes: the files of a feature with one call from end to end. */

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

/** The files of a new feature, by their path in the repository. */
export function newFiles(feature: FeatureName): Map<string, string> {
  return new Map([...contractFiles(feature), ...serverFiles(feature), ...screenFiles(feature), ...textFiles(feature)]);
}

function contractFiles({ kebab, camel, pascal }: FeatureName): [string, string][] {
  return [
    [
      `packages/contract/src/features/${kebab}/${kebab}.calls.ts`,
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
  ];
}

function serverFiles({ kebab, camel }: FeatureName): [string, string][] {
  const folder = `packages/server/src/features/${kebab}`;
  return [
    [
      `${folder}/${kebab}.handlers.ts`,
      `import type { ${camel}Calls } from "@offgrid/contract/${kebab}/${kebab}.calls";

import type { Handlers } from "../../calls/handler.ts";
import * as ${camel} from "./${kebab}.store.ts";

export const ${camel}Handlers: Handlers<typeof ${camel}Calls> = {
  ${camel}List: async (_, { actor, db }) => ({ data: await ${camel}.list(db, actor) }),
};
`,
    ],
    [
      `${folder}/${kebab}.store.ts`,
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
      `${folder}/${kebab}.test.ts`,
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
  ];
}

function screenFiles({ kebab, camel, pascal, snake }: FeatureName): [string, string][] {
  const web = webFile(kebab);
  return [
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
  ];
}

function textFiles({ kebab, words }: FeatureName): [string, string][] {
  const web = webFile(kebab);
  return [
    [`${web}.en.json`, json({ empty: { title: "Nothing here yet", why: `${words} will appear here.` } })],
    [
      `${web}.fr.json`,
      json({ empty: { title: "Rien pour l’instant", why: `${words}\u00A0: le contenu apparaîtra ici.` } }),
    ],
  ];
}

function webFile(kebab: string): string {
  return `packages/web/src/features/${kebab}/${kebab}`;
}

/** The text of a JSON file. */
export function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
