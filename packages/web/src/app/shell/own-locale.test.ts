import { beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { askBeforeLocale } from "../../core/i18n/locale.ts";
import { chooseOwnLocale } from "./own-locale.ts";

let sent: [string, unknown][];
let opened: string[];

beforeEach(() => {
  [sent, opened] = [[], []];
  vi.stubGlobal("fetch", async (url: string, { body, keepalive }: RequestInit & { body: string }) => {
    sent.push([url.replace(/.*\//, ""), { ...JSON.parse(body), keepalive }]);
    return Response.json({ status: "ok" });
  });
  const assign = (path: string) => opened.push(path);
  vi.stubGlobal("location", { pathname: "/charts", search: "?period=day", hash: "", protocol: "https:", assign });
  onTestFinished(() => void vi.unstubAllGlobals());
});

test("a language that somebody who is signed in chooses is that of the portal's messages too", () => {
  vi.stubGlobal("document", { cookie: "token=t; userId=u" });
  chooseOwnLocale("fr");
  expect(sent).toEqual([["saveUserAccount", { language: "fr", keepalive: true }]]);
  expect(opened).toEqual(["/fr/charts?period=day"]);
});

test("of a language that nobody settles on nothing is kept", () => {
  vi.stubGlobal("document", { cookie: "token=t; userId=u" });
  onTestFinished(askBeforeLocale(() => undefined));
  chooseOwnLocale("fr");
  expect([sent, opened]).toEqual([[], []]);
});

test("whoever is not signed in only gets the page in it", () => {
  vi.stubGlobal("document", { cookie: "" });
  chooseOwnLocale("fr");
  expect(sent).toEqual([]);
  expect(opened).toEqual(["/fr/charts?period=day"]);
});
