import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { namedImports, namesOf } from "../packages/web/build/chunk-groups.ts";

const folder = mkdtempSync(join(tmpdir(), "chunk-groups-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, source: string): string => {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
};

test("an index is read by the files of its names", () => {
  const index = fileOf(
    "index.mjs",
    `import { a } from "./a.mjs";\nexport { default as B, default as C } from './b.mjs';\n`,
  );
  expect(Object.fromEntries(namesOf(index))).toEqual({
    a: join(folder, "a.mjs"),
    B: join(folder, "b.mjs"),
    C: join(folder, "b.mjs"),
  });
});

test("an index that is written in another way stops the build", () => {
  expect(() => namesOf(fileOf("stars.mjs", `export * from "./a.mjs";\n`))).toThrow("No names can be read");
});

test("a module that imports an index otherwise than by names stops the build", () => {
  const named = fileOf("named.ts", `import {\n  Button,\n  Box as Frame,\n} from "@mantine/core";\n`);
  expect(namedImports(named, "@mantine/core")).toEqual(["Button", "Box"]);
  const ways = [
    `import * as all from "@mantine/core";`,
    `import { Button } from "@mantine/core";\nimport * as all from '@mantine/core';`,
    `export * from "@mantine/core";`,
    `export { Button } from "@mantine/core";`,
  ];
  for (const [number, way] of ways.entries()) {
    const path = fileOf(`way-${number}.ts`, way);
    expect(() => namedImports(path, "@mantine/core"), way).toThrow("otherwise than by names");
  }
});
