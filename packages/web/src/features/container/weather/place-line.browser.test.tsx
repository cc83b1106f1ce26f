import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, render, say } from "../../../testing/render.tsx";
import { zone } from "../../../testing/samples.ts";
import { PlaceLine } from "./place-line.tsx";
import { problemsOf } from "./problems-of.ts";

const sun = { sunrise: "2026-11-20T03:30:00.000Z", sunset: "2026-11-20T15:30:00.000Z" };
const place = { location: { lat: 3.1191, long: 35.5973 }, address: "Hospital Road, Lodwar", zone };

async function show(problem: "unreachable" | "off" | "waiting", look: Look = {}) {
  await Promise.all([loadTexts("weather"), timeReady()]);
  const problems = problemsOf({ problem, fetchedAt: null }, { problem, fetchedAt: null });
  await render(() => <PlaceLine {...place} {...{ problems, sun }} />, look);
}

test("where no weather comes, one card says why, what can be done, where the container is, and its sun", async () => {
  for (const look of axeLooks) {
    await show("unreachable", look);
    await expect.element(page.getByText(say("weather:problem.unreachable"))).toBeVisible();
    await expect.element(page.getByText(say("weather:remedy.unreachable"))).toBeVisible();
    await expect.element(page.getByText("Hospital Road, Lodwar")).toBeVisible();
    await expect.element(page.getByText(say("weather:fact.sun"), { exact: true })).toBeVisible();
    expect(page.getByRole("status").elements()).toHaveLength(1);
    await expectFittingWords();
    await expectAccessible();
  }
  await show("waiting");
  await expect.element(page.getByText(say("weather:problem.waiting"))).toBeVisible();
});
