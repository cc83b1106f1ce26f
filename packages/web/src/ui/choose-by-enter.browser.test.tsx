import { Select, type SelectProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render } from "../testing/render.tsx";

/** A field for towns. @returns what is chosen, and how the towns arrive */
async function towns(first: readonly string[], props: Partial<SelectProps> = {}) {
  const seen: { chosen: string | null; arrive: (names: readonly string[]) => void } = {
    chosen: null,
    arrive: () => undefined,
  };
  function Part() {
    const [names, setNames] = useState(first);
    const [value, setValue] = useState(props.value ?? null);
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
        data={data}
        nothingFoundMessage="No town"
        searchable
        selectFirstOptionOnChange
        {...props}
        value={value}
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

test("of a list that marks nothing by itself Enter chooses the first that was found", async () => {
  const seen = await towns(["Kita", "Garoua", "Gaya"], { selectFirstOptionOnChange: false });
  await town.fill("ga");
  await expect.element(page.getByRole("option", { name: "Garoua" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(town).toHaveValue("Garoua");
  expect(seen.chosen).toBe("Garoua");
});

test("what is typed over what is chosen replaces it, entered by the keyboard, by the mouse and right after a choice", async () => {
  const seen = await towns(["Garoua", "Gaya", "Kita"], { value: "Kita" });
  await userEvent.keyboard("{Tab}");
  await expect.element(town).toHaveFocus();
  await userEvent.keyboard("gar");
  await expect.element(town).toHaveValue("gar");
  await expect.element(page.getByRole("option", { name: "Garoua" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(town).toHaveValue("Garoua");
  await userEvent.keyboard("gay");
  await expect.element(town).toHaveValue("gay");
  await page.getByRole("option", { name: "Gaya" }).click();
  await expect.element(town).toHaveValue("Gaya");
  await userEvent.keyboard("k");
  await expect.element(town).toHaveValue("k");
  await userEvent.keyboard("{Escape}{Tab}");
  await town.click();
  await userEvent.keyboard("kit");
  await expect.element(town).toHaveValue("kit");
  // A search itself goes on where it was clicked.
  await town.click();
  await userEvent.keyboard("a");
  await expect.element(town).toHaveValue("kita");
  expect(seen.chosen).toBe("Gaya");
});

test("Enter leaves what is chosen where nothing was typed, also if the list is too long to show it", async () => {
  const seen = await towns(["Garoua", "Gaya", "Kita"], { value: "Kita", limit: 2 });
  await town.click();
  await expect.element(page.getByRole("option", { name: "Garoua" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(town).toHaveValue("Kita");
  expect(seen.chosen).toBeNull();
});
