import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, onTestFinished, test } from "vitest";

import type { FeatureName } from "./new-feature.files.ts";
import { allRoutes, placesOf, routeFiles, routesPath } from "./new-feature.lists.ts";
import { featureName, type MadeFeature, makeFeature } from "./new-feature.ts";

const root = join(import.meta.dirname, "..");

/** A folder with copies of this repository's present lists, and of what it has of some features. */
function repository(...features: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "new-feature-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const places = placesOf().map(({ path }) => path);
  const folders = features.flatMap((name) =>
    ["contract", "server"].map((owner) => `packages/${owner}/src/features/${name}`),
  );
  for (const path of new Set([...places, ...routeFiles(root), ...folders])) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  return folder;
}

/** All of this repository's sources, with its packages installed. */
function wholeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "new-features-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // What is built comes and goes while it is copied: the web app is built beside these tests.
  const left = /(^|\/)(node_modules|dist(\.new|\.old)?|\.cache|data|\.git|test-results)$/;
  for (const name of readdirSync(root).filter((one) => !left.test(one) && one !== "docs")) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !left.test(path) });
  }
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@offgrid"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")).filter((one) => one !== "@offgrid")) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(modules, "@offgrid", name));
  }
  return folder;
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
const texts = (folder: string, path: string) =>
  (["en", "fr"] as const).map(
    (locale) => JSON.parse(read(folder, `packages/web/src/${path}.${locale}.json`)) as Record<string, object>,
  );

/** The lists of the journey through all screens, in a folder. */
async function screensIn(folder: string): Promise<typeof import("../e2e/screens.list.ts")> {
  return (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, "e2e/screens.list.ts")).href
  )) as typeof import("../e2e/screens.list.ts");
}

/** The journey sees the screen; the log has words for its call. */
async function expectWhole(
  folder: string,
  { snake, camel, kebab }: FeatureName,
  { address }: MadeFeature,
): Promise<void> {
  const routes = read(folder, routesPath);
  expect(routes).toContain(`import("../features/${kebab}/${kebab}.page.tsx")`);
  const { simple, unseenRoutes } = await screensIn(folder);
  expect(unseenRoutes(allRoutes(folder))).toEqual([]);
  expect(Object.values(simple)).toContain(snake);
  expect(unseenRoutes(allRoutes(folder).replaceAll(`"${address}"`, '"/elsewhere/in/the/portal"'))).toHaveLength(1);
  expect(read(folder, "packages/contract/src/registry.ts")).toContain(`...${camel}Calls,`);
  for (const { did } of texts(folder, "features/audit/audit")) {
    expect(Object.keys(did ?? {})).toContain(`${camel}List`);
  }
  for (const { screen } of texts(folder, "core/i18n/shared")) expect(Object.keys(screen ?? {})).toContain(snake);
}

describe("a new feature", () => {
  test("has contract, server, web, texts and a test, and is in every list", async () => {
    const folder = repository();
    const name = featureName("water-pumps");
    const made = makeFeature(folder, name);
    const { paths } = made;
    expect(made.address).toBe("/water-pumps");
    for (const path of paths)
      expect(read(folder, path), path).not.toBe(existsSync(join(root, path)) && read(root, path));
    for (const end of ["calls.ts", "handlers.ts", "store.ts", "test.ts", "data.ts", "page.tsx", "en.json", "fr.json"]) {
      expect(paths.filter((path) => path.endsWith(`/water-pumps.${end}`))).toHaveLength(1);
    }
    expect(read(folder, "packages/web/src/app/routes.test.ts")).toContain('"/main/water-pumps"');
    await expectWhole(folder, name, made);
  });

  test("passes the checks and tests that demand something of every feature", () => {
    const folder = wholeRepository();
    makeFeature(folder, featureName("a-feature-with-a-long-name"));
    const { VITEST: _, ...env } = process.env;
    const run = (...command: string[]) => {
      const { status, stdout, stderr } = spawnSync("npx", command, { cwd: folder, encoding: "utf8", env });
      expect(status, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
    };
    run("tsx", "scripts/check-i18n.ts");
    run("vitest", "run", "--project", "pure", "audit-words", "registry", "routes", "call-access", "menu");
  }, 180_000);
});

describe("what is there already", () => {
  test("is left alone", () => {
    const folder = repository();
    makeFeature(folder, featureName("lamps"));
    const handlers = read(folder, "packages/server/src/handlers.ts");
    expect(() => makeFeature(folder, featureName("lamps"))).toThrow(/is there already; choose another name/);
    expect(read(folder, "packages/server/src/handlers.ts")).toBe(handlers);
  });

  test.each([
    ["users", "packages/contract/src/features/users"],
    ["traffic", "packages/server/src/features/traffic"],
    ["login", "A screen at /login"],
    ["warning", "A screen at /warning"],
    ["add-user", "A screen named add_user"],
    ["map", "A catalogue of texts named map"],
    ["drawing", "A catalogue of texts named drawing"],
    ["passkey", "The call passkeyList"],
  ])("%s is refused, because of its folder, address, title, texts or call", (given, what) => {
    const folder = repository("users", "traffic");
    expect(() => makeFeature(folder, featureName(given))).toThrow(`${what} is there already; choose another name.`);
  });
});

test.each([
  ["fr", "The address /fr has another meaning in the portal; choose another name."],
  ["api", "The address /api has another meaning in the portal; choose another name."],
  ["new", '"new" cannot be the name of a variable in its handlers; choose another name.'],
  ["db", '"db" cannot be the name of a variable in its handlers; choose another name.'],
])("%s is reserved", (given, message) => {
  expect(() => featureName(given)).toThrow(message);
});

test.each([undefined, "", "Lamps", "street_lights", "-lamps", "lamps-", "../lamps", "lamps2"])(
  "%s cannot be the name of a feature",
  (given) => {
    expect(() => featureName(given)).toThrow(/lower-case words with hyphens/);
  },
);
