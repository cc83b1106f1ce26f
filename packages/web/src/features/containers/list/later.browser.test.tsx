import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeContainer } from "../../../domain/containers/container-row.fake.ts";
import { render, say } from "../../../testing/render.tsx";
import { type ContainerColumn, usualColumns } from "../list-choices.ts";
import { FacetSheet } from "./facet-sheet.tsx";
import { ListTools } from "./list-tools.tsx";

const nothing = () => {};
const facets = { clusters: [], versions: [], countries: [], operators: [] };

async function renderTools(onColumns: (columns: ContainerColumn[]) => void = nothing): Promise<void> {
  await loadTexts("containers");
  await render(() => (
    <ListTools
      containers={[fakeContainer()]}
      columns={usualColumns}
      withColumns
      views={[{ name: "Mine", search: {} }]}
      query={{ search: "gao" }}
      onQuery={nothing}
      onColumns={onColumns}
      onViews={nothing}
    />
  ));
}

test.each(["views.open", "columns.open"])(
  "the menu of %s opens at the first press and gives the focus back",
  async (name) => {
    await renderTools();
    const button = page.getByRole("button", { name: say(`containers:${name}`) });
    const menu = page.getByRole("dialog");
    await expect.element(menu).not.toBeInTheDocument();
    for (let time = 0; time < 2; time++) {
      await button.click();
      await expect.element(menu).toBeVisible();
      await expect.poll(() => menu.element().contains(document.activeElement)).toBe(true);
      await userEvent.keyboard("{Escape}");
      await expect.element(menu).not.toBeInTheDocument();
      await expect.element(button).toHaveFocus();
    }
  },
);

test("the usual columns can be chosen again", async () => {
  const chosen: ContainerColumn[][] = [];
  await renderTools((columns) => chosen.push(columns));
  await page.getByRole("button", { name: say("containers:columns.open") }).click();
  await page.getByRole("button", { name: say("containers:columns.usual") }).click();
  expect(chosen).toEqual([[...usualColumns]]);
});

test("filters and order of a phone come from below, and the focus goes back to their button", async () => {
  await loadTexts("containers");
  await loadTexts("shared");
  await render(() => <FacetSheet query={{}} facets={facets} phone onChange={nothing} />);
  const button = page.getByRole("button", { name: say("containers:facet.more") });
  for (let time = 0; time < 2; time++) {
    await button.click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("button", { name: say("containers:facet.done") }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});
