import { Select } from "@mantine/core";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { chooseByEnter } from "./choose-by-enter.ts";

/** A field for towns. @returns what is chosen, and how the towns arrive */
async function towns(first: readonly string[]) {
  const seen: { chosen: string | null; arrive: (names: readonly string[]) => void } = {
    chosen: null,
    arrive: () => undefined,
  };
  function Part() {
    const [names, setNames] = useState(first);
    const [value, setValue] = useState<string | null>(null);
    useEffect(() => {
      seen.arrive = setNames;
    }, []);
    const choose = (name: string | null) => {
      seen.chosen = name;
      setValue(name);
    };
    const data = names.map((name) => ({ value: name, label: name, disabled: name === "Gao" }));
    return (
      <Select
        label="Town"
        {...{ data, value }}
        nothingFoundMessage="No town"
        searchable
        selectFirstOptionOnChange
        wrapperProps={chooseByEnter}
        onChange={choose}
      />
    );
  }
  await render(Part);
  return seen;
}
const town = page.getByRole("combobox", { name: "Town" });

test("what was typed before the list arrived is chosen by Enter: the first that can be", async () => {
  const seen = await towns([]);
  await town.fill("ga");
  await expect.element(page.getByText("No town")).toBeVisible();
  seen.arrive(["Gao", "Garoua", "Gaya"]);
  await expect.element(page.getByRole("option", { name: "Garoua" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(town).toHaveValue("Garoua");
  expect(seen.chosen).toBe("Garoua");
});

test("what is typed in the instant in which the list opens is chosen by Enter", async () => {
  const seen = await towns(["Garoua", "Gaya"]);
  const field = town.element() as HTMLInputElement;
  field.focus();
  document.execCommand("insertText", false, "gay");
  await expect.element(page.getByRole("option", { name: "Gaya" })).toHaveAttribute("data-combobox-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(town).toHaveValue("Gaya");
  expect(seen.chosen).toBe("Gaya");
});

test("an arrow goes before the first, and an Enter without a search chooses nothing", async () => {
  const seen = await towns(["Garoua", "Gaya"]);
  await town.click();
  await userEvent.keyboard("{Enter}");
  expect(seen.chosen).toBeNull();
  await town.fill("ga");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(town).toHaveValue("Gaya");
});
