import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { setReachable } from "../../core/api/reach.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { putOnPaper } from "../../testing/on-paper.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { tokenColor } from "../../testing/token-color.ts";
import { ContainerTable } from "./containers.table.tsx";
import { usualColumns } from "./list-choices.ts";

const nothing = () => {};
const containers = Array.from({ length: 2_000 }, (_, number) => fakeContainer({ name: `Container ${number}` }));

test("of 2,000 containers only a few rows are drawn, and the last is reached by a key", async () => {
  await loadTexts("containers");
  await render(() => (
    <ContainerTable
      containers={containers}
      listKey="name"
      now={fakeNowMs}
      columns={usualColumns}
      query={{ sort: "name" }}
      selected={new Set()}
      withStops={false}
      onChange={nothing}
      onAct={nothing}
      onSelectAll={nothing}
    />
  ));
  const list = page.getByRole("table", { name: say("containers:list") });
  await expect.element(list).toHaveAttribute("aria-rowcount", "2001");
  const rows = () => [...document.querySelectorAll("tr[data-watch]")];
  expect(rows().length).toBeLessThan(100);
  expect(rows()[0]?.getAttribute("aria-rowindex")).toBe("2");
  await userEvent.keyboard("{End}");
  await expect.poll(() => rows().at(-1)?.getAttribute("aria-rowindex")).toBe("2001");
  await expect.element(list.getByRole("link", { name: "Container 1999", exact: true })).toBeVisible();
  expect(rows().length).toBeLessThan(100);
});

test("the name comes first, the state of energy second, and no name of the demo takes three lines on a laptop", async () => {
  await loadTexts("containers", "container-facts", "energy-state");
  const names = ["Coober Pedy mine camp", "Morondava village kiosk", "Saint-Louis fish market", "Agadez water works"];
  for (const look of looks.filter(({ width }) => width === 1280)) {
    // Beside the menu there is that much.
    await render(
      () => (
        <div style={{ width: 1000 }}>
          <ContainerTable
            containers={names.map((name) => fakeContainer({ name }))}
            listKey="names"
            now={fakeNowMs}
            columns={usualColumns}
            query={{ sort: "name" }}
            selected={new Set()}
            withStops={false}
            onChange={nothing}
            onAct={nothing}
            onSelectAll={nothing}
          />
        </div>
      ),
      look,
    );
    const heads = () => [...document.querySelectorAll("thead th")].map((one) => (one as HTMLElement).innerText.trim());
    await expect
      .poll(() =>
        heads()
          .filter((head) => head !== "")
          .slice(0, 2),
      )
      .toEqual([say("containers:column.name"), say("containers:column.supply")]);
    for (const name of names) {
      const link = page.getByRole("link", { name, exact: true }).element();
      const lines = link.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(link).lineHeight);
      expect(Math.round(lines), `${name}, ${look.language}`).toBeLessThanOrEqual(2);
    }
  }
});

test("on a sheet of A4 no cell is printed over the next", async () => {
  await loadTexts("containers", "container-facts", "energy-state");
  const works = {
    ...{ worksId: "w1", by: { userId: "daniela", name: null }, reason: "New batteries" },
    since: new Date(fakeNowMs).toISOString(),
    until: new Date(fakeNowMs + 3_600_000).toISOString(),
  };
  const full = fakeContainer({ soc: 100, works, blackout: { state: "safe", likely: null, hours: null, chance: 0.3 } });
  await render(() => (
    // The width within the margins, at the size that pages have on paper.
    <div style={{ width: 703 / 0.8 }}>
      <ContainerTable
        containers={[full]}
        listKey="full"
        now={fakeNowMs}
        columns={usualColumns}
        query={{ sort: "name" }}
        selected={new Set()}
        withStops={false}
        onChange={nothing}
        onAct={nothing}
        onSelectAll={nothing}
      />
    </div>
  ));
  await expect.element(page.getByText(/^30\s% chance of a cut$/)).toBeVisible();
  await putOnPaper();
  // No frame reaches beyond its column either.
  const framed = document.querySelector('[data-state="works"]')!;
  expect(framed.getBoundingClientRect().right).toBeLessThanOrEqual(framed.closest("td")!.getBoundingClientRect().right);
  expect(getComputedStyle(framed).borderStyle).toBe("none");
  expect(cellsOver()).toEqual([]);
});

/** Texts that reach beyond the cell that they stand in. */
function cellsOver() {
  return [...document.querySelectorAll("tr[data-watch] td")].flatMap((cell) => {
    const range = document.createRange();
    const edge = cell.getBoundingClientRect().right;
    const texts = [...cell.querySelectorAll("*")].filter((part) => part.closest(".visually-hidden") === null);
    return texts
      .filter((part) => {
        range.selectNodeContents(part);
        return range.getBoundingClientRect().right > edge + 1;
      })
      .map((part) => part.textContent);
  });
}

test("without a connection the age of each figure stays in its column on a laptop", async () => {
  onTestFinished(() => setReachable(true));
  await loadTexts("containers", "container-facts", "energy-state");
  setReachable(false);
  const blackout = { state: "safe", likely: null, hours: null, chance: 0.15 } as const;
  const rows = [0, 12 * 60_000, 47 * 3_600_000].map((silentMs, number) =>
    fakeContainer({
      ...{ name: `Lodwar ${number}`, soc: 100, cluster: "Turkana", blackout },
      ...{ valuesAt: new Date(fakeNowMs - silentMs).toISOString(), olderAt: { batteryPower: minutesAgo(9_000) } },
    }),
  );
  for (const look of looks.filter(({ width }) => width === 1280)) {
    for (const columns of [usualColumns, ["name", "soc", "hours", "solar", "load", "battery", "seen"] as const]) {
      await render(
        () => (
          <div style={{ width: 1000 }}>
            <ContainerTable
              containers={rows}
              listKey="away"
              now={fakeNowMs}
              columns={columns}
              query={{ sort: "name" }}
              selected={new Set()}
              withStops={false}
              onChange={nothing}
              onAct={nothing}
              onSelectAll={nothing}
            />
          </div>
        ),
        look,
      );
      await expect.element(page.getByText(/^100\s%$/).first()).toBeVisible();
      expect(cellsOver(), look.language).toEqual([]);
    }
  }
});

test("without a connection the charge of a row is hatched as on its bar elsewhere, and tells nothing of its level", async () => {
  onTestFinished(() => setReachable(true));
  await loadTexts("containers", "container-facts", "energy-state");
  const fillOf = async (isReachable: boolean) => {
    setReachable(isReachable);
    await render(() => (
      <ContainerTable
        containers={[fakeContainer({ soc: 10 })]}
        listKey="low"
        now={fakeNowMs}
        columns={usualColumns}
        query={{ sort: "name" }}
        selected={new Set()}
        withStops={false}
        onChange={nothing}
        onAct={nothing}
        onSelectAll={nothing}
      />
    ));
    await expect.element(page.getByText(/^10\s%$/)).toBeVisible();
    return getComputedStyle(document.querySelector(".og-charge [aria-hidden] > span")!);
  };
  expect((await fillOf(true)).backgroundColor).toBe(tokenColor("--og-warning"));
  const { backgroundImage } = await fillOf(false);
  expect(backgroundImage).toMatch(/^repeating-linear-gradient/);
  expect(backgroundImage).toContain(tokenColor("--og-muted"));
});
