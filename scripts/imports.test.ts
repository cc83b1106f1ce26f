import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { importsOf, unreadableImports, wrongImports, wrongWay } from "./imports.ts";
import { layers, packagesMay, partsMay, topFiles } from "./layers.ts";

const wrong = (from: string, to: string) => wrongWay({ from, to });

describe("the direction of imports", () => {
  test("packages import the contract, and the contract imports none of ours", () => {
    expect(wrong("packages/server/src/http/app.ts", "@offgrid/contract/registry")).toBeUndefined();
    expect(wrong("packages/simulator/src/main.ts", "@offgrid/controller/link/link")).toBeUndefined();
    expect(wrong("packages/contract/src/registry.ts", "@offgrid/server/http/app")).toMatch(/contract may not import/);
    expect(wrong("packages/web/src/main.tsx", "@offgrid/server/http/app")).toMatch(/web may not import/);
    expect(wrong("packages/controller/src/main.ts", "@offgrid/simulator/plant/solar")).toMatch(/may not import/);
  });

  test("a package is reached by its name, not by a path", () => {
    expect(wrong("packages/web/src/core/api.ts", "../../../contract/src/registry.ts")).toMatch(/by its package name/);
  });

  test("only the server's tests may use real controllers", () => {
    const controller = "@offgrid/controller/controller";
    expect(wrong("packages/server/src/features/ingest/ingest.test.ts", controller)).toBeUndefined();
    expect(wrong("packages/server/src/features/ingest/ingest.ts", controller)).toMatch(/may not import/);
  });

  test.each(Object.keys(layers))(
    "no layer of %s imports a higher one, and folders of one layer do not import each other",
    (owner) => {
      const rows = layers[owner]!.filter((row) => !row.includes(topFiles));
      const file = (room: string) => `packages/${owner}/src/${room}/part/a.ts`;
      for (const [height, row] of rows.entries()) {
        for (const room of row) {
          for (const [otherHeight, other] of rows.flatMap((rooms, at) => rooms.map((one) => [at, one] as const))) {
            if (other === room) continue;
            const sentence = wrong(file(room), `../../${other}/part/b.ts`);
            if (otherHeight < height) expect(sentence, `${room} -> ${other}`).toBeUndefined();
            else
              expect(sentence, `${room} -> ${other}`).toMatch(new RegExp(`${room} may not import ${owner}/${other}`));
          }
        }
      }
    },
  );

  test("features import each other only as listed, and never both ways", () => {
    expect(wrong("packages/server/src/features/session/a.ts", "../users/b.ts")).toBeUndefined();
    expect(wrong("packages/server/src/features/users/a.ts", "../session/b.ts")).toMatch(/users may not import/);
    expect(wrong("packages/web/src/features/users/a.tsx", "../roles/b.ts")).toMatch(/users may not import/);
    for (const [place, may] of Object.entries(partsMay)) {
      const leadsTo = (from: string, to: string): boolean =>
        (may[from] ?? []).some((next) => next === to || leadsTo(next, to));
      for (const part of Object.keys(may))
        expect(leadsTo(part, part), `${place}/${part} leads back to itself`).toBe(false);
    }
  });

  test("a folder that is in no layer is named", () => {
    expect(wrong("packages/server/src/misc/a.ts", "../core/db.ts")).toMatch(/does not say where server\/misc stands/);
  });
});

test("the server's core stays small: whatever has a theme of its own has a folder of its own", () => {
  const modules = readdirSync(join(import.meta.dirname, "../packages/server/src/core")).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  expect(modules.length).toBeGreaterThan(5);
  expect(modules.length).toBeLessThanOrEqual(20);
});

/** A repository with one file. */
function repositoryWith(owner: string, file: string, text: string): string {
  const root = mkdtempSync(join(tmpdir(), "imports-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const path = join(root, "packages", owner, "src", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
  return root;
}

describe("the check of a repository", () => {
  const wrongIn: Record<string, [file: string, text: string]> = {
    contract: ["core/call.ts", 'import type { Site } from "../features/containers/containers.schema.ts";'],
    server: ["calls/dispatch.ts", 'import { handlers } from "../features/users/users.handlers.ts";'],
    web: ["ui/num.tsx", 'export { StatusMark } from "../domain/containers/status-mark.tsx";'],
    controller: ["drivers/driver.ts", 'const link = () => import("../link/link.ts");'],
    simulator: ["plant/plant.ts", 'import "../fleet/fleet.ts";'],
  };

  test.each(Object.entries(wrongIn))("finds a wrong import in %s", (owner, [file, text]) => {
    expect(wrongImports(repositoryWith(owner, file, text))).toEqual([
      expect.stringContaining(`packages/${owner}/src/${file}`),
    ]);
  });

  test("finds a type that is imported in place from a higher layer", () => {
    const root = repositoryWith(
      "server",
      "core/db.ts",
      'export type X = import("../features/users/users.store.ts").User;',
    );
    expect(wrongImports(root)).toEqual([expect.stringContaining("server/core may not import server/features")]);
  });

  test("refuses an import that only a run can follow", () => {
    const root = repositoryWith(
      "server",
      "core/db.ts",
      "const path = read();\nexport const later = await import(path);",
    );
    expect(wrongImports(root)).toEqual([expect.stringContaining("packages/server/src/core/db.ts:2: import() takes")]);
  });

  test("knows every package and every folder of ours", () => {
    expect(wrongImports(join(import.meta.dirname, ".."))).toEqual([]);
    expect(Object.keys(wrongIn).toSorted()).toEqual(Object.keys(packagesMay).toSorted());
  });
});

test("every form of import is found, and text that only looks like an import is not", () => {
  const text = [
    'import { a } from "./a.ts";',
    "import {",
    "  b,",
    '} from "./b.ts";',
    'import "./c.css";',
    'export { d } from "./d.ts";',
    'const e = () => import("./e.tsx");',
    'import type { F } from "./f.ts";',
    'export type I = import("./i.ts").I;',
    'const j: typeof import("./j.ts") = k;',
    "const l = () => import(`./l.ts`);",
    'import m = require("./m.ts");',
    'const n = () => import /* later */ ("./n.ts");',
    'const text = `import { g } from "./g.ts"`;',
    '// import "./h.ts";',
  ].join("\n");
  expect(importsOf("x.ts", text).map(({ to }) => to)).toEqual([
    "./a.ts",
    "./b.ts",
    "./c.css",
    "./f.ts",
    "./d.ts",
    "./e.tsx",
    "./i.ts",
    "./j.ts",
    "./l.ts",
    "./m.ts",
    "./n.ts",
  ]);
});

test("an import with a path that is put together is unreadable", () => {
  const text = ["import(`./${name}.ts`);", 'import("./a.ts");', 'import("./" + name);', "import(`./b.ts`);"].join("\n");
  expect(unreadableImports("x.ts", text)).toEqual([
    expect.stringContaining("x.ts:1:"),
    expect.stringContaining("x.ts:3:"),
  ]);
});
