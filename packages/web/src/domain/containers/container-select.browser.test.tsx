import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render, say } from "../../testing/render.tsx";
import { ContainerSelect } from "./container-select.tsx";

const containers = [
  { id: "1", name: "Fogo" },
  { id: "2", name: "Tamale" },
];

function Choice({ first }: { first: string }) {
  const [value, setValue] = useState<string | undefined>(first);
  return <ContainerSelect label="Place" containers={containers} value={value} onChange={setValue} />;
}

const field = page.getByRole("combobox", { name: "Place" });

test("the choice of a container can be taken back", async () => {
  await render(() => <Choice first="2" />);
  await expect.element(field).toHaveValue("Tamale");
  await page.getByLabelText(say("container-facts:choice.any")).click();
  await expect.element(field).toHaveValue("");
});

test("a container of an address that nobody knows stays chosen by its id until another is", async () => {
  await render(() => <Choice first="gone" />);
  await expect.element(field).toHaveValue("gone");
  await field.click();
  await page.getByRole("option", { name: "Fogo" }).click();
  await expect.element(field).toHaveValue("Fogo");
});
