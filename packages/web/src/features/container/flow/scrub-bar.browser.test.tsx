import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { nowMs, zone } from "../../../testing/samples.ts";
import { ScrubBar } from "./scrub-bar.tsx";

const bar = (isLastKnown: boolean) => (
  <ScrubBar
    instants={[nowMs - 900_000, nowMs]}
    atMs={undefined}
    isPlaying={false}
    isAveraged={false}
    onChange={() => undefined}
    onPlay={() => undefined}
    {...{ zone, isLastKnown, date: undefined }}
  />
);

test("the present of a container that went silent is the last that is known of it, and not live", async () => {
  await loadTexts("energy-flow");
  await render(() => bar(true));
  await expect.element(page.getByText(say("energy-flow:lastKnown"), { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("energy-flow:replay.toLast") })).toBeVisible();
  await expect.element(page.getByText(/live/i)).not.toBeInTheDocument();
  await render(() => bar(false));
  await expect.element(page.getByText(say("energy-flow:replay.live"), { exact: true })).toBeVisible();
});
