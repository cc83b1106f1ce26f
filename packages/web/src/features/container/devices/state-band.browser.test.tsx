import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { StateBand } from "./state-band.tsx";

const quarterMs = 900_000;
const start = Date.parse("2026-11-20T00:00:00Z");
const t = Array.from({ length: 96 }, (_, index) => start + index * quarterMs);

test("a state is a band of its stretches with the words and times of each, in every look", async () => {
  await loadTexts("container", "devices");
  const values = t.map((_, index) => (index < 40 ? 1 : index < 48 ? null : 0));
  for (const look of looks) {
    await render(
      () => (
        <StateBand
          metric="relay.1.on"
          t={t}
          values={values}
          stepMs={quarterMs}
          now={start + 96 * quarterMs}
          zone="Africa/Nairobi"
        />
      ),
      look,
    );
    const on = say("container:switched.relay.on");
    await expect.element(page.getByRole("figure").getByRole("listitem").filter({ hasText: on }).first()).toBeVisible();
    await page.getByText(say("devices:band.changes", { count: 2 })).click();
    await expect.element(page.getByText(say("devices:band.gap"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});
