import { beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { askBeforeLocale } from "../../core/i18n/locale.ts";
import { answerCalls, type AskedCall } from "../../testing/answer-calls.ts";
import { chooseOwnLocale } from "./own-locale.ts";

let sent: readonly AskedCall[];
let opened: string[];

beforeEach(() => {
  ({ all: sent } = answerCalls({}));
  opened = [];
  const assign = (path: string) => opened.push(path);
  vi.stubGlobal("location", { pathname: "/charts", search: "?period=day", hash: "", protocol: "https:", assign });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

test("a language that somebody who is signed in chooses is that of the portal's messages too", () => {
  vi.stubGlobal("document", { cookie: "token=t; userId=u" });
  chooseOwnLocale("fr");
  expect(sent).toMatchObject([{ name: "saveUserAccount", input: { language: "fr" }, outlivesPage: true }]);
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
