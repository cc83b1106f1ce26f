import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, readText, render, say } from "../../../testing/render.tsx";
import { FlowAwaited } from "./flow-awaited.tsx";

const ready = { data: {}, error: null, isPending: false, isFetching: false, refetch: () => undefined };
const failed = { ...ready, data: undefined, error: new Error("too many points") };
const live = () => page.getByRole("button", { name: say("energy-flow:replay.toLive"), exact: true });

async function show(
  history: typeof ready | typeof failed,
  { time, date }: { time?: string; date?: string },
  look?: Look,
) {
  let lives = 0;
  await loadTexts("energy-flow", "ui", "shared");
  await render(() => <FlowAwaited {...{ history, time, date }} onLive={() => lives++} />, look);
  await live().click();
  expect(lives).toBe(1);
}

test("a time at which nothing was measured is named, also where its day has something", async () => {
  const time = "28/11/2026, 3:15 pm";
  await show(ready, { time, date: "28/11" });
  await expect.element(page.getByText(readText("energy-flow:replay.noneAt", { time }))).toBeVisible();
  await show(ready, { date: "28/11" });
  await expect.element(page.getByText(readText("energy-flow:replay.noneOn", { date: "28/11" }))).toBeVisible();
});

test.each(looks)("there is a way back to the present, too, where the answer failed, in %o", async (look) => {
  await show(failed, { date: "28/11" }, look);
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expectAccessible();
  await expectFittingWords();
});
