import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { freshnessOf } from "../../../ui/freshness.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { flowOf } from "../../../domain/energy-flow/flow-balance.ts";
import { latestReadings } from "../../../domain/energy-flow/latest-readings.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, render, say } from "../../../testing/render.tsx";
import { nowMs } from "../../../testing/samples.ts";
import { FlowHead } from "./flow-head.tsx";

const at = new Date(nowMs).toISOString();
const values = { "solar.power": { value: 900, at }, "load.power": { value: 900, at } };
const flow = flowOf(latestReadings(values, Object.keys(values), 60, nowMs, freshnessOf));

async function show(time: string | undefined, isLastKnown: boolean, look?: Look) {
  const onLive = vi.fn();
  await loadTexts("energy-flow");
  await render(() => <FlowHead {...{ flow, now: nowMs, time, isLastKnown, onLive }} />, look);
  return onLive;
}
const back = (key: "toLive" | "toLast") => page.getByRole("button", { name: say(`energy-flow:replay.${key}`) });

test.each(looks)(
  "an earlier picture says its time beside its title, and leads back to the present, in %o",
  async (look) => {
    const time =
      look.language === "fr" ? "29/11/2026 11:15, moyenne sur 15 minutes" : "29/11/2026, 11:15 am, 15-minute average";
    const onLive = await show(time, false, look);
    await expect.element(page.getByText(time)).toBeVisible();
    await expect.element(page.getByText(say("energy-flow:now"), { exact: true })).not.toBeInTheDocument();
    await expectAccessible();
    await expectFittingWords();
    await userEvent.click(back("toLive"));
    expect(onLive).toHaveBeenCalledOnce();
    await expect.element(page.getByRole("heading", { level: 2 })).toHaveFocus();
  },
);

test("the present of a container that went silent is the last that is known of it, and not live", async () => {
  await show("29/11/2026, 11:15 am", true);
  await expect.element(back("toLast")).toBeVisible();
  await expect.element(back("toLive")).not.toBeInTheDocument();
});

test("the present says that it is now, and has no way back to itself", async () => {
  await show(undefined, false);
  await expect.element(page.getByText(say("energy-flow:now"), { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
