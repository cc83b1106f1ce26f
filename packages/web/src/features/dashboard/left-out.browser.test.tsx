import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeContainer, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { LeftOut } from "./left-out.tsx";

test("what a sum leaves out is named with a link and the reason, and the rest is one link", async () => {
  await Promise.all([loadTexts("dashboard", "container-facts", "energy-state"), timeReady()]);
  const silent = fakeContainer({ name: "Gao", status: "offline", lastSeen: minutesAgo(180) });
  const late = fakeContainer({ name: "Kita", valuesAt: minutesAgo(60) });
  const unmetered = fakeContainer({ name: "Kayes", energyConsumption: null });
  for (const look of looks) {
    await render(
      () => (
        <p>
          <LeftOut containers={[silent, late, unmetered, fakeContainer({ name: "Nioro" })]} now={fakeNowMs} />
        </p>
      ),
      look,
    );
    await expect
      .element(page.getByRole("link", { name: "Gao" }))
      .toHaveAttribute("href", expect.stringContaining("/containers/gao"));
    const text = page.getByText(say("dashboard:leftOut.title"));
    await expect.element(text).toHaveTextContent(/Gao \(.*3\s?h/);
    await expect.element(text).toHaveTextContent(/Kita \(.*60\s?min|Kita \(.*1\s?h/);
    await expect.element(text).toHaveTextContent(`Kayes (${say("dashboard:leftOut.unmeasured")})`);
    await expect.element(page.getByRole("link", { name: say("dashboard:leftOut.more", { count: 1 }) })).toBeVisible();
  }
});
