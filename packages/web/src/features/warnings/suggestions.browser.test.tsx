import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { formatList } from "../../core/format.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say as sayOf } from "../../testing/render.tsx";
import { presetName, presetRule, usualKey, usualRules } from "./presets.ts";
import type { Rule } from "./rule-input.ts";
import type { SavedRule, Watched } from "../../domain/warnings/rules.data.ts";
import { MoreSuggestions, NoRules } from "./suggestions.tsx";
import { presetNames } from "./warnings.search.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`warnings:${key}`, values);

beforeEach(() => loadTexts("warnings", "container", "ui", "shared"));

const savedOf = (rule: Rule): SavedRule => ({
  id: rule.ruleName,
  owner: { userId: "u", name: "Amina" },
  rule,
  createdAt: "2026-11-24T12:00:00Z",
  updatedAt: "2026-11-24T12:00:00Z",
  containers: 1,
  open: 0,
  lastRaisedAt: null,
  raisedIn30Days: 0,
  raisedIn7Days: 0,
  isNoisy: false,
  feedback: { useful: 0, expected: 0, noise: 0 },
  score: null,
  pausedAt: null,
});

/** What somebody is offered who has these rules and sees two containers. */
async function show(
  rules: readonly Rule[],
  look: Look = {},
  watched: readonly Watched[] = [],
  Shown: () => ReactNode = () => <MoreSuggestions saved={rules.map(savedOf)} />,
): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const data = ["gao", "kayes"].map((containerId) => fakeContainer({ containerId, name: containerId }));
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", total: 2, data });
  client.setQueryData(callQuery("warningWatched", {}).queryKey, { status: "ok", data: [...watched] });
  // What is shown is asked for again at once.
  vi.spyOn(window, "fetch").mockResolvedValue(new Response(JSON.stringify({ status: "ok", data: watched })));
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Shown />
        <Notifications />
      </QueryClientProvider>
    ),
    look,
  );
}

const asksWatched = (asked: RequestInfo | URL) => new Request(asked).url.endsWith("warningWatched");
const open = () => page.getByText(say("suggested"), { exact: true }).click();
const addAll = (count: number) => page.getByRole("button", { name: say("empty.all", { count }), exact: true });
const begin = (name: string) => page.getByRole("link", { name: say("empty.preset", { name }), exact: true });

test("suggested rules that somebody does not have are named, to be added at once or to begin with, in every look", async () => {
  for (const look of looks) {
    const { language } = look;
    const usual = usualRules(language);
    const own = presetRule("charge_low", language);
    const missing = usual.filter(({ ruleName }) => ruleName !== own.ruleName);
    await show([own], look);
    // Folded away until somebody wants them.
    await expect.element(addAll(missing.length)).not.toBeInTheDocument();
    await open();
    const names = formatList(
      missing.map(({ ruleName }) => ruleName),
      language,
    );
    await expect.element(page.getByText(names, { exact: true })).toBeVisible();
    await expect.element(addAll(missing.length)).toBeVisible();
    for (const preset of presetNames.filter((name) => name !== "charge_low"))
      await expect
        .element(begin(presetName(preset, language)))
        .toHaveAttribute("href", expect.stringContaining(`/warning/add?preset=${preset}`));
    await expect.element(begin(own.ruleName)).not.toBeInTheDocument();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("all of them are added for every container that somebody sees, again where that failed, and taken back by undo", async () => {
  const missing = usualRules("en").slice(0, 2);
  const sent: { ruleName: string; sites: string[] }[] = [];
  const deleted: unknown[] = [];
  let isDown = true;
  await show(usualRules("en").slice(2));
  const portal = vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    if (asksWatched(url)) return new Response(JSON.stringify({ status: "ok", data: [] }));
    if (isDown) return new Response("", { status: 503 });
    const body = JSON.parse(init?.body as string) as (typeof sent)[number];
    if (new Request(url).url.endsWith("deleteWarning")) deleted.push(body);
    else sent.push(body);
    return new Response(JSON.stringify({ status: "ok", data: { id: `r${sent.length}` } }));
  });
  await open();
  await addAll(2).click();
  await expect.poll(() => portal.mock.calls.length).toBeGreaterThan(0);
  await expect.element(addAll(2)).toBeEnabled();
  isDown = false;
  await addAll(2).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toMatchObject(missing.map(({ ruleName }) => ({ ruleName, sites: ["gao", "kayes"] })));
  await page.getByRole("button", { name: sayOf("shared:action.undo"), exact: true }).click();
  await expect.poll(() => deleted).toEqual([{ id: "r1" }, { id: "r2" }]);
  portal.mockRestore();
});

test("a rule that the portal refuses keeps no other from being added, and is said with the reason", async () => {
  const [first, refused, third] = usualRules("en").slice(0, 3) as [Rule, Rule, Rule];
  const notAdded = say("empty.notAdded", { names: refused.ruleName, why: say("empty.unsent") });
  const fields = { "conditions.0.type": "None of these containers has ever sent what tells whether loads have power." };
  const sent: string[] = [];
  const deleted: unknown[] = [];
  await show(usualRules("en").slice(3));
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    if (asksWatched(url)) return new Response(JSON.stringify({ status: "ok", data: [] }));
    const body = JSON.parse(init?.body as string) as { ruleName: string };
    if (body.ruleName === refused.ruleName)
      return new Response(JSON.stringify({ status: "error", code: "bad_input", message: "", fields }), { status: 400 });
    if (new Request(url).url.endsWith("deleteWarning")) deleted.push(body);
    else sent.push(body.ruleName);
    return new Response(JSON.stringify({ status: "ok", data: { id: `r${sent.length}` } }));
  });
  await open();
  await addAll(3).click();
  await expect
    .element(page.getByText(`${say("empty.added", { count: 2 })} ${notAdded}`, { exact: true }))
    .toBeVisible();
  expect(sent).toEqual([first.ruleName, third.ruleName]);
  // It stands beside the button too, for whoever presses it again.
  await expect.element(page.getByText(notAdded, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: sayOf("shared:action.undo"), exact: true }).click();
  await expect.poll(() => deleted).toEqual([{ id: "r1" }, { id: "r2" }]);
  vi.restoreAllMocks();
});

