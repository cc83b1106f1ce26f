import { Menu } from "@mantine/core";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render, say } from "../testing/render.tsx";
import { withFinger } from "../testing/finger.ts";
import { Chart } from "./chart.tsx";

const hourMs = 3_600_000;
const fromMs = Date.UTC(2026, 10, 20);
const t = Array.from({ length: 24 }, (_, hour) => fromMs + hour * hourMs);
const series = [
  {
    id: "soc",
    title: "Charge",
    color: "soc",
    unit: "percent",
    axis: "left",
    type: "line",
    values: t.map(() => 50),
  },
] as const;

const chart = () => (
  <Chart
    title="Charge"
    t={t}
    series={series}
    zone="UTC"
    definition={undefined}
    fromMs={fromMs}
    toMs={fromMs + 24 * hourMs}
    pointMenu={(atMs) => <Menu.Item>{`At ${new Date(atMs).toISOString()}`}</Menu.Item>}
  />
);
const drawing = page.getByRole("img", { name: "Charge" });
const item = page.getByRole("menuitem", { name: /^At / });

test("a click into a drawing, or Enter in its middle, opens what can be done at that point", async () => {
  await render(chart);
  await expect
    .poll(async () => {
      (drawing.element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      return item.elements().length;
    })
    .toBe(1);
  await expect.element(item).toHaveTextContent(/^At 2026-11-20T1[12]/);
  await userEvent.keyboard("{Escape}");
  await expect.element(item).not.toBeInTheDocument();
  await userEvent.click(drawing);
  await expect.element(item).toHaveTextContent(/^At 2026-11-20T1/);
});

test("the menu is of the point whose values the pointer shows, and not of a time beside it", async () => {
  await render(chart);
  await expect
    .poll(async () => {
      await userEvent.click(drawing, { position: { x: 333, y: 100 } });
      return item.elements().length;
    })
    .toBe(1);
  await expect.element(item).toHaveTextContent(/^At 2026-11-20T\d\d:00:00\.000Z$/);
});

test("the menu is whole in the window, wherever in it the point is, and when it grows", async () => {
  for (const width of [1280, 400]) {
    await render(
      () => (
        // The lower edge of the drawing is that of the window.
        <div style={{ position: "fixed", insetInline: 0, bottom: -60 }}>
          <Chart
            {...{ title: "Charge", t, series, zone: "UTC", definition: undefined, fromMs, toMs: fromMs + 24 * hourMs }}
            pointMenu={() => <GrowingMenu />}
          />
        </div>
      ),
      { width },
    );
    await expect.poll(() => drawing.element().querySelector(".u-over")?.clientWidth ?? 0).toBeGreaterThan(200);
    const over = () => drawing.element().querySelector(".u-over")!.getBoundingClientRect();
    for (const share of [0.02, 0.5, 0.98]) {
      const { left, top, right } = over();
      const frame = drawing.element().getBoundingClientRect();
      const at = {
        x: left + share * (right - left) - frame.left,
        y: Math.min(top + 100, innerHeight - 12) - frame.top,
      };
      await expect
        .poll(async () => {
          await userEvent.click(drawing, { position: at });
          return page.getByRole("menu").elements().length;
        })
        .toBe(1);
      await expect.poll(outside).toBe(0);
      await page.getByRole("menuitem", { name: "More" }).click();
      await expect.element(page.getByRole("menuitem", { name: "Line 9" })).toBeInTheDocument();
      await expect.poll(outside).toBe(0);
      await userEvent.keyboard("{Escape}");
      await expect.poll(() => page.getByRole("menu").elements().length).toBe(0);
    }
  }
});

function GrowingMenu() {
  const [lines, setLines] = useState(6);
  return (
    <>
      <Menu.Item closeMenuOnClick={false} onClick={() => setLines(10)}>
        More
      </Menu.Item>
      {Array.from({ length: lines }, (_, line) => (
        <Menu.Item key={line}>{`Line ${line}`}</Menu.Item>
      ))}
    </>
  );
}

/** How much of the menu is outside of the window, px. */
function outside(): number {
  const { left, right, top, bottom } = page.getByRole("menu").element().getBoundingClientRect();
  return Math.max(0, -left, -top, right - innerWidth, bottom - innerHeight);
}

test("a tap of a finger shows the values alone, with a button below them that opens it", async () => {
  const touch = await withFinger();
  await render(chart, { width: 400 });
  const button = page.getByRole("button", { name: say("chart:pointMenu"), exact: true });
  const values = page.getByRole("tooltip", { includeHidden: true });
  await expect.poll(() => drawing.element().querySelector(".u-over")?.clientWidth ?? 0).toBeGreaterThan(200);
  // The browser of the tests has a mouse too, which takes away the values wherever else it was left.
  await userEvent.hover(drawing);
  await expect
    .poll(async () => {
      await touch.tap(drawing.element());
      return [button.elements().length, values.elements().length];
    })
    .toEqual([1, 1]);
  await expect.element(values).toHaveTextContent("Charge");
  expect(item.elements()).toHaveLength(0);
  expect(values.element().getBoundingClientRect().bottom).toBeLessThan(button.element().getBoundingClientRect().top);
  await touch.tap(button.element());
  await expect.element(item).toHaveTextContent(/^At 2026-11-20T1[12]/);
  await touch.tap(page.getByRole("heading", { name: "Charge" }).element());
  await expect.element(item).not.toBeInTheDocument();
  // What is below it keeps its place under the finger.
  await expect.element(button).toBeVisible();
});
