import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { countStates } from "../../domain/containers/fleet-facts.ts";
import { expectFittingWords } from "../../testing/good-part.ts";
import { putOnPaper } from "../../testing/on-paper.ts";
import { render, say } from "../../testing/render.tsx";
import { ContainerFilters } from "./containers.filters.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { type ListQuery, usualColumns } from "./list-choices.ts";

const facets = {
  clusters: [
    { value: "north", label: "Northern health centres", count: 3 },
    { value: "south", label: "Southern schools", count: 2 },
  ],
  versions: [
    { value: "1.2", count: 3 },
    { value: "1.3", count: 2 },
  ],
  countries: [
    { value: "KE", count: 3 },
    { value: "NP", count: 2 },
  ],
  operators: [
    { value: "MTN", count: 3 },
    { value: "Safaricom", count: 2 },
  ],
};
const nothing = () => {};
const rows = [fakeContainer()];

const tools = (withColumns: boolean) => (
  <ListTools
    containers={rows}
    columns={usualColumns}
    withColumns={withColumns}
    views={[]}
    query={{}}
    onQuery={nothing}
    onColumns={nothing}
    onViews={nothing}
  />
);
const middleOf = (one: { element: () => Element }) => {
  const { top, bottom } = one.element().getBoundingClientRect();
  return Math.round((top + bottom) / 2);
};
const states = () => page.getByRole("button", { name: new RegExp(`^${say("containers:all")}`) });

test("search, states, filters and what can be done with the list are one row beside the menu", async () => {
  await loadTexts("containers");
  // The longest that can be chosen has room there, too.
  const queries: ListQuery[] = [{}, { energy: "generator_ahead", status: "never" }];
  for (const language of ["en", "fr"] as const)
    for (const query of queries) {
      await render(
        () => (
          <ContainerFilters
            query={query}
            counts={countStates(rows)}
            total={1}
            facets={facets}
            phone={false}
            onChange={nothing}
            tools={tools(true)}
          />
        ),
        { language, width: 1000 },
      );
      const search = page.getByRole("searchbox", { name: say("containers:search") });
      const last = page.getByRole("button", { name: say("containers:csv.download") });
      for (const button of page.getByRole("button").all())
        expect(Math.abs(middleOf(search) - middleOf(button))).toBeLessThanOrEqual(1);
      expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(1000);
      // What can be done is named beside the menu too.
      await expect.element(page.getByText(say("containers:csv.download"), { exact: true })).toBeVisible();
      await expectFittingWords();
    }
});

test("on a phone the search has a line, and the states one more with the signs of the others", async () => {
  await loadTexts("containers");
  for (const language of ["fr", "en"] as const) {
    await render(
      () => (
        <div style={{ padding: "0 var(--page-padding)" }}>
          <ContainerFilters
            query={{}}
            counts={countStates([fakeContainer({ warnings: 1 }), fakeContainer({ status: "offline" })])}
            total={2}
            facets={facets}
            phone
            onChange={nothing}
            tools={tools(false)}
          />
        </div>
      ),
      { language, width: 400 },
    );
    const search = page.getByRole("searchbox", { name: say("containers:search") });
    const buttons = ["facet.more", "views.open", "csv.download"].map((name) =>
      page.getByRole("button", { name: say(`containers:${name}`) }),
    );
    for (const button of buttons) expect(Math.abs(middleOf(button) - middleOf(states()))).toBeLessThanOrEqual(1);
    expect(middleOf(states())).toBeGreaterThan(middleOf(search));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(400);
  }
});

test("the menu of states has those that containers are in, and narrows the list to one of energy and one of the link", async () => {
  await loadTexts("containers");
  let query: ListQuery = { search: "gao" };
  const draw = async () =>
    render(() => (
      <ContainerFilters
        query={query}
        counts={countStates([fakeContainer({ warnings: 1 }), fakeContainer({ status: "offline" })])}
        total={2}
        facets={{ clusters: [], versions: [], countries: [], operators: [] }}
        phone={false}
        onChange={(next) => (query = next)}
        tools={null}
      />
    ));
  const button = page.getByTitle(say("containers:filter"));
  const choose = async (name: RegExp) => {
    await draw();
    await button.click();
    await page.getByRole("group").getByRole("button", { name }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  };
  await choose(/^Offline 1$/);
  expect(query).toEqual({ search: "gao", status: "offline" });
  await choose(/^Supplied 2$/);
  expect(query).toEqual({ search: "gao", status: "offline", energy: "normal" });
  await choose(/^Offline 1$/);
  expect(query).toEqual({ search: "gao", energy: "normal" });

  await draw();
  await expect.element(button).toHaveAccessibleName("Supplied 2");
  await button.click();
  await expect.element(page.getByRole("group", { name: say("containers:filter") })).toHaveTextContent("Warning 1");
  // Nobody is in it.
  await expect.element(page.getByRole("button", { name: /^Loads cut/ })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
});

test("on paper, where no menu opens, the states are counted below the title", async () => {
  await loadTexts("containers");
  await render(() => (
    <ContainerFilters
      query={{}}
      counts={countStates([fakeContainer({ warnings: 1 }), fakeContainer({ status: "offline" })])}
      total={2}
      facets={facets}
      phone={false}
      onChange={nothing}
      tools={tools(true)}
    />
  ));
  const counted = page.getByRole("paragraph");
  await expect.element(counted).not.toBeInTheDocument();
  await putOnPaper();
  await expect.element(counted).toHaveTextContent(/^All states 2\s*Supplied 2\s*Online 1\s*Offline 1\s*Warning 1$/);
});
