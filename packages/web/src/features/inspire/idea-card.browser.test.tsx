import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { newWidget } from "../../domain/widgets/new-widget.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../testing/render.tsx";
import { IdeaCard, type IdeaCardProps } from "./idea-card.tsx";

const note = { ...newWidget("text", { container: "gao", containers: 1 }), text: "Words of a note" } as never;
const card: Omit<IdeaCardProps, "onApply"> = {
  idea: { key: "one", kind: "widget", widget: note, lacks: [] },
  words: { title: "A note", why: "Why one would", sentence: "What it does." },
  container: { id: "gao", name: "Gao" },
  lacks: "",
  usedAs: undefined,
  isApplying: false,
};

async function show(props: Partial<IdeaCardProps>, look?: (typeof looks)[number]) {
  await loadTexts("inspire", "widgets", "drawing", "ui");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", data: [] } as never);
  const root = createRootRoute({ component: () => <IdeaCard {...card} onApply={() => undefined} {...props} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await render(
    () => (
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
    look,
  );
}

test("an idea shows itself as it will be, out of reach of keys, and is used with one click", async () => {
  let used = 0;
  await show({ onApply: () => used++ });
  await expect.element(page.getByText("Words of a note")).toBeVisible();
  expect(document.querySelector("[inert]")?.textContent).toContain("Words of a note");
  await page.getByRole("button", { name: say("inspire:applyName", { title: "A note" }) }).click();
  expect(used).toBe(1);
});

test("the room of a widget is kept before it comes, so that nothing below it jumps", async () => {
  await show({});
  const heightOf = () => document.querySelector("article")?.getBoundingClientRect().height ?? 0;
  await expect.poll(() => document.querySelector("[inert]")).not.toBeNull();
  const before = heightOf();
  expect(before).toBeGreaterThan(300);
  await expect.element(page.getByText("Words of a note")).toBeVisible();
  expect(heightOf()).toBe(before);
});

test("what is in use is not offered again and leads to what does it; what lacks a measure says which", async () => {
  await show({ usedAs: "it" });
  await expect.element(page.getByText(say("inspire:used"))).toBeVisible();
  await expect.element(page.getByRole("link", { name: say("inspire:openName", { title: "A note" }) })).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
  await show({ lacks: "State of charge" });
  await expect
    .element(page.getByText(say("inspire:lacks", { container: "Gao", metrics: "State of charge" })))
    .toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("a rule that goes by no measured value says so in the place of its picture", async () => {
  await show({ idea: { key: "rule-command_failed", kind: "rule", rule: {} as never, chart: undefined, lacks: [] } });
  await expect.element(page.getByText(say("inspire:nothingDrawn"))).toBeVisible();
});

test("an idea can be read in every look", async () => {
  const long = { title: "Notrufnummern-und-Ansprechpartner der Leitstelle", why: "Sonnenenergie ".repeat(12) };
  for (const look of looks) {
    for (const props of [{}, { usedAs: "it" }, { lacks: "State of charge and Battery voltage" }]) {
      await show({ ...props, words: long }, look);
      await expect.element(page.getByText(long.title)).toBeVisible();
      await expectFittingWords();
      if (axeLooks.has(look)) await expectAccessible();
    }
  }
});
