import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, render } from "../../../testing/render.tsx";
import { HeatMap } from "./heat-map.tsx";
import { hourHeads } from "./hour-heads.ts";

const hours = hourHeads("en");
const days = ["Wed 18/11", "Thu 19/11", "Fri 20/11", "Sat 21/11", "Sun 22/11", "Mon 23/11", "Tue 24/11"];

async function show(look: Look): Promise<void> {
  await loadTexts("container");
  const rows = days.map((head, day) => ({
    id: head,
    head,
    cells: hours.map((_, hour) => (hour === 3 ? null : 30 + 10 * day)),
  }));
  const scale = { low: 20, high: 100 };
  await render(
    () => <HeatMap label="Test map" columns={hours} rows={rows} unit="percent" scale={scale} step={1} color="soc" />,
    look,
  );
}

const frame = () => page.getByRole("region", { name: "Test map" }).element();

test("all hours of seven days are there without scrolling: by day on a wide screen, by hour on a phone", async () => {
  await show({ width: 1280 });
  await expect.element(page.getByRole("row", { name: /^Thu 19\/11 40 40 40/ })).toBeVisible();
  await show({ width: 400 });
  await expect.element(page.getByRole("row", { name: /^5 am 30 40 50 60 70 80 90$/ })).toBeVisible();
  await expect.poll(() => frame().scrollWidth - frame().clientWidth).toBeLessThanOrEqual(1);
  expect(page.getByRole("row").elements()).toHaveLength(25);
});

test("a high and a low charge differ clearly in their ground, and figures are readable on both", async () => {
  for (const look of axeLooks) {
    await show(look);
    await expect.element(page.getByRole("row").first()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show({ width: 1280 });
  const share = (day: number) =>
    Number.parseInt(page.getByRole("row").elements()[day]!.querySelector("td")!.style.getPropertyValue("--share"), 10);
  expect(share(7) - share(1)).toBeGreaterThan(40);
});

test("two cells that read the same are both marked as low, or neither", async () => {
  await loadTexts("container");
  const rows = [{ id: "day", head: "Wed 18/11", cells: [19.4, 19.6, 20.4, ...hours.slice(3).map(() => 50)] }];
  await render(
    () => (
      <HeatMap
        label="Test map"
        columns={hours}
        rows={rows}
        unit="percent"
        scale={{ low: 0, high: 100 }}
        step={1}
        color="soc"
        lowBelow={20}
      />
    ),
    { width: 1280 },
  );
  await expect.element(page.getByRole("cell").first()).toBeVisible();
  const cells = page.getByRole("cell").elements().slice(0, 3);
  expect(cells.map((cell) => [cell.textContent, "low" in (cell as HTMLElement).dataset])).toEqual([
    ["19", true],
    ["20", false],
    ["20", false],
  ]);
});
