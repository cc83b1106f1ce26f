import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { usualUnits } from "@offgrid/contract/core/unit-choices";
import { showUnits } from "@offgrid/contract/telemetry/shown-units";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { say as sayOf } from "../../testing/render.tsx";
import { showForm } from "./rule-form.fixture.tsx";
import type { Rule } from "./rule-input.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`warnings:${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const saved: Rule[] = [];
const show = (rule: Rule) => showForm(rule, saved);

beforeEach(async () => {
  saved.length = 0;
  await Promise.all([
    loadTexts("warnings", "automation-words", "container", "container-facts", "ui", "shared"),
    timeReady(),
  ]);
});

const fold = (name: string) => page.getByText(say(name), { exact: true });

test("a condition counts only while something else is so, which its sentence says", async () => {
  await show(ruleOf([{ duration: 600 }], { sites: ["gao"] }));
  const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
  await fold("guards.title").click();
  await button(say("guards.add")).click();
  const guard = page.getByRole("group", { name: say("guards.one", { number: 1 }), exact: true });
  await button(say("save")).click();
  // The field that is wrong has the focus, and its sentence beside it.
  await expect.element(guard.getByText(say("wrong.data"), { exact: true })).toBeVisible();
  await expect.element(guard.getByText(say("wrong.array"), { exact: true })).toBeVisible();
  await expect.poll(() => guard.element().contains(document.activeElement)).toBe(true);
  await guard.getByRole("combobox", { name: say("condition.metrics") }).fill("battery temperature");
  await page.getByRole("option", { name: "Battery temperature (°C)", exact: true }).click();
  await guard.getByRole("textbox", { name: `${say("condition.threshold")} (°C)`, exact: true }).fill("40");
  await expect.element(sentence).toHaveTextContent("for 10 min, as long as battery temperature is above 40 °C.");
  await button(say("save")).click();
  await expect
    .poll(() => saved[0]?.conditions[0]?.when)
    .toEqual([{ type: "above", attributes: ["battery.temperature"], threshold: 40 }]);
  await button(say("guards.remove", { number: 1 })).click();
  await expect.element(sentence).toHaveTextContent(/for 10 min\.$/);
  await expect.element(button(say("guards.add"))).toBeVisible();
});

test("whoever reads °F types levels in °F, which are kept in °C, and reads the sentence in °F", async () => {
  showUnits({ ...usualUnits, temperature: "degF" });
  onTestFinished(() => showUnits(usualUnits));
  const [attributes, both] = [["battery.temperature"], ["battery.temperature", "inside.temperature"]];
  await show(ruleOf([{ type: "above", attributes, threshold: 50 }], { sites: ["gao"] }));
  const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
  const threshold = page.getByRole("textbox", { name: `${say("condition.threshold")} (°F)`, exact: true });
  await expect.element(threshold).toHaveValue("122");
  await threshold.fill("77");
  await expect.element(sentence).toHaveTextContent("battery temperature is above 77 °F");
  await button(say("save")).click();
  await expect.poll(() => saved[0]?.conditions[0]?.threshold).toBe(25);
  saved.length = 0;
  // One is so much warmer than the other: 10 °C are 18 °F here, and not 50.
  await show(ruleOf([{ type: "compare", attributes: both, threshold: 10 }], { sites: ["gao"] }));
  await expect.element(threshold).toHaveValue("18");
  await expect.element(sentence).toHaveTextContent("is more than 18 °F above");
  await threshold.fill("9");
  await button(say("save")).click();
  await expect.poll(() => saved[0]?.conditions[0]?.threshold).toBe(5);
});

test("beside an own threshold the clear level of the others does not hold, which its field and the sentence say", async () => {
  const overrides = [{ containerId: "gao", duration: 1_800 }];
  await show(ruleOf([{ clearAt: 25, overrides }], { sites: ["gao", "kayes"] }));
  const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
  const help = page.getByText(say("overrides.clearHelp"), { exact: true });
  const gao = page.getByRole("group", { name: "Gao", exact: true });
  await expect.element(sentence).toHaveTextContent("(but for Gao after 30 min).");
  await expect.element(help).not.toBeInTheDocument();
  await gao.getByRole("textbox", { name: `${say("condition.threshold")} (%)`, exact: true }).fill("15");
  await expect.element(help).toBeVisible();
  await expect.element(sentence).toHaveTextContent("(but for Gao at 15 % after 30 min until it is back at 15 %).");
});

test("a container, a cluster or a kit has levels of its own, or none at all", async () => {
  await show(ruleOf([{ duration: 600 }], { sites: ["gao", "kayes"] }));
  const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const choose = async (number: number, name: string) => {
    await group(say("overrides.one", { number }))
      .getByRole("combobox", { name: say("overrides.who") })
      .fill(name);
    await page.getByRole("option", { name, exact: true }).click();
  };
  await fold("overrides.title").click();
  await button(say("overrides.add")).click();
  await button(say("save")).click();
  await expect.element(page.getByText(say("wrong.who"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("wrong.same"), { exact: true })).toBeVisible();
  await choose(1, "Gao");
  await group("Gao")
    .getByRole("textbox", { name: `${say("condition.threshold")} (%)`, exact: true })
    .fill("15");
  await group("Gao")
    .getByRole("textbox", { name: `${say("condition.clearAt")} (%)`, exact: true })
    .fill("12");
  await button(say("save")).click();
  await expect.element(group("Gao").getByText(say("wrong.clearAbove"), { exact: true })).toBeVisible();
  await group("Gao")
    .getByRole("textbox", { name: `${say("condition.clearAt")} (%)`, exact: true })
    .fill("");
  await button(say("overrides.addMore")).click();
  // Each place has its levels once.
  const second = group(say("overrides.one", { number: 2 })).getByRole("combobox", { name: say("overrides.who") });
  await second.click();
  await expect.element(page.getByRole("option", { name: "Kayes", exact: true })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "Gao", exact: true })).not.toBeInTheDocument();
  await choose(2, "North");
  await group("cluster North")
    .getByRole("checkbox", { name: say("overrides.off") })
    .click();
  await button(say("overrides.addMore")).click();
  await choose(3, "5 kW");
  await group("kit 5 kW")
    .getByRole("textbox", { name: say("condition.duration"), exact: true })
    .fill("30");
  await expect
    .element(sentence)
    .toHaveTextContent("for 10 min (but for Gao at 15 %; not for cluster North; for kit 5 kW after 30 min).");
  await button(say("save")).click();
  const owns = [
    { containerId: "gao", threshold: 15 },
    { clusterId: "north", off: true },
    { kitId: "small", duration: 1_800 },
  ];
  await expect.poll(() => saved[0]?.conditions[0]?.overrides).toEqual(owns);
  await button(say("overrides.remove", { name: "cluster North" })).click();
  await expect.element(sentence).toHaveTextContent("(but for Gao at 15 %; for kit 5 kW after 30 min).");
});
