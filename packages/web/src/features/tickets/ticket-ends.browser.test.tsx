import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import { CauseTables } from "./causes.dialog.tsx";
import { CloseDialog, type GivenEnd } from "./close.dialog.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const ticket = { id: "k-1", slug: "t-5", subject: "Pump stands still" };

beforeEach(() => loadTexts("tickets", "ui", "shared"));

async function show(part: () => ReactNode, look: Look = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const found = [
    { id: "k-1", slug: "t-5", subject: "Pump stands still" },
    { id: "k-2", slug: "t-4", subject: "No water" },
  ];
  const listed = { status: "ok", data: found, total: 2, counts: {}, agents: [] };
  for (const search of ["t-4", undefined])
    client.setQueryData(
      callQuery("ticketGetList", { ...(search && { search }), pageSize: 10 }).queryKey,
      listed as never,
    );
  await render(() => <QueryClientProvider client={client}>{part()}</QueryClientProvider>, look);
}

async function asked(handles: boolean, look: Look = {}) {
  const ends: GivenEnd[] = [];
  const onEnd = async (end: GivenEnd) => void ends.push(end);
  await show(() => <CloseDialog ticket={ticket} handles={handles} onEnd={onEnd} onClose={() => {}} />, look);
  return ends;
}
const close = () => page.getByRole("button", { name: say("moves.close"), exact: true }).click();

test("whoever solved a ticket says what was wrong before it is closed, and may add last words", async () => {
  for (const look of looks) {
    const ends = await asked(true, look);
    await close();
    await expect.element(page.getByText(say("fillField"), { exact: true })).toBeVisible();
    expect(ends).toEqual([]);
    await expectFittingWords();
    await expectAccessible();
    await page.getByLabelText(say("fields.closeCause"), { exact: true }).selectOptions(say("closeCause.battery"));
    await page.getByLabelText(say("lastWords"), { exact: true }).fill(" Two cells are new. ");
    await close();
    expect(ends).toEqual([{ reason: "solved", cause: "battery", lastWords: "Two cells are new." }]);
  }
});

test("of a duplicate it is asked of which other ticket it is one", async () => {
  const ends = await asked(true);
  await page.getByLabelText(say("fields.closeReason"), { exact: true }).selectOptions(say("closeReason.duplicate"));
  expect(page.getByLabelText(say("fields.closeCause")).query()).toBeNull();
  await close();
  expect(ends).toEqual([]);
  await page.getByRole("combobox", { name: say("fields.duplicateOf") }).click();
  await expect.element(page.getByRole("option", { name: "t-4 · No water" })).toBeVisible();
  expect(page.getByRole("option", { name: /t-5/ }).query()).toBeNull();
  await page.getByRole("option", { name: "t-4 · No water" }).click();
  await close();
  expect(ends).toEqual([{ reason: "duplicate", duplicateOf: "t-4" }]);
});

test("whoever asked closes a ticket without a cause", async () => {
  const ends = await asked(false);
  expect(page.getByLabelText(say("fields.closeCause")).query()).toBeNull();
  expect(page.getByLabelText(say("lastWords")).query()).toBeNull();
  await close();
  expect(ends).toEqual([{ reason: "solved" }]);
});

test("causes are counted by cluster, and each number leads to its tickets", async () => {
  const sahel = { id: "c-1", name: "Sahel" };
  const rows = [
    { cluster: sahel, cause: "wiring", count: 3 },
    { cluster: sahel, cause: null, count: 1 },
    { cluster: null, cause: "account", count: 2 },
  ] as const;
  for (const look of looks) {
    await show(() => <CauseTables rows={[...rows]} />, look);
    await expect.element(page.getByRole("table", { name: "Sahel" })).toBeVisible();
    const links = page.getByRole("link").elements();
    expect(links.map((link) => link.textContent)).toEqual([3, 1, 2].map((count) => say("count", { count })));
    const [wiring, unsaid] = links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams);
    expect([wiring?.get("cause"), wiring?.get("cluster")]).toEqual(["wiring", "c-1"]);
    expect([unsaid?.get("cause"), unsaid?.get("closed")]).toEqual(["none", "lately"]);
    await expectFittingWords();
    await expectAccessible();
  }
});
