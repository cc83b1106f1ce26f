import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import type { ChartLink } from "../../../domain/charts/charts.data.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { clockNow } from "../../../core/live/tick.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { OwnLinks } from "./share-links.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const at = (days: number) => new Date(clockNow() + days * 86_400_000).toISOString();
const from = Date.parse("2026-11-15T23:00:00Z");

const link = (more: Partial<ChartLink>): ChartLink => ({
  ...{ id: "l-1", chartId: "c-1", chart: "Sun at the school", zone: "Africa/Niamey", hint: "abcd" },
  ...{ range: { kind: "fixed", from, to: from + 86_400_000 }, names: false, csv: false, compared: null },
  ...{ hasPassword: false, createdAt: at(-2), expiresAt: at(28), lastUsedAt: null, uses: 0 },
  ...{ isOutdated: false, isOfEarlierRole: false, isExpired: false },
  ...more,
});
const some = [
  link({ uses: 12, lastUsedAt: at(-1), hasPassword: true, names: true, compared: "week", isOutdated: true }),
  link({
    id: "l-2",
    chartId: "c-2",
    chart: "Charge of the clinic in the north of the district",
    hint: "efgh",
    compared: "previous",
    isOfEarlierRole: true,
  }),
  link({
    id: "l-3",
    hint: "ijkl",
    compared: "previous",
    range: { kind: "rolling", hours: 168 },
    isExpired: true,
    expiresAt: at(-1),
  }),
];

beforeEach(() => loadTexts("charts", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

/** The links of a person, as the portal knows them. @returns what it is asked to end */
async function show(look: Look = {}, links: readonly ChartLink[] = some) {
  let left = [...links];
  const revoked: { id?: string; chartId?: string }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    const asked = JSON.parse(init?.body as string) as { id?: string };
    if (name === "chartTokenRevoke") {
      revoked.push(asked);
      left = left.filter(({ id }) => asked.id !== undefined && id !== asked.id);
    }
    return Response.json({ status: "ok", data: name === "chartTokenList" ? left : [] });
  });
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <OwnLinks onClose={() => {}} />
      </QueryClientProvider>
    ),
    look,
  );
  return revoked;
}
const lines = () => page.getByRole("listitem");

test("a person's links are listed with chart, time, use and end, in every look", async () => {
  for (const look of looks) {
    await show(look);
    await expect.element(lines().nth(2)).toBeVisible();
    const [first, second, third] = lines()
      .elements()
      .map(({ textContent }) => textContent);
    expect(first).toContain("Sun at the school");
    // The day that it was where the chart was measured.
    expect(first).toContain(say("share.shown", { kind: say("share.kind.fixed"), time: "16/11/2026" }));
    expect(first).toContain(say("share.withCompared", { what: say("share.comparedWith.week") }));
    expect(second).toContain(say("share.unused"));
    expect(second).toContain(say("share.earlierRole"));
    await expect
      .element(
        lines()
          .nth(1)
          .getByRole("button", { name: say("share.revive"), exact: true }),
      )
      .toBeVisible();
    expect(second).toContain(say("share.withCompared", { what: say("share.comparedWith.sameHours") }));
    expect(third).toContain(say("share.withCompared", { what: say("share.comparedWith.previous") }));
    expect(third).toContain(say("share.expired", { date: "" }).trim());
    await expectFittingWords();
    await expectAccessible();
    vi.restoreAllMocks();
  }
});

test("one of them is revoked once that was asked", async () => {
  const revoked = await show();
  await page.getByRole("button", { name: say("share.revokeName", { hint: "efgh" }), exact: true }).click();
  const question = page.getByRole("dialog", { name: say("share.revokeAsk", { hint: "efgh" }) });
  await question.getByRole("button", { name: sayOf("ui:form.cancel"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(revoked).toEqual([]);
  await page.getByRole("button", { name: say("share.revokeName", { hint: "efgh" }), exact: true }).click();
  await question.getByRole("button", { name: say("share.revoke"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(revoked).toEqual([{ id: "l-2" }]);
});

test("all of them are revoked together once whoever made them has read how many they are", async () => {
  const revoked = await show();
  await page.getByRole("button", { name: say("share.revokeAll"), exact: true }).click();
  const question = page.getByRole("dialog", { name: say("share.revokeMineAsk", { count: 3 }) });
  await expect.element(question).toBeVisible();
  expect(revoked).toEqual([]);
  await question.getByRole("button", { name: say("share.revokeAll"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  // Nothing that limits it: all of the person's, whichever charts they show.
  expect(revoked).toEqual([{}]);
});

test("whoever has no links reads so", async () => {
  await show({}, []);
  await expect.element(page.getByText(say("share.mineNone"), { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("share.revokeAll") })).not.toBeInTheDocument();
});
