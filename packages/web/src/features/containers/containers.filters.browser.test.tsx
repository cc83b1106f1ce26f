import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { countStates } from "../../domain/containers/fleet-facts.ts";
import { expectFittingWords } from "../../testing/good-part.ts";
import { render, say } from "../../testing/render.tsx";
import { ContainerFilters } from "./containers.filters.tsx";
import { ListTools } from "./list/list-tools.tsx";
import { usualColumns } from "./list-choices.ts";

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

test("search, filters and what can be done with the list stand in one row beside the menu", async () => {
  await loadTexts("containers");
  for (const language of ["en", "fr"] as const) {
    await render(
      () => (
        <ContainerFilters
          query={{}}
          counts={countStates(rows)}
          total={1}
          facets={facets}
          phone={false}
          onChange={nothing}
          tools={
            <ListTools
              containers={rows}
              columns={usualColumns}
              withColumns
              views={[]}
              query={{}}
              onQuery={nothing}
              onColumns={nothing}
              onViews={nothing}
            />
          }
        />
      ),
      { language, width: 1000 },
    );
    const middle = (one: Element) => {
      const { top, bottom } = one.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    };
    const search = page.getByRole("searchbox", { name: say("containers:search") }).element();
    const last = page.getByRole("button", { name: say("containers:csv.download") }).element();
    expect(Math.abs(middle(search) - middle(last))).toBeLessThanOrEqual(1);
    expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(1000);
    // What can be done is named beside the menu too, and what lists are filtered by stands below.
    await expect.element(page.getByText(say("containers:csv.download"), { exact: true })).toBeVisible();
    const all = page.getByRole("button", { name: new RegExp(`^${say("containers:all")}`) }).element();
    expect(middle(all)).toBeGreaterThan(middle(search) + 30);
    await expectFittingWords();
  }
});

test("on a phone the search has a line, and the states one more that scrolls sideways", async () => {
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
            tools={
              <ListTools
                containers={rows}
                columns={usualColumns}
                withColumns={false}
                views={[]}
                query={{}}
                onQuery={nothing}
                onColumns={nothing}
                onViews={nothing}
              />
            }
          />
        </div>
      ),
      { language, width: 400 },
    );
    const topOf = (one: { element: () => Element }) => Math.round(one.element().getBoundingClientRect().top);
    const search = page.getByRole("searchbox", { name: say("containers:search") });
    const buttons = ["facet.more", "csv.download"].map((name) =>
      page.getByRole("button", { name: say(`containers:${name}`) }),
    );
    for (const button of buttons) expect(Math.abs(topOf(button) - topOf(search))).toBeLessThanOrEqual(4);
    const chips = [
      say("containers:all"),
      say("container-facts:status.offline"),
      say("container-facts:status.warning"),
    ].map((name) => page.getByRole("button", { name: new RegExp(`^${name}`) }));
    expect(new Set(chips.map(topOf)).size).toBe(1);
    expect(topOf(chips[0]!)).toBeGreaterThan(topOf(search));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(400);
  }
});

test("states that call for someone are in sight, the others behind one button, and one that nobody is in is not offered", async () => {
  await loadTexts("containers");
  await render(() => (
    <ContainerFilters
      query={{}}
      counts={countStates(rows)}
      total={1}
      facets={{ clusters: [], versions: [], countries: [], operators: [] }}
      phone={false}
      onChange={nothing}
      tools={null}
    />
  ));
  await expect.element(page.getByRole("button", { name: /Online|Supplied/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: say("containers:moreStates", { count: 2 }) }).click();
  await expect.element(page.getByRole("button", { name: /Online/ })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Supplied/ })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Offline|Warning/ })).not.toBeInTheDocument();
});
