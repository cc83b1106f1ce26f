import type { Command } from "@offgrid/contract/commands/commands.schema";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { ago, colleague, fakeCommand, fakeNow, fakeUserId, fakeZone } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { ControllerRestart, type ControllerRestartProps } from "./controller-restart.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`controller-part:${key}`, values);
const reboot = (given: Partial<Command>) =>
  fakeCommand({ op: "reboot", target: "controller", wanted: true, givenReason: "Values stand still", ...given });
const button = () => page.getByRole("button", { name: say("restart"), exact: true });

async function show(given: Partial<ControllerRestartProps>, look?: Look): Promise<void> {
  await loadTexts("controller-part", "command-words", "ui");
  const props = {
    container: "Lodwar",
    last: null,
    userId: fakeUserId,
    blocked: undefined,
    now: fakeNow,
    zone: fakeZone,
  };
  await render(() => <ControllerRestart {...props} onRestart={async () => undefined} {...given} />, look);
}

test("a restart asks why, and is asked for with that reason alone", async () => {
  const given: string[] = [];
  for (const look of looks) {
    given.length = 0;
    await show({ onRestart: async (reason) => void given.push(reason) }, look);
    await button().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: say("restart"), exact: true }).click();
    await expect.element(dialog.getByText(say("question.missing"), { exact: true })).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    await userEvent.fill(dialog.getByLabelText(say("question.reason"), { exact: true }), " Values stand still ");
    await dialog.getByRole("button", { name: say("restart"), exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(given).toEqual(["Values stand still"]);
  }
});

test("the question begins in its field, Enter sends it, and the focus returns to the button that asked", async () => {
  const given: string[] = [];
  await show({ onRestart: async (reason) => void given.push(reason) });
  await button().click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByLabelText(say("question.reason"), { exact: true })).toHaveFocus();
  await userEvent.keyboard("Values stand still{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(given).toEqual(["Values stand still"]);
  await button().click();
  await expect.element(dialog.getByLabelText(say("question.reason"), { exact: true })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

test("while one is under way, or the container is away, there is no second one", async () => {
  await show({ last: reboot({ state: "accepted", acceptedAt: ago(6) }) });
  await expect.element(button()).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByText(say("accepted"))).toBeVisible();
  await show({ blocked: sayOf("command-words:blocked.away") });
  await expect.element(button()).toHaveAttribute("aria-disabled", "true");
  await expect.element(page.getByText(sayOf("command-words:blocked.away"), { exact: true })).toBeVisible();
});

test("what came of it is said in whole sentences: whether it is back, was refused, or may be down", async () => {
  const ends: readonly [Partial<Command>, words: RegExp][] = [
    [{ state: "done", endedAt: ago(20) }, /back|retour/],
    [{ state: "refused", reason: "busy", endedAt: ago(20) }, /Nothing was restarted|Rien n’a été redémarré/],
    [{ state: "unknown", reason: "no_answer", acceptedAt: ago(700), by: colleague }, /on site|sur place/],
    [{ state: "unknown", reason: "no_answer", sentAt: ago(700) }, /may have restarted|peut-être redémarré/],
  ];
  for (const look of axeLooks) {
    for (const [last, words] of ends) {
      await show({ last: reboot(last) }, look);
      await expect.element(page.getByText(words)).toBeVisible();
      await expect.element(button()).not.toHaveAttribute("aria-disabled");
      await expectFittingWords();
    }
    await expectAccessible();
  }
});
