import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../../core/api/reach.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { AllRead } from "../../domain/notifications/all-read.tsx";
import { render, say } from "../../testing/render.tsx";
import { HistoryFilters } from "./history.filters.tsx";
import type { HistorySearch } from "./warnings.search.ts";

const texts = () => loadTexts("warning-history", "container-facts", "ui", "shared");
const clusterField = () => page.getByRole("combobox", { name: say("warning-history:cluster"), exact: true });

async function show(search: HistorySearch, clusters: readonly { id: string; name: string }[]) {
  const done: unknown[] = [];
  const list = {
    search,
    asked: search,
    page: 1,
    change: (next: HistorySearch) => done.push(next),
    put: (key: keyof HistorySearch, value: string) => done.push([key, value]),
    step: () => undefined,
    toPage: () => undefined,
  };
  await texts();
  await render(() => <HistoryFilters list={list} containers={[]} clusters={clusters} />);
  return done;
}

test("incidents and warnings are narrowed to one cluster, and to all again", async () => {
  const done = await show({ cluster: "n" }, [
    { id: "n", name: "North" },
    { id: "s", name: "South" },
  ]);
  await expect.element(clusterField()).toHaveValue("n");
  await clusterField().selectOptions("South");
  await clusterField().selectOptions(say("warning-history:any"));
  await page.getByRole("button", { name: say("warning-history:clear") }).click();
  expect(done).toEqual([["cluster", "s"], ["cluster", ""], {}]);
});

test("whoever sees no cluster is offered none", async () => {
  await show({}, []);
  await expect.element(page.getByRole("combobox", { name: say("warning-history:state"), exact: true })).toBeVisible();
  expect(clusterField().elements()).toEqual([]);
});

test("what was counted is marked as read up to the instant of the count; with nothing unread nothing is offered", async () => {
  const marked: string[] = [];
  const words = ({ count }: { count: number }) => `Mark ${count}`;
  const onMark = async (until: string) => void marked.push(until);
  await texts();
  await render(() => <AllRead unread={{ count: 3, asOf: "2026-11-24T12:00:00.000Z" }} words={words} onMark={onMark} />);
  await page.getByRole("button", { name: "Mark 3" }).click();
  expect(marked).toEqual(["2026-11-24T12:00:00.000Z"]);
  await render(() => <AllRead unread={{ count: 0, asOf: "2026-11-24T12:00:00.000Z" }} words={words} onMark={onMark} />);
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("without a connection nothing can be marked as read, with the reason beside it", async () => {
  const marked: string[] = [];
  await texts();
  setReachable(false);
  onTestFinished(() => setReachable(true));
  const onMark = async (until: string) => void marked.push(until);
  await render(() => (
    <AllRead unread={{ count: 3, asOf: "2026-11-24T12:00:00.000Z" }} words={() => "Mark"} onMark={onMark} />
  ));
  const button = page.getByRole("button", { name: "Mark" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveAccessibleDescription(say("shared:error.away_act"));
  await button.click({ force: true });
  expect(marked).toEqual([]);
});
