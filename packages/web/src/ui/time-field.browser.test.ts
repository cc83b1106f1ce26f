import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./time-field.stories.tsx";

const field = () => page.getByRole("textbox", { name: say("ui:period.from") });
const chosen = () => page.getByRole("status");
const clear = async () => {
  await field().click();
  await userEvent.keyboard("{Control>}a{/Control}");
};

test("a time is shown with the clock of the portal in both languages, and typed with either", async () => {
  for (const [language, morning, evening] of [
    ["en", "am", "pm"],
    ["fr", "AM", "PM"],
  ] as const) {
    await renderState(stories, "time-field", "chosen", { language });
    await expect.element(field()).toHaveValue(`11:00\u00A0${evening}`);
    await clear();
    await userEvent.keyboard("6h30{Tab}");
    await expect.element(chosen()).toHaveTextContent("06:30");
    await expect.element(field()).toHaveValue(`6:30\u00A0${morning}`);
    await clear();
    await userEvent.keyboard("6:30 pm");
    await expect.element(chosen()).toHaveTextContent("18:30");
  }
});

test("what is no time is nobody's time, and stays in the field with a reason; Escape takes back, arrows step", async () => {
  await renderState(stories, "time-field", "chosen");
  await clear();
  await userEvent.keyboard("25:00{Tab}");
  await expect.element(page.getByText(say("ui:time.wrong"))).toBeVisible();
  await expect.element(field()).toHaveValue("25:00");
  await expect.element(chosen()).toBeEmptyDOMElement();
  await field().click();
  await userEvent.keyboard("{Escape}{ArrowUp}");
  await expect.element(chosen()).toHaveTextContent("23:15");
  await expect.element(page.getByText(say("ui:time.wrong"))).not.toBeInTheDocument();
});
