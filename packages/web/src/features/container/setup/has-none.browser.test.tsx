import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { type Look, render } from "../../../testing/render.tsx";
import { HasNone } from "./has-none.tsx";

async function show(capabilities: string[], look: Look = {}): Promise<void> {
  await loadTexts("configuration");
  await render(() => <HasNone capabilities={capabilities} />, look);
}

test("what a container does not have takes one line, and nothing is said before its controller has", async () => {
  await show(["relay", "ac"]);
  await expect.element(page.getByText("Not in this container: street lights, phase control.")).toBeVisible();
  await show(["relay"], { language: "fr" });
  await expect
    .element(page.getByText(/^Absent de ce conteneur\s: éclairage public, climatiseur, gestion des phases\.$/))
    .toBeVisible();
  for (const capabilities of [[], ["relay", "street_light", "ac", "phase"]]) {
    await show(capabilities);
    await expect.element(page.getByText(/Not in this container/)).not.toBeInTheDocument();
  }
});
