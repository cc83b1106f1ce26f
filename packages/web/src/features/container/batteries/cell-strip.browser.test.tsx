import { spreadLevelsMv } from "@offgrid/contract/devices/battery-alarms";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { tokenColor } from "../../../testing/token-color.ts";
import { type Look } from "../../../testing/render.tsx";
import { cellSpread } from "./battery-facts.ts";
import { CellStrip } from "./cell-strip.tsx";

const now = Date.UTC(2026, 10, 20, 12);
const at = new Date(now).toISOString();

/** A bank of cells with these voltages, at a charge in percent. */
async function show(volts: readonly number[], soc: number, look?: Look): Promise<void> {
  await loadTexts("batteries");
  const cells = volts.map((value, index) => [`battery.cell.${index + 1}.voltage`, { value, at }] as const);
  const spread = cellSpread(Object.fromEntries([...cells, ["battery.soc", { value: soc, at }]]))!;
  await render(() => <CellStrip spread={spread} everyS={60} now={now} zone="UTC" />, look);
  await expect.element(page.getByRole("list", { name: say("batteries:cells") })).toBeVisible();
}

interface Bar {
  /** Percent of the half of the track that it fills; below the mean: negative. */
  percent: number;
  color: string;
}

function bars(): Bar[] {
  return page
    .getByRole("listitem")
    .elements()
    .map((cell) => {
      const track = cell.querySelector("[aria-hidden]")!;
      const bar = track.firstElementChild!;
      const [box, { top, height }] = [bar.getBoundingClientRect(), track.getBoundingClientRect()];
      const middle = top + height / 2;
      const isUp = Math.abs(box.bottom - middle) < 1;
      if (!isUp) expect(box.top).toBeCloseTo(middle, 0);
      const percent = Math.round((box.height / (height / 2)) * 100) * (isUp ? 1 : -1);
      return { percent, color: getComputedStyle(bar).backgroundColor };
    });
}

const colors = () => ({ quiet: tokenColor("--og-muted"), marked: tokenColor("--og-warning") });

test("each cell is a bar up or down from the mean of all, as long as it deviates, in a colour only beyond the limit", async () => {
  for (const look of looks) {
    // Means of 3.300 V; the last two are 60 mV apart from it.
    await show([3.3, 3.3, 3.27, 3.33, 3.24, 3.36], 50, look);
    const { quiet, marked } = colors();
    const drawn = bars();
    expect(drawn.map(({ percent }) => percent).slice(2)).toEqual([-50, 50, -100, 100]);
    expect(drawn.map(({ color }) => color)).toEqual([quiet, quiet, marked, marked, marked, marked]);
    await expectFittingWords();
  }
  await expectAccessible();
});

test("of a bank in balance no bar has a colour, and a few millivolts are no mountains", async () => {
  await show([3.3, 3.302, 3.298], 50);
  const { quiet } = colors();
  expect(new Set(bars().map(({ color }) => color))).toEqual(new Set([quiet]));
  const longest = Math.max(...bars().map(({ percent }) => Math.abs(percent)));
  expect(longest).toBeLessThanOrEqual(Math.ceil((2 / spreadLevelsMv.watch) * 100) + 5);
});

test("near empty and near full, where sound cells run apart too, no bar has a colour", async () => {
  const apart = [3.3, 3.3, 3.24, 3.36];
  for (const [soc, isJudged] of [
    [9, false],
    [10, true],
    [95, true],
    [96, false],
  ] as const) {
    await show(apart, soc);
    const { quiet, marked } = colors();
    const ends = isJudged ? marked : quiet;
    expect(
      bars().map(({ color }) => color),
      `at ${soc} %`,
    ).toEqual([quiet, quiet, ends, ends]);
  }
});
