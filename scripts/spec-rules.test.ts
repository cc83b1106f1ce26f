import { expect, test } from "vitest";

import { listFaults, namedIn, specFaults, specLines } from "./spec-rules.ts";

const specified = { routes: ["/charts/{slug}"], calls: ["getSites", "removeContainer"] };
const portal = {
  routes: ["/charts/$slug", "/users/{-$slug}"],
  calls: ["getSites", "removeContainer"],
  tests: new Map([
    ["a.test.ts", { titles: ["sites | are listed"], source: 'call("getSites", {}); call("removeContainer", {})' }],
    ["b.test.ts", { titles: ["nothing is asked"], source: "" }],
  ]),
};
const proof = "`a.test.ts`: sites \\| are listed";

function tables({ routes = "", calls = "" }): string {
  const head = "| Specification | Here | Proof |\n| --- | :-- | --- |\n";
  return `# Spec\n\n## Routes\n\n${head}${routes}\n\n## Calls\n\n${head}${calls}\n`;
}
const routes = `| \`/charts/{slug}\` | A chart | ${proof} |`;
const sites = `| \`/getSites\` | containers | ${proof} |`;
const removal = `| \`removeContainer\` | containers | ${proof} |`;
const faultsOf = (texts: { routes?: string; calls?: string }) =>
  specFaults(specLines(tables({ routes, calls: `${sites}\n${removal}`, ...texts })), specified, portal);

test("tables that have a proven line for all that is specified have no faults", () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ routes: `${routes}\n| \`/users/{slug?}\` | People | None: the journeys |` })).toEqual([]);
});

test("a route and a call of the specification without a line are found", () => {
  expect(faultsOf({ routes: "" })).toEqual([
    "docs/spec.md has no line of the route /charts/{slug}, which the specification names.",
  ]);
  expect(faultsOf({ calls: sites })).toEqual([
    "docs/spec.md has no line of the call removeContainer, which the specification names.",
  ]);
});

test("a route and a call that the portal does not have are found, unless their lines say that they are missing", () => {
  const gone = (here: string) => ({
    routes: `${routes}\n| \`/old\` | ${here} | None: it was dropped |`,
    calls: `${sites}\n${removal}\n| \`/getOld\` | ${here} | ${proof} |`,
  });
  expect(faultsOf(gone("Old"))).toEqual([
    "docs/spec.md names the route /old, which the portal does not have.",
    "docs/spec.md names the call getOld, which the portal does not have.",
    "docs/spec.md: no test that is to prove the call getOld makes it.",
  ]);
  expect(faultsOf(gone("Missing: nobody needs it"))).toEqual([]);
});

test("what is said to be missing and is there is found", () => {
  expect(faultsOf({ routes: routes.replace("A chart", "Missing: not built") })).toEqual([
    "docs/spec.md says that the route /charts/{slug} is missing, but it is there.",
  ]);
});

test("a file without tests, a title that no test has, and a line without a proof are found", () => {
  const other = (text: string) => faultsOf({ routes: routes.replace(proof, text) });
  expect(other("`c.test.ts`: sites")).toEqual([
    'docs/spec.md: "`/charts/{slug}`" names c.test.ts, which has no tests.',
  ]);
  expect(other(`${proof}<br>\`a.test.ts\`: sites`)).toEqual([
    'docs/spec.md: "`/charts/{slug}`" names a test that is not in a.test.ts: sites',
  ]);
  for (const none of ["", "somewhere", "None: "])
    expect(other(none)).toEqual(['docs/spec.md: "`/charts/{slug}`" has neither a test nor says why there is none.']);
});

test("a call is proved by a test in whose file it is made", () => {
  const elsewhere = removal.replace(proof, "`b.test.ts`: nothing is asked");
  expect(faultsOf({ calls: `${sites}\n${elsewhere}` })).toEqual([
    "docs/spec.md: no test that is to prove the call removeContainer makes it.",
  ]);
  expect(faultsOf({ calls: `${sites}\n${elsewhere.replace("`b.", `${proof}<br>\`b.`)}` })).toEqual([]);
});

test("a line without its three cells is reported", () => {
  expect(() => specLines("| `/charts` | Charts |")).toThrow("has not the three cells of a line.");
});

test("routes and calls are read from the specification, and the list of the checks is compared with them", () => {
  const text = [
    "Static routes: / (dashboard), /charts, /charts/{slug}.",
    "",
    "Paths:",
    "- Auth and users: /auth/local/register, /login.",
    "- Containers: /getInfo, /getInfoV2, V3 and V4, /setRelay (relay control), removeContainer (no leading slash).",
    "",
    "Other clients: none.",
  ].join("\n");
  const named = namedIn(text);
  expect(named).toEqual({
    routes: ["/", "/charts", "/charts/{slug}"],
    calls: [
      ...["auth/local/register", "login", "getInfo", "getInfoV2", "getInfoV3", "getInfoV4", "setRelay"],
      "removeContainer",
    ],
  });
  expect(listFaults(named, named)).toEqual([]);
  expect(listFaults({ ...named, routes: ["/", "/charts", "/more"] }, named)).toEqual([
    "scripts/spec-list.ts lacks /charts/{slug}, which the specification names among its routes.",
    "scripts/spec-list.ts has /more, which the specification does not name among its routes.",
  ]);
});
