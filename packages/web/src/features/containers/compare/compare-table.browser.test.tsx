import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeContainer } from "../../../domain/containers/container-row.fake.ts";
import { fakeFigures } from "../../../domain/period-figures/period-figures.fake.ts";
import type { PeriodFigures } from "../../../domain/period-figures/period-figures.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { type Compared, CompareTable } from "./compare-table.tsx";
import { CompareVerdict } from "./compare-verdict.tsx";

const range = { fromMs: Date.UTC(2026, 10, 17), toMs: Date.UTC(2026, 10, 24) };
const longName = "Solar container of the regional hospital and its maternity ward at Saint-Louis-du-Sénégal";

function row(name: string, figures: PeriodFigures | undefined, refetch: () => void = () => {}): Compared {
  const container = fakeContainer({ name });
  const question = { containerId: container.containerId, zone: container.zoneName, range };
  const error = figures ? null : new Error("away");
  return {
    container,
    question,
    figures,
    pending: { data: figures, error, isPending: false, isFetching: false, refetch },
  };
}

const cut = fakeFigures({ withoutPowerH: 11.5, unservedWh: 14_200, lowestSoc: 13, generatorH: 2 });
const nothing = () => {};

test("the worst is said first and marked in every look, names are whole, and a container that fails does so alone", async () => {
  await loadTexts("containers");
  for (const look of looks) {
    let again = 0;
    const rows = [row(longName, cut), row("Lodwar clinic", fakeFigures()), row("Fogo", undefined, () => again++)];
    await render(
      () => (
        <>
          <CompareVerdict rows={rows} />
          <CompareTable rows={rows} by="withoutPowerH" onBy={nothing} onRemove={nothing} />
        </>
      ),
      look,
    );
    const said = say("containers:compare.verdict.cutUnserved", {
      name: longName,
      hours: "11 h 30",
      energy: look.language === "fr" ? "14,2\u00A0kWh" : "14.2\u00A0kWh",
    });
    await expect.element(page.getByText(said)).toBeVisible();
    await expect.element(page.getByRole("link", { name: longName })).toBeVisible();
    const marked = document.querySelectorAll("[data-worst]");
    expect([...marked].map((cell) => cell.closest("tr")?.rowIndex)).toEqual([1, 1, 1]);
    expect((marked[0] as HTMLElement).innerText).toContain(say("containers:compare.worst"));
    await page.getByRole("button", { name: say("containers:compare.retry") }).click();
    expect(again).toBe(1);
    await expectFittingWords();
    await expectAccessible();
  }
});

test("where the dates are not the same for all, each container has its own below its name", async () => {
  await loadTexts("containers");
  const rows = [row("Lodwar clinic", fakeFigures()), row("Gao", fakeFigures())];
  const table = (isDated: boolean) => (
    <CompareTable {...{ rows, isDated }} by="withoutPowerH" onBy={nothing} onRemove={nothing} />
  );
  const dated = () =>
    page
      .getByRole("rowheader")
      .filter({ hasText: /\d{2}\/\d{2}/ })
      .elements().length;
  await render(() => table(true));
  await expect.poll(dated).toBe(2);
  await render(() => table(false));
  await expect.poll(() => page.getByRole("rowheader").elements().length).toBe(2);
  expect(dated()).toBe(0);
});

test("a column is made the first to decide, and a container taken out", async () => {
  await loadTexts("containers");
  const done: string[] = [];
  const rows = [row("Lodwar clinic", fakeFigures()), row("Gao", fakeFigures({ lowestSoc: 12 }))];
  await render(() => (
    <CompareTable
      rows={rows}
      by="withoutPowerH"
      onBy={(figure) => done.push(figure)}
      onRemove={(containerId) => done.push(containerId)}
    />
  ));
  await page.getByRole("button", { name: say("period-figures:figure.lowestSoc") }).click();
  await page.getByRole("button", { name: say("containers:compare.remove", { name: "Gao" }) }).click();
  expect(done).toEqual(["lowestSoc", "gao"]);
});

test("what nobody has is no column, and where no power failed the sentence says so", async () => {
  await loadTexts("containers");
  const rows = [row("Lodwar clinic", fakeFigures({ lowestSoc: 21 })), row("Gao", fakeFigures())];
  await render(() => (
    <>
      <CompareVerdict rows={rows} />
      <CompareTable rows={rows} by="withoutPowerH" onBy={nothing} onRemove={nothing} />
    </>
  ));
  await expect.element(page.getByText(say("containers:compare.verdict.none"))).toBeVisible();
  const percent = "21\u00A0%";
  await expect
    .element(page.getByText(say("containers:compare.verdict.charge", { name: "Lodwar clinic", percent })))
    .toBeVisible();
  const heads = page
    .getByRole("columnheader")
    .elements()
    .map((head) => head.textContent);
  expect(heads).not.toContain(say("period-figures:figure.generatorH"));
  expect(heads).toContain(say("period-figures:figure.unservedWh"));
});

test("red is for what did harm: the worst of several good figures is marked, but not red", async () => {
  await loadTexts("containers");
  const rows = [
    row("Agadez", fakeFigures({ withoutPowerH: 0, unservedWh: 0, lowestSoc: 44 })),
    row("Lodwar", fakeFigures({ withoutPowerH: 0, unservedWh: 0, lowestSoc: 61 })),
    row("Fogo", fakeFigures({ withoutPowerH: 0, unservedWh: 0, lowestSoc: 19 })),
  ];
  const harmed = () => [...document.querySelectorAll(".og-danger")].map((cell) => cell.closest("tr")?.rowIndex);
  const worst = () => [...document.querySelectorAll("[data-worst]")].map((cell) => cell.closest("tr")?.rowIndex);
  const shown = (these: readonly Compared[]) => () => (
    <CompareTable rows={these} by="lowestSoc" onBy={nothing} onRemove={nothing} />
  );
  await render(shown(rows.slice(0, 2)));
  await expect.poll(worst).toContain(1);
  expect(harmed()).toEqual([]);
  await render(shown(rows));
  await expect.poll(harmed).toEqual([3]);
});
