import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { putOnPaper } from "../testing/on-paper.ts";
import { render } from "../testing/render.tsx";

const items = (count: number) => Array.from({ length: count }, (_, index) => <li key={index}>Item {index}</li>);
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index}>
      <td>Row {index}</td>
    </tr>
  ));

test("a sheet has no margin of a narrow screen within its own", async () => {
  await render(() => <div style={{ padding: "var(--page-padding)" }}>Dashboard</div>, { width: 703 });
  const marginOf = () => getComputedStyle(page.getByText("Dashboard").element()).paddingBottom;
  await expect.poll(marginOf).toBe("16px");
  await putOnPaper();
  await expect.poll(marginOf).toBe("1px");
});

test("a card with a chart or a few rows is printed whole, one of many rows goes on overleaf between them", async () => {
  await render(() => (
    <>
      <div className="og-card" role="group" aria-label="chart">
        <h2>Energy</h2>
        <div role="img" aria-label="Energy by day" style={{ height: 200 }} />
        <div className="visually-hidden og-no-print">
          <table>
            <tbody>{rows(48)}</tbody>
          </table>
        </div>
        <ul>{items(6)}</ul>
      </div>
      <div className="og-card" role="group" aria-label="short table">
        <table>
          <tbody>{rows(20)}</tbody>
        </table>
      </div>
      <section className="og-card" aria-label="long table">
        <h2>Comparison</h2>
        <section className="og-scroll" aria-label="scrolled">
          <table>
            <tbody>{rows(21)}</tbody>
          </table>
        </section>
      </section>
      <div className="og-card" role="group" aria-label="long list">
        <h2>Needs attention</h2>
        <ul>{items(7)}</ul>
      </div>
    </>
  ));
  await putOnPaper();
  const card = (name: string) => page.getByRole("group", { name, exact: true });
  for (const whole of ["chart", "short table"]) await expect.element(card(whole)).toHaveStyle("break-inside: avoid");
  await expect.element(card("long list")).toHaveStyle("break-inside: auto");
  // Were what it scrolls in whole, the card's frame would stand empty on the sheet before.
  for (const name of ["long table", "scrolled"])
    await expect.element(page.getByRole("region", { name })).toHaveStyle("break-inside: auto");
  await expect.element(page.getByText("Item 6")).toHaveStyle("break-inside: avoid");
  await expect.element(page.getByRole("heading", { name: "Needs attention" })).toHaveStyle("break-after: avoid");
});

test("a card whose chart is whole by itself begins on the sheet on which its figures have room", async () => {
  await render(() => (
    <div className="og-card" role="group" aria-label="balance">
      <h2>Energy balance</h2>
      <dl>
        <dt>Solar</dt>
        <dd>272 kWh</dd>
      </dl>
      <div className="og-whole" role="img" aria-label="Energy by day" style={{ breakInside: "avoid", height: 200 }} />
    </div>
  ));
  await putOnPaper();
  await expect.element(page.getByRole("group", { name: "balance" })).toHaveStyle("break-inside: auto");
  await expect.element(page.getByRole("img")).toHaveStyle("break-inside: avoid");
});

test("a card with one thing in it, as a map, may be the last of its sheet, and its marks have no words over it", async () => {
  const mark = (text: string) => (
    <span className="og-mark">
      <span className="visually-hidden">{text}</span>
    </span>
  );
  await render(() => (
    <>
      <div className="og-card">
        <figure>
          <div className="maplibregl-map">{mark("On the map")}</div>
        </figure>
      </div>
      <div className="og-card">
        <p>Clusters</p>
        <p>{mark("In a list")}</p>
      </div>
    </>
  ));
  await putOnPaper();
  await expect.element(page.getByRole("figure")).toHaveStyle("break-after: auto; break-before: auto");
  await expect.element(page.getByText("Clusters")).toHaveStyle("break-after: avoid");
  const positionOf = (text: string) => getComputedStyle(page.getByText(text).element()).position;
  await expect.poll(() => ["On the map", "In a list"].map(positionOf)).toEqual(["absolute", "static"]);
});
