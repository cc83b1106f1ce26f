/** `npm run check -- spec`: docs/spec.md has a line, with proofs that exist, for all that the specification names. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { calls } from "@offgrid/contract/registry";

import { routePaths } from "../e2e/screens.list.ts";
import { allRoutes } from "./new-feature.lists.ts";
import { specified } from "./spec-list.ts";
import { listFaults, namedIn, specFaults, specLines } from "./spec-rules.ts";
import { testFiles, testTitles } from "./test-titles.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const specification = join(root, "../shared/spec/portal-spec.txt");

const tests = new Map(
  testFiles(root).map((file) => {
    const source = read(file);
    return [file, { titles: testTitles(source), source }] as const;
  }),
);
const portal = { routes: routePaths(allRoutes(root)), calls: Object.keys(calls), tests };
const faults = specFaults(specLines(read("docs/spec.md")), specified, portal);
if (existsSync(specification)) faults.push(...listFaults(specified, namedIn(readFileSync(specification, "utf8"))));
else console.log("The list of scripts/spec-list.ts was not compared: it needs ../shared/spec.");

for (const sentence of faults) console.error(sentence);
process.exitCode = faults.length === 0 ? 0 : 1;
