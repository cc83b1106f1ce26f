import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, readText, render } from "../../testing/render.tsx";
import type { ExampleName } from "../../domain/automations/automation-examples.ts";
import { ExampleChoice } from "./example-choice.tsx";

test("the example that a new automation begins with is named, and another or none can be chosen", async () => {
  await loadTexts("automations");
  for (const look of looks) {
    const chosen: (ExampleName | undefined)[] = [];
    await render(() => <ExampleChoice example="eveningLight" onChoose={(one) => chosen.push(one)} />, look);
    const choice = (key: string) => page.getByRole("button", { name: readText(`automations:${key}`) });
    await expect.element(choice("examples.eveningLight.offer")).toHaveAttribute("aria-pressed", "true");
    await choice("examples.spareBattery.offer").click();
    await choice("beginsEmpty").click();
    expect(chosen).toEqual(["spareBattery", undefined]);
    await expectFittingWords();
    await expectAccessible();
  }
});
