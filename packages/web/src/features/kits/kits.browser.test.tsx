import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { Changes } from "../../domain/templates/apply-dialog.tsx";
import { useChangesOf } from "./apply-kit-dialog.tsx";
import { KitCard } from "./kit-card.tsx";
import { KitForm } from "./kit.form.tsx";
import type { Kit } from "./kits.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`kits:${key}`, values);
const field = (name: string) => page.getByRole("textbox", { name: say(name), exact: true });
const wanted = { pvWp: 6_600, reserveSoc: 30 };
const kit: Kit = {
  id: "1",
  name: "Village M",
  pvWp: 6_600,
  batteryWh: null,
  inverterW: 5_000,
  panels: 12,
  strings: 2,
  limits: { reserveSoc: 30, maxLoadW: null },
  containers: [
    { id: "thies", name: "Thiès", has: { ...wanted, reserveSoc: 15 }, wanted, differs: ["reserveSoc"] },
    { id: "gao", name: "Gao", has: { pvWp: null, reserveSoc: null }, wanted, differs: ["pvWp", "reserveSoc"] },
  ],
  isUsed: true,
};

test("a kit shows its figures, what is not known as a dash, and its containers with what is in force at them and differs", async () => {
  await loadTexts("kits", "apply-template", "ui");
  const applied: (readonly string[])[] = [];
  for (const look of looks) {
    applied.length = 0;
    await render(
      () => <KitCard kit={kit} mayChange onApply={(ids) => applied.push(ids)} onEdit={() => {}} onDelete={() => {}} />,
      look,
    );
    await expect.element(page.getByRole("link", { name: "Thiès" })).toBeVisible();
    await expect.element(page.getByText("30\u00a0%", { exact: true })).toBeVisible();
    const said = (document.querySelector("main")?.innerText ?? "").replaceAll(/\s/g, " ");
    const of = (key: string, label: string, has: string, to: string) =>
      sayOf(`apply-template:${key}`, { label: say(`figure.${label}`).toLowerCase(), has, wanted: to }).replaceAll(
        /\s/g,
        " ",
      );
    expect(said).toContain(of("differsFrom", "reserveSoc", "15 %", "30 %"));
    expect(said).toContain(of("differsDefault", "reserveSoc", "20 %", "30 %"));
    expect(said).toContain(of("differsFrom", "pvWp", say("notSet"), look.language === "fr" ? "6,60 kW" : "6.60 kW"));
    expect(page.getByText("—").elements()).toHaveLength(2);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await page.getByRole("button", { name: sayOf("apply-template:applyAgain", { count: 2 }), exact: true }).click();
    expect(applied).toEqual([["thies", "gao"]]);
  }
});

test("a figure that cannot be is named beside its field, and the others are saved in watts", async () => {
  await loadTexts("kits", "ui");
  const saved: object[] = [];
  for (const look of looks) {
    saved.length = 0;
    await render(() => <KitForm kit={kit} onSave={async (next) => void saved.push(next)} onCancel={() => {}} />, look);
    await userEvent.fill(field("label.panels"), "1.5");
    await page.getByRole("button", { name: say("save") }).click();
    await expect.element(page.getByText(say("badFigure"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("label.panels"), "14");
    await userEvent.fill(field("label.batteryWh"), "20,5");
    await page.getByRole("button", { name: say("save") }).click();
    const { name, pvWp, inverterW, strings, limits } = kit;
    await expect.poll(() => saved).toEqual([{ name, pvWp, inverterW, strings, limits, panels: 14, batteryWh: 20_500 }]);
  }
});

test("before a kit is applied each container says what would change in force, and that nothing would", async () => {
  await loadTexts("kits", "apply-template", "ui");
  const none = { pvWp: 6_600, reserveSoc: null };
  const changes = [
    { containerId: "thies", name: "Thiès", kit: kit.name, before: none, after: { ...none, reserveSoc: 20 } },
    { containerId: "gao", name: "Gao", kit: kit.name, before: none, after: wanted },
  ];
  const Preview = () => <Changes changes={useChangesOf(kit.name)(changes)} />;
  for (const look of looks) {
    await render(Preview, look);
    await expect.element(page.getByText(sayOf("apply-template:same"))).toBeVisible();
    const usual = say("default", { value: "20\u00a0%" });
    await expect.element(page.getByText(`${usual} → 30\u00a0%`)).toBeVisible();
    await expectFittingWords();
  }
});
