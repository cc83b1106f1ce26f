import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, type Look, looks, readText, say as sayOf } from "../../testing/render.tsx";
import { fakeCodes, showForm } from "./rule-form.fixture.tsx";
import type { Rule } from "./rule-input.ts";

const say: typeof sayOf = (key, values) => readText(`event-codes:${key}`, { days: 30, ...values });
const saved: Rule[] = [];
const field = () => page.getByRole("combobox", { name: say("label"), exact: true });
const option = (name: string | RegExp) => page.getByRole("option", { name });
const line = (what: string) => page.getByText(what, { exact: true });
const { data } = fakeCodes;

/** A rule that counts events of these codes. */
const show = (attributes: string[], look: Look = {}, codes: typeof fakeCodes | null = fakeCodes) => {
  const counting = { type: "event" as const, attributes: ["door.opened"], threshold: 3, window: 3_600, duration: 0 };
  const rule = ruleOf([counting], { sites: ["gao"] });
  const conditions = rule.conditions.map((condition) => ({ ...condition, attributes }));
  return showForm({ ...rule, conditions }, saved, look, {}, codes);
};

async function save(): Promise<readonly string[] | undefined> {
  saved.length = 0;
  await page.getByRole("button", { name: sayOf("warnings:save"), exact: true }).click();
  await expect.poll(() => saved.length).toBe(1);
  return saved[0]?.conditions[0]?.attributes;
}

beforeEach(async () => {
  saved.length = 0;
  await Promise.all([
    loadTexts(
      "warnings",
      "automation-words",
      "container",
      "container-facts",
      "event-codes",
      "command-words",
      "ui",
      "shared",
    ),
    timeReady(),
  ]);
});
afterEach(() => vi.restoreAllMocks());

test("codes that came are offered by name with how often, the others that exist after them, and are found by their words", async () => {
  await show([]);
  await field().click();
  await expect.element(option(/^An output changed output\.changed 2,?140 times$/)).toBeVisible();
  await expect.element(option(/^pump\.dry 1 time$/)).toBeVisible();
  await expect.element(line(say("came"))).toBeVisible();
  await expect.element(line(say("others"))).toBeInTheDocument();
  await expect.element(option(/warning\./)).not.toBeInTheDocument();
  await field().fill("door was opened");
  await option(/door\.opened/).click();
  await expect.element(line("The door was opened (door.opened): 12 times in 30 days")).toBeVisible();
  await field().fill("generator.st");
  await expect.element(option(/generator\.stopped$/)).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(await save()).toEqual(["door.opened", "generator.started"]);
});

test("any other code can be typed; of one that never came this is said, and it is saved all the same", async () => {
  await show(["door.opened"]);
  await field().click();
  await userEvent.keyboard("door.ajar; pump.dry");
  expect(await save()).toEqual(["door.opened", "door.ajar", "pump.dry"]);
  await expect.element(line("door.ajar: has not come here in 30 days")).toBeVisible();
  await expect.element(line("pump.dry: 1 time in 30 days")).toBeVisible();
});

test("a name that is typed out is the code that it stands for", async () => {
  await show([]);
  await field().fill("the door was closed");
  await userEvent.keyboard("{Enter}");
  expect(await save()).toEqual(["door.closed"]);
});

test("of a code beyond those that were counted it is not said that it never came", async () => {
  await show(["door.ajar"], {}, { ...fakeCodes, isMore: true });
  await expect.element(field()).toBeVisible();
  await expect.element(page.getByText(/has not come here/)).not.toBeInTheDocument();
});

test("where nothing came at all this is said, and the codes that exist are offered", async () => {
  await show([], {}, { ...fakeCodes, data: [] });
  await expect.element(line(say("none"))).toBeVisible();
  await field().click();
  await expect.element(option(/door\.opened/)).toBeVisible();
});

test("codes can be typed while what came is looked up, and where that is not possible", async () => {
  let fail: (error: Error) => void = () => {};
  const asked = vi.spyOn(window, "fetch").mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  await show(["door.ajar"], {}, null);
  await expect.element(line(say("asking"))).toBeVisible();
  fail(new TypeError("No network"));
  await expect.element(page.getByText(say("away"))).toBeVisible();
  await expect.element(page.getByText(/has not come here/)).not.toBeInTheDocument();
  await field().fill("door.opened");
  expect(await save()).toEqual(["door.ajar", "door.opened"]);
  asked.mockResolvedValueOnce(new Response(JSON.stringify({ status: "ok", data, isMore: false })));
  await page.getByRole("button", { name: say("again"), exact: true }).click();
  await expect.element(line("door.ajar: has not come here in 30 days")).toBeVisible();
});

test("the field has its words in every look", async () => {
  for (const look of looks) {
    await show(["door.opened", "door.ajar"], look);
    const what = say("named", { name: sayOf("command-words:news.codes.door_opened"), code: "door.opened" });
    await expect.element(line(say("chosen", { what, count: 12 }))).toBeVisible();
    await expect.element(line(say("never", { what: "door.ajar" }))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
