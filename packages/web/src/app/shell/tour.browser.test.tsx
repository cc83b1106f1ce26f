import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../testing/render.tsx";
import { Tour } from "./tour.tsx";

let ended: string[] = [];

/** A frame with three of the stops, one of them out of sight. */
async function show(look?: (typeof looks)[number]) {
  await loadTexts("tour", "shell");
  ended = [];
  await render(Frame, look);
  await page.getByRole("button", { name: "Begin" }).click();
}

function Frame() {
  const [isOn, setOn] = useState(false);
  return (
    <>
      <nav data-tour="menu">Gao</nav>
      <div data-tour="bell" hidden>
        Jumla
      </div>
      <div data-tour="help">Lodwar</div>
      <button type="button" onClick={() => setOn(true)}>
        Begin
      </button>
      {isOn && <Tour onEnd={(how) => ended.push(how)} />}
    </>
  );
}

const step = (stop: string) => page.getByRole("dialog", { name: say(`tour:stop.${stop}.title`) });
const marked = () => document.querySelector("[data-mark]")?.getAttribute("data-mark");

test("by keyboard alone the tour goes from stop to stop that there is, marks each, goes back, and ends", async () => {
  await show();
  await expect.element(step("menu")).toBeVisible();
  await expect.element(page.getByText(say("tour:place", { at: 1, of: 2 }))).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("tour:next") })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(step("help")).toBeVisible();
  await expect.poll(marked).toBe("help");
  await page.getByRole("button", { name: say("tour:back") }).click();
  await expect.poll(marked).toBe("menu");
  await page.getByRole("button", { name: say("tour:next") }).click();
  await page.getByRole("button", { name: say("tour:end") }).click();
  expect(ended).toEqual(["done"]);
});

test("the tour can be left at each stop", async () => {
  await show();
  await expect.element(step("menu")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => ended).toEqual(["skipped"]);
});

test("the tour can be read in every look", async () => {
  for (const look of looks) {
    await show(look);
    await expect.element(step("menu")).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
