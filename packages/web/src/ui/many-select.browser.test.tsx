import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { looks, render, say } from "../testing/render.tsx";
import { ManySelect } from "./many-select.tsx";

const towns = [
  "Gao",
  "Kayes",
  "Mopti",
  "Lodwar",
  "Kitui",
  "Fogo",
  "Dori",
  "Djibo",
  "Banfora",
  "Tessalit",
  "Kidal",
  "Taoudenni",
];

/** @returns The towns that are picked. */
async function pick(count: number, look = {}): Promise<() => readonly string[]> {
  const seen = { picked: towns.slice(0, count) };
  function Part() {
    const [value, setValue] = useState(towns.slice(0, count));
    const change = (next: string[]) => {
      seen.picked = next;
      setValue(next);
    };
    return <ManySelect label="Towns" data={towns} value={value} searchable openOnFocus={false} onChange={change} />;
  }
  await render(Part, look);
  return () => seen.picked;
}

const named = (name: string) => page.getByTestId("part").getByText(name);
const more = (count: number) => page.getByRole("button", { name: say("ui:list.more", { count }), exact: true });

test("of many picked names four are shown and the others counted, so that a form stays short on a phone", async () => {
  for (const look of looks) {
    await pick(towns.length, look);
    await expect.element(more(towns.length - 4)).toBeVisible();
    await expect.element(named("Lodwar")).toBeVisible();
    await expect.element(named("Kitui")).not.toBeInTheDocument();
    expect(page.getByTestId("part").element().getBoundingClientRect().height).toBeLessThan(180);
  }
});

test("the others are named when they are asked for", async () => {
  await pick(towns.length);
  await more(8).click();
  for (const town of towns) await expect.element(named(town)).toBeVisible();
});

test("five names are five names, and no name is taken away by a key before it was shown", async () => {
  await pick(5);
  for (const town of towns.slice(0, 5)) await expect.element(named(town)).toBeVisible();

  const picked = await pick(towns.length);
  await userEvent.click(page.getByRole("combobox", { name: "Towns" }));
  await userEvent.keyboard("{Backspace}");
  await expect.element(named("Taoudenni")).toBeVisible();
  expect(picked()).toEqual(towns);
  await userEvent.keyboard("{Backspace}");
  await expect.element(named("Taoudenni")).not.toBeInTheDocument();
  expect(picked()).toEqual(towns.slice(0, -1));
});

test("a picked name stands in one line where there is room for it", async () => {
  for (const look of looks) {
    await pick(4, look);
    for (const town of towns.slice(0, 4)) {
      await expect.element(named(town)).toBeVisible();
      const { width, height } = named(town).element().getBoundingClientRect();
      expect(height, town).toBeLessThan(24);
      expect(width, town).toBeGreaterThan(20);
    }
  }
});

test("a picked name takes no more room than itself and its button, so that several stand on one line", async () => {
  await pick(3);
  await expect.element(named("Gao")).toBeVisible();
  const tops = towns.slice(0, 3).map((town) => named(town).element().getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  for (const town of towns.slice(0, 3)) {
    const pill = named(town).element().parentElement;
    expect(pill?.getBoundingClientRect().width).toBeLessThan(110);
  }
});
