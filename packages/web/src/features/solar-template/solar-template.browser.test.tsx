import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Changes } from "../../domain/templates/apply-dialog.tsx";
import { useChangesOf } from "./apply-template-dialog.tsx";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { MeasuredTable } from "./measured-part.tsx";
import type { MeasuredMonth, PanelSetting, SolarTemplate, YieldAnswer } from "./solar-template.data.ts";
import { TemplateCard } from "./template-card.tsx";
import { TemplateForm } from "./template.form.tsx";
import { YieldTable } from "./yield-table.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`solar-template:${key}`, values);
const button = (key: string, values: Record<string, unknown> = {}) =>
  page.getByRole("button", { name: say(key, values), exact: true });
const applying = (key: string, values: Record<string, unknown>) =>
  page.getByRole("button", { name: sayOf(`apply-template:${key}`, values), exact: true });
const field = (key: string) => page.getByRole("textbox", { name: say(key), exact: true });
const wanted: PanelSetting = { capacity: 6_280, tilt: 15, azimuth: 180, loss: 12, limitW: 5_000, provider: "auto" };
const template: SolarTemplate = {
  id: "1",
  name: "Roof M",
  strings: [
    { panels: 8, panelWp: 410 },
    { panels: 6, panelWp: 500 },
  ],
  capacity: 6_280,
  tilt: null,
  azimuth: 180,
  loss: 12,
  limitW: 5_000,
  provider: "auto",
  revision: 3,
  containers: [
    { id: "thies", name: "Thiès", has: wanted, wanted, differs: [] },
    { id: "gao", name: "Gao", has: { ...wanted, capacity: 3_000, tilt: 40 }, wanted, differs: ["capacity", "tilt"] },
  ],
  isUsed: true,
};
const noAct = () => {};
const acts = { onEdit: noAct, onDelete: noAct, onLeave: noAct, onYield: noAct };

test("a template shows its array, its containers and what differs at them, and is applied again to these", async () => {
  await loadTexts("solar-template", "apply-template", "ui");
  const applied: (readonly string[])[] = [];
  for (const look of looks) {
    applied.length = 0;
    await render(
      () => (
        <TemplateCard
          template={template}
          mayChange
          mayApply
          yields={undefined}
          {...acts}
          onApply={(ids) => applied.push(ids)}
        />
      ),
      look,
    );
    await expect.element(page.getByRole("link", { name: "Thiès" })).toBeVisible();
    await expect.element(page.getByText(say("asUsual"))).toBeVisible();
    const tilt = { label: say("figure.tilt").toLowerCase(), has: "40 °", wanted: "15 °" };
    const differs = sayOf("apply-template:differsFrom", tilt).replaceAll(/\s/g, " ");
    expect((document.querySelector("main")?.innerText ?? "").replaceAll(/\s/g, " ")).toContain(differs);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await applying("applyAgain", { count: 1 }).click();
    await applying("applyName", { name: template.name }).click();
    expect(applied).toEqual([["gao"], []]);
  }
});

test("who may only look is offered the yield and nothing else", async () => {
  await loadTexts("solar-template", "apply-template", "ui");
  await render(() => (
    <TemplateCard template={template} mayChange={false} mayApply={false} yields={undefined} {...acts} onApply={noAct} />
  ));
  await expect.element(button("yieldOf", { name: template.name })).toBeVisible();
  expect(page.getByRole("button").elements()).toHaveLength(1);
});

test("a field that cannot be is named beside it, a further string is like the last, and what is left empty is left to the place", async () => {
  await loadTexts("solar-template", "apply-template", "ui");
  const saved: object[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(
      () => (
        <TemplateForm
          template={undefined}
          containers={[]}
          onSave={async (figures) => void saved.push(figures)}
          onClose={noAct}
        />
      ),
      look,
    );
    await userEvent.fill(field("field.name"), "Roof M");
    await userEvent.fill(field("strings.panels"), "8");
    await button("save").click();
    await expect.element(page.getByText(say("wrong.full"))).toBeVisible();
    await expect.element(page.getByRole("alert")).toHaveTextContent(say("wrongCount", { count: 1 }));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("strings.panelWp"), "410,5");
    await button("strings.add").click();
    await userEvent.fill(field("field.limitW"), "5");
    await button("save").click();
    const strings = [
      { panels: 8, panelWp: 410.5 },
      { panels: 8, panelWp: 410.5 },
    ];
    const figures = { name: "Roof M", strings, tilt: null, azimuth: null, loss: 14, limitW: 5_000, provider: "auto" };
    await expect.poll(() => saved).toEqual([figures]);
  }
});

test("a year is shown month by month with its sum, and what was not measured of it as a dash", async () => {
  await loadTexts("solar-template", "apply-template", "ui");
  const found: YieldAnswer = {
    place: { lat: 14.7, long: -17 },
    tilt: 15,
    azimuth: 180,
    usualShare: 0.75,
    months: Array.from({ length: 12 }, (_, index) => ({ month: index + 1, clearWh: 1_000_000, usualWh: 750_000 })),
  };
  const months: MeasuredMonth[] = [
    { from: "2026-10-01T00:00:00Z", wh: null, clearWh: 1_000_000, coverage: 0, heldBack: 0, share: null },
    { from: "2026-11-01T00:00:00Z", wh: 300_000, clearWh: 900_000, coverage: 0.5, heldBack: 0.2, share: 0.7 },
  ];
  for (const look of looks) {
    await render(
      () => (
        <>
          <YieldTable found={found} capacityW={6_280} />
          <MeasuredTable months={months} zone="Africa/Dakar" />
        </>
      ),
      look,
    );
    expect(page.getByRole("row").elements()).toHaveLength(1 + 12 + 1 + 1 + 2);
    const cells = (row: number) =>
      page
        .getByRole("table")
        .nth(1)
        .getByRole("row")
        .nth(row)
        .getByRole("cell")
        .elements()
        .map((cell) => cell.textContent);
    expect(cells(1).slice(0, 5)).toEqual([
      "—",
      expect.stringMatching(/^1[.,]00\s?MWh$/),
      expect.stringMatching(/^0\s?%$/),
      "—",
      "—",
    ]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("before it is applied, each container says what would change, and that nothing would", async () => {
  await loadTexts("solar-template", "apply-template", "ui");
  const after: PanelSetting = { capacity: 6_280, tilt: 15, azimuth: 180, loss: 12, limitW: 5_000, provider: "auto" };
  const changes = [
    { containerId: "thies", name: "Thiès", before: after, after },
    { containerId: "gao", name: "Gao", before: { ...after, capacity: 3_000, limitW: null }, after },
    { containerId: "fogo", name: "Fogo", before: null, after },
  ];
  const Preview = () => <Changes changes={useChangesOf()(changes)} />;
  for (const look of looks) {
    await render(Preview, look);
    await expect.element(page.getByText(sayOf("apply-template:same"))).toBeVisible();
    await expect.element(page.getByText(say("apply.guessed"))).toBeVisible();
    expect(page.getByText("→").elements()).toHaveLength(2);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
