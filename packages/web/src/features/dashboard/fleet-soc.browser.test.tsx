import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { fakeContainer, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { socSpread } from "../../domain/containers/fleet-facts.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { FleetSoc } from "./fleet-soc.tsx";

const texts = ["dashboard", "container-facts", "energy-state"] as const;
const fleet = (soc: (number | null)[]) => soc.map((one, index) => fakeContainer({ name: `Site ${index}`, soc: one }));
const show = (soc: (number | null)[], look = {}, neverSeen = 0) =>
  render(() => <FleetSoc spread={socSpread(fleet(soc), fakeNowMs)} neverSeen={neverSeen} now={fakeNowMs} />, look);

test("a median that leaves out containers says how many it counts, in the words of every figure", async () => {
  await loadTexts(...texts);
  for (const look of looks) {
    const counted = (of: number, count: number) => say("container-facts:counted", { counted: of, count });
    await show([50, 60, null], look);
    await expect.element(page.getByText(counted(2, 3), { exact: true })).toBeVisible();
    await show([50, null, null], look);
    await expect.element(page.getByText(counted(1, 3), { exact: true })).toBeVisible();
    await show([50, 60], look);
    await expect.element(page.getByRole("link")).toBeVisible();
    await expect.element(page.getByText(counted(2, 2))).not.toBeInTheDocument();
  }
});

test("those that were never connected are counted apart from those without a value", async () => {
  await loadTexts(...texts);
  // In the language of what is rendered, which the first rendering sets.
  await show([50, null], {}, 2);
  const never = say("dashboard:soc.neverSeen", { count: 2 });
  const both = `${say("container-facts:counted", { counted: 1, count: 2 })} · ${never}`;
  await expect.element(page.getByText(both)).toBeVisible();
  await show([50, 60], {}, 2);
  await expect.element(page.getByText(never)).toBeVisible();
});

test("whom a median leaves out is named with the reason, so that its counts add up", async () => {
  await Promise.all([loadTexts(...texts), timeReady()]);
  const stopped = fakeContainer({ name: "Morondava", soc: 69, olderAt: { soc: minutesAgo(330) } });
  const spread = socSpread([...fleet([50, null]), stopped], fakeNowMs);
  for (const look of looks) {
    await render(() => <FleetSoc spread={spread} neverSeen={1} now={fakeNowMs} />, look);
    await expect
      .element(page.getByRole("link", { name: "Morondava" }))
      .toHaveAttribute("href", expect.stringContaining("/containers/morondava"));
    const text = page.getByText(say("dashboard:leftOut.title"));
    await expect.element(text).toHaveTextContent(/Morondava \(.*5\s?h/);
    await expect.element(text).toHaveTextContent(`Site 1 (${say("dashboard:leftOut.noCharge")})`);
  }
});
