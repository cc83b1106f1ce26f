import { Menu } from "@mantine/core";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render } from "../testing/render.tsx";
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

test("a tap of a finger opens it, and it stays open until the next press outside of it", async () => {
  const touch = await withFinger();
  await render(chart, { width: 400 });
  await expect.poll(() => drawing.element().querySelector(".u-over")?.clientWidth ?? 0).toBeGreaterThan(200);
  await expect
    .poll(async () => {
      await touch.tap(drawing.element());
      return item.elements().length;
    })
    .toBe(1);
  await expect.element(item).toHaveTextContent(/^At 2026-11-20T1[12]/);
  await touch.tap(page.getByRole("heading", { name: "Charge" }).element());
  await expect.element(item).not.toBeInTheDocument();
});
