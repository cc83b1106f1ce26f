import { widgetLimits } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say } from "../../testing/render.tsx";
import { StarterBoard } from "./starter-board.tsx";

const note = (id: string): KeptWidget => ({
  ...{ id, v: 1, type: "text", title: `Gao ${id}`, size: { w: 4, h: 2 } },
  ...{ pinned: false, text: "Lodwar" },
});

function Begun({ own }: { own: KeptWidget[] }) {
  const [board, setBoard] = useState<KeptWidget[] | null>(null);
  return <StarterBoard board={board} own={own} onChange={setBoard} />;
}

async function show(own: KeptWidget[], look?: Look) {
  await loadTexts("roles", "widgets", "ui");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", data: [] } as never);
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Begun own={own} />
      </QueryClientProvider>
    ),
    look,
  );
}

const take = () => page.getByRole("button", { name: say("roles:starter.take") });

test("a role takes the board of whoever sets it and lets it go, and says why it cannot", async () => {
  await show([note("a"), note("b")]);
  await expect.element(page.getByText(say("roles:starter.none"))).toBeVisible();
  await take().click();
  await expect.element(page.getByText(/Gao a.*Gao b/)).toBeVisible();
  await page.getByRole("button", { name: say("roles:starter.drop") }).click();
  await expect.element(page.getByText(say("roles:starter.none"))).toBeVisible();
  await show([]);
  await expect.element(take()).toBeDisabled();
  await expect.element(page.getByText(say("roles:starter.noOwn"))).toBeVisible();
  await show(Array.from({ length: widgetLimits.starter + 1 }, (_, at) => note(`w-${at}`)));
  await expect.element(take()).toBeDisabled();
});

test("a starter board can be read in every look", async () => {
  for (const look of looks) {
    await show([note("a")], look);
    await take().click();
    await expect.element(page.getByText(/Gao a/)).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
