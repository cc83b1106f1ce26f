import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../../testing/render.tsx";
import { FittedList } from "./fitted-list.tsx";

/** Items of 50 px each in a room. */
async function show(heightPx: number, total = 5, width = 1280) {
  const items = ["a", "b", "c", "d", "e"].map((key) => ({
    key,
    content: <div style={{ height: 50 }}>Item {key}</div>,
  }));
  await render(
    () => (
      <FittedList
        {...{ items, total, heightPx }}
        className=""
        more={(count) => <p className="og-flush">{count} more</p>}
      />
    ),
    { width },
  );
}
const shown = () => page.getByRole("listitem").elements().length;

test("a list shows whole items only, and says how many more there are", async () => {
  await show(180);
  // Below them there is room for the words.
  await expect.element(page.getByText("3 more")).toBeVisible();
  expect(shown()).toBe(2);
  await expect.element(page.getByText("Item c")).not.toBeVisible();
  const part = page.getByTestId("part").element();
  expect(part.scrollHeight).toBeLessThanOrEqual(180);
  await show(250);
  await expect.element(page.getByText("Item e")).toBeVisible();
  expect(page.getByText("more").elements()).toHaveLength(0);
  await show(260, 9);
  await expect.element(page.getByText("5 more")).toBeVisible();
  // However little room there is, the first is there.
  await show(20);
  await expect.element(page.getByText("4 more")).toBeVisible();
  await expect.element(page.getByText("Item a")).toBeVisible();
});

test("on a phone a widget is as tall as what is in it: its first items are there, however little room a desk would have", async () => {
  await show(100, 7, 400);
  await expect.element(page.getByText("Item e")).toBeVisible();
  await expect.element(page.getByText("2 more")).toBeVisible();
});
