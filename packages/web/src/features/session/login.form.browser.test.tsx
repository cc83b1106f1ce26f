import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { answerCalls, type Answers, refuse } from "../../testing/answer-calls.ts";
import { readText, render, say } from "../../testing/render.tsx";
import { LoginForm } from "./login.form.tsx";

beforeEach(() => loadTexts("session"));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function renderForm(answers: Answers = {}) {
  const asked = answerCalls(answers);
  await render(() => <LoginForm onSignedIn={() => {}} mayCreate={false} />);
  return { asked, button: page.getByRole("button", { name: say("session:submit"), exact: true }) };
}

test("an empty form names what is missing and sends nothing to the portal", async () => {
  const { asked, button } = await renderForm();
  await button.click();
  await expect.element(page.getByText(say("ui:form.fault.fill_email"))).toBeVisible();
  await expect.element(page.getByLabelText(say("session:email"), { exact: true })).toHaveFocus();
  expect(asked.all).toEqual([]);
});

test("the sign-in counts down the seconds until another try makes sense", async () => {
  const { asked, button } = await renderForm({ login: () => refuse("too_many", { retryAfterS: 40 }) });
  await page.getByLabelText(say("session:email"), { exact: true }).fill("grace@example.org");
  await page.getByLabelText(say("session:password"), { exact: true }).fill("nine green bicycles");
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  await button.click();
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent(readText("session:wait", { seconds: 40 }));
  await expect.element(button).toBeDisabled();
  vi.advanceTimersByTime(39_000);
  await expect.element(alert).toHaveTextContent(readText("session:wait", { seconds: 1 }));
  vi.advanceTimersByTime(1_000);
  await expect.element(button).toBeEnabled();
  expect(asked.all).toHaveLength(1);
});
