import { afterAll, beforeAll, expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { type StandIn, standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { type TestClock, testClock } from "../../testing/test-clock.ts";
import { ownPages } from "./own-pages.ts";
import { readStrapi } from "./strapi.ts";

const minute = 60_000;
let strapi: StandIn;
let clock: TestClock;

beforeAll(async () => {
  strapi = await startStandIn();
  clock = testClock(Date.UTC(2026, 10, 20, 12));
  await thePortal({
    clock,
    config: {
      externalServices: "on",
      externalAllow: standInNetworks,
      strapiUrl: strapi.url,
      strapiToken: "content-credential",
    },
  });
});
afterAll(() => strapi.stop());

const page = { slug: "start", title: "Start", body: "## First\n\nHello." };

test("the manual has the same pages and sections in both languages, and every link in it leads to one of them", () => {
  const [english, french] = [ownPages("en"), ownPages("fr")];
  const shapeOf = (pages: typeof english) =>
    pages.map(({ slug, markdown }) => [slug, markdown.match(/^## /gm)?.length, markdown.match(/^\|/gm)?.length]);
  expect(shapeOf(french)).toEqual(shapeOf(english));
  expect(english.map(({ slug }) => slug)).toEqual([
    "getting-started",
    "dashboard",
    "container",
    "fleet",
    "charts",
    "widgets",
    "inspire",
    "energy-terms",
    "data-quality",
    "people",
    "blackout",
    "warnings",
    "tickets",
    "troubleshooting",
  ]);
  for (const { title, markdown } of [...english, ...french]) {
    expect(title.length).toBeGreaterThan(3);
    for (const [, href = ""] of markdown.matchAll(/\]\(([^)]*)\)/g))
      expect(english.map(({ slug }) => `/help/${slug}`)).toContain(href);
  }
  for (const [index, { markdown }] of french.entries()) expect(markdown).not.toBe(english[index]?.markdown);
});

test("a content server's pages replace the portal's own, and stay, with their age, while it is away", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff" } });
  strapi.answer = { status: 500, body: {} };
  expect((await amina.call("helpGet", { language: "en" })).data).toMatchObject({
    source: "portal",
    fetchedAt: null,
    problem: "unreachable",
    pages: ownPages("en"),
  });
  clock.advance(minute);
  strapi.answer = { body: { data: [{ id: 1, documentId: "d", ...page, order: 1 }], meta: {} } };
  const found = (await amina.call("helpGet", { language: "en" })).data;
  expect(found).toEqual({
    source: "strapi",
    fetchedAt: new Date(clock.now()).toISOString(),
    problem: null,
    pages: [{ slug: "start", title: "Start", markdown: page.body }],
  });
  expect(strapi.asked.at(-1)).toMatchObject({
    path: "/api/manual-pages",
    headers: { authorization: "Bearer content-credential" },
  });
  expect(strapi.asked.at(-1)?.query.get("locale")).toBe("en");
  for (const bad of [{ body: "<html>" }, { body: { data: [] } }, { status: 503, body: {} }, "silence"] as const) {
    clock.advance(40 * minute);
    strapi.answer = bad;
    const { data } = await amina.call("helpGet", { language: "en" });
    expect(data).toMatchObject({ source: "strapi", fetchedAt: found.fetchedAt, pages: found.pages });
    strapi.answer = { status: 503, body: {} };
    strapi.release();
  }
});

test("Strapi 4 and 5 can be read; pages without text, and slugs that lead out of the manual, are left out", () => {
  expect(readStrapi({ data: [{ id: 1, attributes: page }] })).toEqual(readStrapi({ data: [page] }));
  for (const odd of [{ ...page, slug: "../x" }, { ...page, body: "" }, { title: "x" }])
    expect(() => readStrapi({ data: [odd] })).toThrow();
});
