import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { presetRule } from "./presets.ts";
import { newRule } from "../../domain/warnings/new-rule.ts";
import type { Rule } from "./rule-input.ts";
import { type RuleAct, RuleActs, RuleLine } from "./rule-line.tsx";
import type { RuleFormProps } from "./rule.form.tsx";
import { showForm } from "./rule-form.fixture.tsx";
import type { SavedRule } from "../../domain/warnings/rules.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`warnings:${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name: say(name), exact: true });
const choice = (name: string) => page.getByRole("combobox", { name: say(name), exact: true });
const dayMs = 86_400_000;
const nowMs = Date.parse("2026-11-24T12:00:00Z");
const saved: Rule[] = [];

beforeEach(async () => {
  saved.length = 0;
  await Promise.all([
    loadTexts("warnings", "automation-words", "container", "container-facts", "ui", "shared"),
    timeReady(),
  ]);
});

const show = (rule: Rule, look = {}, more: Partial<RuleFormProps> = {}) => showForm(rule, saved, look, more);

test("a new rule names what is missing in the sentences of the specification, and says in words what it does", async () => {
  for (const look of looks) {
    await show(newRule(), look);
    await button(say("save")).click();
    for (const fault of ["ruleName", "scope", "name", "array", "data"])
      await expect.element(page.getByText(say(`wrong.${fault}`), { exact: true })).toBeVisible();
    expect(saved).toEqual([]);
    // The first field that is wrong has the focus.
    await expect.poll(() => document.activeElement).toBe(field("ruleName").element());
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("a level to clear at on the wrong side is said at its field while it is typed, and no sentence says such a rule", async () => {
  for (const look of looks) {
    await show({ ...presetRule("charge_low", look.language), sites: ["gao"] }, look);
    const clear = page.getByRole("textbox", { name: `${say("condition.clearAt")} (%)` }).first();
    const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
    await clear.fill("15");
    await expect.element(clear).toHaveAccessibleDescription(say("wrong.clearAbove"));
    const wrong = say("sentenceWrong").replaceAll(/\s+/g, " ");
    await expect.element(sentence).toHaveTextContent(wrong);
    await expectFittingWords();
    await clear.fill("30");
    await expect.element(clear).not.toHaveAccessibleDescription(say("wrong.clearAbove"));
    await expect.element(sentence).not.toHaveTextContent(wrong);
  }
});

test("a preset lacks nothing but its containers, and is saved with what was changed", async () => {
  await show(presetRule("charge_low", "en"));
  const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
  await expect.element(sentence).toHaveTextContent("Warns when state of charge is below 20 % for 10 min");
  await page.getByRole("textbox", { name: `${say("condition.threshold")} (%)` }).fill("18,5");
  await expect.element(sentence).toHaveTextContent("is below 18.5 %");
  await button(say("save")).click();
  await expect.element(page.getByText(say("wrong.scope"), { exact: true })).toBeVisible();
  await button(say("scope.all", { count: 2 })).click();
  await button(say("save")).click();
  await expect
    .poll(() => saved)
    .toMatchObject([
      {
        ruleName: "Charge low",
        sites: ["gao", "kayes"],
        conditions: [{ threshold: 18.5, critical: { threshold: 10 } }],
      },
    ]);
});

test("a number beyond its range is refused with the range in words", async () => {
  const said = {
    en: "Please fill 0 to 20,160 minutes, which is 14 days.",
    fr: "Indiquez de 0 à 20 160 minutes, soit 14 jours.",
  };
  for (const look of looks) {
    const preset = presetRule("charge_low", look.language);
    await show({ ...preset, sites: ["gao"] }, look);
    await page
      .getByRole("textbox", { name: say("condition.duration"), exact: true })
      .first()
      .fill("20161");
    await button(say("save")).click();
    await expect.element(page.getByText(said[look.language], { exact: true })).toBeVisible();
    expect(saved).toEqual([]);
    await expectFittingWords();
  }
});

test("a number that cannot be is refused at its field while it is typed, and the sentence does not make another of it", async () => {
  const range = { minutes: 20_160, days: 14, keepForMinutes: 1_440 };
  const plain = (text: string) => text.replaceAll(/\s+/g, " ");
  for (const look of looks.slice(0, 2)) {
    await show({ ...presetRule("charge_low", look.language), sites: ["gao"] }, look);
    const duration = page.getByRole("textbox", { name: say("condition.duration"), exact: true }).first();
    const sentence = page.getByRole("status", { name: say("sentence") });
    for (const typed of ["-5", "−5", "0.001", "1.01", "99999999"]) {
      await duration.fill(typed);
      await expect.element(page.getByText(plain(say("wrong.duration", range)), { exact: true })).toBeVisible();
      await expect.element(duration).toHaveAttribute("aria-invalid", "true");
    }
    for (const typed of ["-5", "abc", "1e3"]) {
      await duration.fill(typed);
      await expect.element(sentence).toHaveTextContent(sayOf("automation-words:unnamed"));
      await expect.element(sentence).not.toHaveTextContent(/ 0 ?s\b/);
    }
    await expect.element(page.getByText(sayOf("ui:noNumber"), { exact: true })).toBeVisible();
    await duration.fill("2.5");
    await expect.element(duration).not.toHaveAttribute("aria-invalid", "true");
    await expect.element(sentence).toHaveTextContent(/2 min 30 s/);
  }
  expect(saved).toEqual([]);
});

test("a rule is saved from wherever one is in its form, and the foot hides nothing that has the focus", async () => {
  await show(presetRule("charge_low", "en"), {}, { trials: () => <div style={{ height: 1500 }} /> });
  const save = button(say("save"));
  const lowest = () => save.element().getBoundingClientRect().bottom;
  // Until something is changed, it lies over nothing and stands below the form.
  expect(lowest()).toBeGreaterThan(1_500);
  await field("ruleName").fill("Low");
  for (const top of [0, 800, document.documentElement.scrollHeight]) {
    window.scrollTo(0, top);
    await expect.poll(lowest).toBeLessThanOrEqual(window.innerHeight);
    await expect.poll(() => save.element().getBoundingClientRect().top).toBeGreaterThan(0);
  }
  window.scrollTo(0, 0);
  const note = field("note");
  (note.element() as HTMLElement).focus();
  await expect
    .poll(() => note.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(save.element().getBoundingClientRect().top);
});

test("every type has its fields, in every look", async () => {
  const { conditions, ...rule } = ruleOf(
    [{ name: "Charge" }, { name: "Hot", type: "state", attributes: ["inverter.state"], threshold: [4] }],
    {
      sites: ["gao"],
      activeHours: { from: { time: "18:00" }, to: { sun: "sunrise" } },
    },
  );
  const [first, second] = conditions;
  const when = [{ type: "above" as const, attributes: ["battery.current"], threshold: 1 }];
  const overrides = [
    { containerId: "gao", threshold: 15 },
    { kitId: "small", off: true },
  ];
  for (const look of looks) {
    await show({ ...rule, conditions: [{ ...first!, when, overrides }, second!] }, look);
    await expect.element(button(sayOf("container:state.fault"))).toHaveAttribute("aria-pressed", "true");
    await expect.element(button(say("guards.remove", { number: 1 }))).toBeVisible();
    await expectFittingWords();
    // Each type once in each language.
    const isFirstHalf = looks.indexOf(look) < 2;
    for (const type of isFirstHalf ? ["outside", "change", "silent"] : ["event", "command", "forecast", "compare"]) {
      await choice("condition.type").first().selectOptions(type);
      await expect.element(page.getByText(say(`typeHelp.${type}`), { exact: true })).toBeVisible();
      await expectFittingWords();
    }
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("all conditions are deleted only after a question, and a rule without any is not saved", async () => {
  await show(ruleOf([{}, { name: "Second" }], { sites: ["gao"], match: "any" }));
  await button(say("removeAll.act")).click();
  const question = page.getByRole("dialog", { name: "Do you want to delete all conditions?", exact: true });
  await question.getByRole("button", { name: say("removeAll.act"), exact: true }).click();
  await button(say("save")).click();
  await expect.element(page.getByText(say("wrong.conditions"), { exact: true })).toBeVisible();
  await button(say("add")).click();
  await expect.element(field("condition.name")).toBeVisible();
  expect(saved).toEqual([]);
});

test("what the portal alone can tell is said at the field", async () => {
  const onSave = () =>
    Promise.reject(
      new ApiError({
        code: "bad_input",
        status: 400,
        message: "",
        fields: { "conditions.0.attributes": "None of these containers has ever sent it." },
      }),
    );
  await show(ruleOf([{}], { sites: ["gao"] }), {}, { onSave });
  await button(say("save")).click();
  await expect.element(page.getByText(say("wrong.unsent"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("wrong.summary"), { exact: true })).toBeVisible();
});

const listed = (more: Partial<SavedRule> = {}): SavedRule => ({
  id: "low",
  owner: { userId: "u", name: "Amina" },
  rule: ruleOf([{ duration: 600 }], { sites: ["gao"], ruleName: "SOC 20" }),
  createdAt: new Date(nowMs - 40 * dayMs).toISOString(),
  updatedAt: new Date(nowMs - 40 * dayMs).toISOString(),
  containers: 1,
  open: 2,
  lastRaisedAt: new Date(nowMs - 3 * dayMs).toISOString(),
  raisedIn30Days: 4,
  raisedIn7Days: 1,
  isNoisy: false,
  feedback: { useful: 0, expected: 0, noise: 0 },
  score: null,
  pausedAt: null,
  ...more,
});

test("a rule in the list says what it does, where, how often it fired, and whether it is paused", async () => {
  const one = listed({ pausedAt: new Date(nowMs).toISOString() });
  const acts: RuleAct[] = [];
  for (const look of looks) {
    await render(
      () => (
        <RuleLine
          saved={one}
          scope="Gao"
          whose={() => "Kayes"}
          now={nowMs}
          acts={<RuleActs saved={one} onAct={(act) => acts.push(act)} />}
        />
      ),
      look,
    );
    await expect.element(page.getByText(say("rule.open", { count: 2 }))).toBeVisible();
    await expect.element(page.getByText(say("rule.paused"), { exact: true })).toBeVisible();
    await button(say("acts.moreName", { name: "SOC 20" })).click();
    await expect.element(page.getByRole("menuitem", { name: say("acts.copy"), exact: true })).toBeVisible();
    if (axeLooks.has(look)) await expectAccessible();
    await page.getByRole("menuitem", { name: say("acts.disable"), exact: true }).click();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  expect(acts).toEqual(looks.map(() => "disable"));
});

test("a noisy rule says what a change would save, what people think of it, and whether what it warned of came", async () => {
  const saved = listed({
    raisedIn7Days: 40,
    isNoisy: true,
    feedback: { useful: 6, expected: 1, noise: 2 },
    score: { came: 7, avoided: 1, wrong: 2, warned: 8, missed: 2, medianLeadS: 9 * 3_600 },
  });
  saved.rule.shadow = true;
  const acts: RuleAct[] = [];
  const best = { condition: 0, threshold: 17, duration: null, raised: 3, kept: 6, noiseKept: 0 };
  const tuning = { from: "", to: "", raised: 19, valued: 6, noise: 2, isCutShort: false, best };
  for (const look of looks) {
    await render(
      () => (
        <RuleLine
          saved={saved}
          scope="Gao"
          whose={() => "Kayes"}
          now={nowMs}
          onTune={async () => tuning}
          acts={<RuleActs saved={saved} onAct={(act) => acts.push(act)} />}
        />
      ),
      look,
    );
    await expect.element(page.getByText(say("worth.useful", { useful: 6, count: 9 }))).toBeVisible();
    await expect.element(page.getByText(say("worth.noisy", { count: 40 }))).toBeVisible();
    await expect.element(page.getByText(/9\sh/)).toBeVisible();
    await button(say("worth.askName", { name: "SOC 20" })).click();
    await expect.element(page.getByText(/17\s%/)).toBeVisible();
    await button(say("acts.promoteName", { name: "SOC 20" })).click();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  expect(acts).toEqual(looks.map(() => "promote"));
});

test("neighbours are compared by days, and begin with what suits them", async () => {
  await show({ ...newRule(), ruleName: "Panels", sites: ["gao"] });
  await field("condition.name").fill("Panels");
  await choice("condition.type").selectOptions("neighbours");
  await expect.element(page.getByRole("combobox", { name: say("condition.metrics") })).not.toBeInTheDocument();
  await expect.element(field("condition.days")).toHaveValue("3");
  await page.getByRole("textbox", { name: `${say("condition.threshold")} (%)` }).fill("85");
  await button(say("save")).click();
  await expect
    .poll(() => saved[0]?.conditions)
    .toMatchObject([{ type: "neighbours", attributes: [], threshold: 85, duration: 259_200, noData: "clear" }]);
});

test("what is counted has fields of its own, and a budget a limit in the unit in which people give it", async () => {
  await show({ ...newRule(), ruleName: "Often", sites: ["gao"] });
  const sentence = page.getByRole("status", { name: say("sentence"), exact: true });
  await field("condition.name").fill("Often");
  await choice("condition.type").selectOptions("repeats");
  const counted = page.getByRole("group", { name: say("counted.title") });
  await counted.getByRole("combobox", { name: say("condition.type"), exact: true }).selectOptions("below");
  await counted.getByRole("textbox", { name: say("condition.threshold") }).fill("30");
  await button(say("save")).click();
  await expect.element(page.getByText(say("wrong.array"), { exact: true })).toBeVisible();
  await counted.getByRole("combobox", { name: say("condition.metrics") }).fill("state of charge");
  await page.getByRole("option", { name: "State of charge (%)", exact: true }).click();
  await field("condition.count").fill("3");
  await expect
    .element(sentence)
    .toHaveTextContent("Warns when it happens 3 times or more within 1 h that state of charge is below 30 %.");
  await expectFittingWords();
  await button(say("save")).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.conditions).toMatchObject([
    { type: "repeats", threshold: 3, counted: { type: "below", attributes: ["battery.soc"], threshold: 30 } },
  ]);
  await choice("condition.type").first().selectOptions("budget");
  await page.getByRole("combobox", { name: say("condition.metrics") }).fill("consumption");
  await page.getByRole("option", { name: "Consumption meter (Wh)", exact: true }).click();
  await page.getByRole("textbox", { name: `${say("budget.limit")} (kWh)` }).fill("300");
  await page.getByRole("textbox", { name: `${say("condition.threshold")} (%)`, exact: true }).fill("80");
  await expect
    .element(sentence)
    .toHaveTextContent("Warns when consumption meter grows by more than 80 % of 300 kWh in the month.");
  await button(say("save")).click();
  await expect.poll(() => saved.length).toBe(2);
  expect(saved[1]?.conditions).toMatchObject([{ type: "budget", budget: { limit: 300_000, period: "month" } }]);
});
