import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible } from "../../../testing/good-part.ts";
import { type Look, render, say } from "../../../testing/render.tsx";
import { ContainerTabBar } from "./container-tab-bar.tsx";
import type { ContainerTab } from "./container-tabs.ts";

const opened: ContainerTab[] = [];

async function show(open: ContainerTab, look: Look): Promise<void> {
  await loadTexts("container");
  opened.length = 0;
  await render(
    () => (
      <ContainerTabBar open={open} onOpen={(tab) => opened.push(tab)}>
        <p>Content</p>
      </ContainerTabBar>
    ),
    look,
  );
}

const more = () => page.getByRole("button", { name: say("container:moreTabs") });

test("on a wide screen all tabs stand in one row", async () => {
  for (const language of ["en", "fr"] as const) {
    await show("overview", { language, width: 1800 });
    await expect.element(page.getByRole("tab", { name: say("container:tab.analysis") })).toBeVisible();
    await expect.element(more()).not.toBeInTheDocument();
    const tops = page
      .getByRole("tab")
      .elements()
      .map((tab) => tab.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
  }
});

test("on a phone what has no room is in a menu, the open tab in the row, and nothing sticks out", async () => {
  for (const language of ["en", "fr"] as const) {
    await show("analysis", { language, width: 400 });
    const own = page.getByRole("tab", { name: say("container:tab.analysis") });
    await expect.element(own).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByRole("tab", { name: say("container:tab.overview") })).toBeVisible();
    expect(more().element().getBoundingClientRect().right).toBeLessThanOrEqual(400);
    expect(own.element().getBoundingClientRect().right).toBeLessThanOrEqual(400);
    await expectAccessible();
    await more().click();
    await page.getByRole("menuitem", { name: say("container:tab.batteries") }).click();
    expect(opened).toEqual(["batteries"]);
  }
});

test("a click on the button before its menu has come opens the menu as soon as it is there", async () => {
  await show("analysis", { language: "en", width: 400 });
  // Whether the menu was here already or comes now: one click is enough.
  more()
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(page.getByRole("menuitem", { name: say("container:tab.batteries") })).toBeVisible();
});