test("only what can be added is counted, and what cannot stands beside it with the reason", async () => {
  const [fine, unsent, left] = usualRules("en").slice(0, 3) as [Rule, Rule, Rule];
  const keyOf = ({ ruleName }: Rule) => usualKey(ruleName) ?? "";
  const watched = [
    // One of two has sent it.
    { key: keyOf(fine), containerIds: [], unsentIds: ["gao"], by: [] },
    { key: keyOf(unsent), containerIds: [], unsentIds: ["gao", "kayes"], by: [] },
    // The one that nobody watches has not.
    {
      key: keyOf(left),
      containerIds: ["kayes"],
      unsentIds: ["gao"],
      by: [{ userId: "b", name: "Binta", containers: 1 }],
    },
  ];
  await show(usualRules("en").slice(3), {}, watched);
  await open();
  await expect.element(addAll(1)).toBeVisible();
  const unable = (...rules: Rule[]) => {
    const names = formatList(
      rules.map(({ ruleName }) => ruleName),
      "en",
    );
    return page.getByText(say("empty.unable", { names, why: say("empty.unsent") }), { exact: true });
  };
  await expect.element(unable(unsent, left)).toBeVisible();
  // Where it is watched already there is one that has sent it.
  await page.getByRole("checkbox", { name: say("watched.also") }).click();
  await expect.element(addAll(2)).toBeVisible();
  await expect.element(unable(unsent)).toBeVisible();
  vi.restoreAllMocks();
});

test("what somebody watches already is said, and rules are added for the rest, or for all where somebody wants that", async () => {
  const [first, second, third] = usualRules("en").slice(0, 3) as [Rule, Rule, Rule];
  const by = (containers: number) => [{ userId: "b", name: "Binta", containers }];
  const keyOf = ({ ruleName }: Rule) => usualKey(ruleName) ?? "";
  const watched = [
    { key: keyOf(first), containerIds: ["gao", "kayes"], unsentIds: [], by: by(2) },
    { key: keyOf(second), containerIds: ["gao"], unsentIds: [], by: by(1) },
    { key: keyOf(third), containerIds: [], unsentIds: [], by: [] },
  ];
  for (const look of looks) {
    await show(usualRules(look.language).slice(3), look, watched);
    await open();
    const lineOf = (at: string, place: number) =>
      say("watched.line", { name: usualRules(look.language)[place]?.ruleName, at, who: "Binta" });
    await expect.element(page.getByText(lineOf(say("watched.atAll", { count: 2 }), 0), { exact: true })).toBeVisible();
    await expect
      .element(page.getByText(lineOf(say("watched.at", { count: 1, of: 2 }), 1), { exact: true }))
      .toBeVisible();
    await expect.element(addAll(2)).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  const sent: { ruleName: string; sites: string[] }[] = [];
  const add = async (also: boolean) => {
    sent.length = 0;
    await show(usualRules("en").slice(3), {}, watched);
    vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
      if (asksWatched(url)) return new Response(JSON.stringify({ status: "ok", data: watched }));
      sent.push(JSON.parse(init?.body as string) as (typeof sent)[number]);
      return new Response(JSON.stringify({ status: "ok", data: { id: "r" } }));
    });
    await open();
    if (also) await page.getByRole("checkbox", { name: say("watched.also") }).click();
    await addAll(also ? 3 : 2).click();
    await expect.poll(() => sent.length).toBe(also ? 3 : 2);
    return sent.map(({ ruleName, sites }) => [ruleName, sites]);
  };
  expect(await add(false)).toEqual([
    [second.ruleName, ["kayes"]],
    [third.ruleName, ["gao", "kayes"]],
  ]);
  expect(await add(true)).toEqual([first, second, third].map(({ ruleName }) => [ruleName, ["gao", "kayes"]]));
  vi.restoreAllMocks();
});

test("whom the rules of others warn of all of it is told so once, and not asked to add it", async () => {
  const watched = usualRules("en").map(({ ruleName }) => ({
    key: usualKey(ruleName) ?? "",
    containerIds: ["gao", "kayes"],
    unsentIds: [],
    by: [{ userId: "b", name: "Binta", containers: 2 }],
  }));
  for (const look of looks) {
    await show([], look, watched, () => <NoRules />);
    await expect.element(page.getByText(say("empty.watched"), { exact: true })).toBeVisible();
    const names = usualRules(look.language).map(({ ruleName }) => ruleName);
    const line = { name: formatList(names, look.language), at: say("watched.atAll", { count: 2 }), who: "Binta" };
    await expect.element(page.getByText(say("watched.line", line), { exact: true })).toBeVisible();
    // The message of the test before may still be leaving, with its button.
    expect(page.getByTestId("part").getByRole("button").elements()).toEqual([]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("whoever has all of them is offered none", async () => {
  const presets = presetNames.map((preset) => presetRule(preset, "en"));
  await show([...usualRules("en"), ...presets]);
  await expect.element(page.getByText(say("suggested"), { exact: true })).not.toBeInTheDocument();
});
