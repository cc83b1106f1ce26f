import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../testing/render.tsx";
import type { SettingChanges } from "./settings.data.ts";
import { settings, usual } from "./settings.fixture.ts";
import { UnitsSection } from "./units-section.tsx";

test("units of the portal are chosen together, and none is changed where they are the usual ones again", async () => {
  await loadTexts("settings", "ui");
  const saved: SettingChanges[] = [];
  const american = { temperature: "degF", wind: "m/s" } as const;
  const choice = (key: string) =>
    page.getByRole("combobox", { name: say(`settings:units.fields.${key}`), exact: true });
  for (const look of looks) {
    saved.length = 0;
    await render(
      () => (
        <UnitsSection
          settings={{ ...settings, data: { ...usual, units: american } }}
          onSave={async (next) => void saved.push(next)}
        />
      ),
      look,
    );
    await choice("wind").selectOptions(look.language === "fr" ? "mi/h" : "mph");
    await expect.element(choice("temperature")).toBeEnabled();
    await choice("temperature").selectOptions("°C");
    await expect.poll(() => saved).toEqual([{ units: { temperature: "degF", wind: "mph" } }, { units: null }]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
