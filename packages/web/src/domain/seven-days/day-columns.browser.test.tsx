import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { render } from "../../testing/render.tsx";
import { dayStartMs, zone } from "../../testing/samples.ts";
import { tokenColor } from "../../testing/token-color.ts";
import { DayColumns } from "./day-columns.tsx";
import { sevenDays } from "./seven-days.ts";
import styles from "./seven-days.module.css";

const hourMs = 3_600_000;

test("a day is drawn from its lowest to its highest charge, with its mean and the reserve at their heights", async () => {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const t = [0, 1, 2].map((hour) => dayStartMs + hour * hourMs);
  const week = sevenDays({ t, lowest: [10, 40, 60], mean: [20, 50, 80], highest: [30, 60, 90] }, t[2]! + 1, zone);
  await render(() => <DayColumns week={week} reserve={20} zone={zone} openDay={undefined} onOpen={() => undefined} />);
  await expect.element(page.getByRole("button", { name: /90/ })).toBeVisible();
  const box = (part: string) => document.querySelector(`.${styles[part]}`)!.getBoundingClientRect();
  const plot = box("plot");
  const height = (y: number) => Math.round((100 * (plot.bottom - y)) / plot.height);
  const near = (percent: number) => expect.closeTo(percent, -0.5);
  expect([height(box("range").bottom), height(box("range").top)]).toEqual([near(10), near(90)]);
  expect([height(box("below").bottom), height(box("below").top)]).toEqual([near(10), near(20)]);
  expect(height(box("mean").bottom)).toEqual(near(50));
  // Each height that is named stands beside its line; one that would lie over the reserve is left out.
  const levels = [...document.querySelectorAll<HTMLElement>(`.${styles["level"]}`)];
  expect(levels.map((one) => one.textContent)).toEqual(["0\u00a0%", "50\u00a0%", "100\u00a0%", "20\u00a0%"]);
  expect(levels.map((one) => height(one.getBoundingClientRect().bottom))).toEqual([
    near(0),
    near(50),
    near(100),
    near(20),
  ]);
  expect(box("range").width).toBeGreaterThan(10);
});

test("a day without power says for how long, in sight and to screen readers", async () => {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const week = sevenDays({ t: [dayStartMs], lowest: [40], mean: [50], highest: [60] }, dayStartMs + hourMs, zone);
  const today = week.days.at(-1)!.iso;
  const darkMs = ({ iso }: { iso: string }) => (iso === today ? 2.5 * hourMs : 0);
  await render(() => (
    <DayColumns {...{ week, zone, darkMs }} reserve={20} openDay={undefined} onOpen={() => undefined} />
  ));
  await expect.element(page.getByText(/^cut 2\sh\s30$/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Without power for 2\sh\s30\./ })).toBeVisible();
  expect(page.getByText(/^cut/).elements()).toHaveLength(1);
});

test("a named height makes room for a reserve beside it", async () => {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const week = sevenDays({ t: [dayStartMs], lowest: [40], mean: [50], highest: [60] }, dayStartMs + hourMs, zone);
  await render(() => <DayColumns week={week} reserve={45} zone={zone} openDay={undefined} onOpen={() => undefined} />);
  await expect.element(page.getByRole("button", { name: /60/ })).toBeVisible();
  const levels = [...document.querySelectorAll(`.${styles["level"]}`)].map((one) => one.textContent);
  expect(levels).toEqual(["0\u00a0%", "100\u00a0%", "45\u00a0%"]);
});

test("a day on which the charge did not change has one figure, not a range", async () => {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const charge = { lowest: [0, 0], mean: [0, 0.1], highest: [0.2, 0.4] };
  const week = sevenDays({ t: [dayStartMs, dayStartMs + hourMs], ...charge }, dayStartMs + 2 * hourMs, zone);
  await render(() => <DayColumns week={week} reserve={20} zone={zone} openDay={undefined} onOpen={() => undefined} />);
  await expect.element(page.getByText(/^0\s%$/).last()).toBeVisible();
  await expect.element(page.getByText(/0 – 0/)).not.toBeInTheDocument();
});

test("a day whose lowest charge reads as the reserve is not marked as below it, one that reads less is", async () => {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const marked = async (lowest: number) => {
    const week = sevenDays({ t: [dayStartMs], lowest: [lowest], mean: [50], highest: [60] }, dayStartMs + hourMs, zone);
    await render(() => (
      <DayColumns week={week} reserve={20} zone={zone} openDay={undefined} onOpen={() => undefined} />
    ));
    const range = page.getByText(new RegExp(`^${Math.round(lowest)} – 60`));
    await expect.element(range).toBeVisible();
    return range.element().classList.contains("og-amber");
  };
  expect(await marked(19.6)).toBe(false);
  expect(await marked(19.4)).toBe(true);
});

test("the reserve and what is below it are amber, as on the curve of the forecast; red is for loads that are cut", async () => {
  await Promise.all([loadTexts("seven-days"), timeReady()]);
  const week = sevenDays({ t: [dayStartMs], lowest: [10], mean: [20], highest: [60] }, dayStartMs + hourMs, zone);
  for (const colorScheme of ["light", "dark"] as const) {
    await render(
      () => <DayColumns week={week} reserve={20} zone={zone} openDay={undefined} onOpen={() => undefined} />,
      { colorScheme },
    );
    await expect.element(page.getByText(/^10 – 60/)).toBeVisible();
    const line = getComputedStyle(document.querySelector("[data-reserve]")!);
    expect([line.borderTopColor, line.color]).toEqual([tokenColor("--og-amber"), tokenColor("--og-amber")]);
    const below = getComputedStyle(document.querySelector(`.${styles["below"]}`)!);
    expect(below.backgroundColor).toBe(tokenColor("--og-warning"));
  }
});
