import { Button } from "@mantine/core";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { keepFocus } from "./keep-focus.ts";

const settle: (() => void)[] = [];

function Acts() {
  const [isRunning, setRunning] = useState(false);
  const [isTaken, setTaken] = useState(false);
  settle.push(() => setRunning(false));
  return (
    <section aria-label="Ticket">
      <div data-testid="moves">
        {!isTaken && <Button onClick={() => setTaken(true)}>Take it</Button>}
        <Button disabled={isRunning} onClick={() => setRunning(true)}>
          Start
        </Button>
        <Button loading={isRunning}>Save</Button>
      </div>
      <p>Text</p>
      {isTaken && <p>Taken</p>}
    </section>
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

beforeEach(async () => {
  await render(() => <Acts />);
  return keepFocus();
});

test("what a button did takes it away: the focus stays with what stood around it", async () => {
  (button("Take it").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Taken")).toBeVisible();
  await expect.element(page.getByTestId("moves")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(button("Start")).toHaveFocus();
});

test("a button that is disabled while it works leaves the focus near it", async () => {
  (button("Start").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByTestId("moves")).toHaveFocus();
  settle.at(-1)?.();
  await expect.element(button("Start")).toBeEnabled();
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(button("Start")).toHaveFocus();
});

test("whoever presses on nothing has no focus afterwards, also when something changes", async () => {
  await userEvent.click(button("Save"));
  await userEvent.click(page.getByText("Text"));
  expect(document.activeElement).toBe(document.body);
  document.querySelector("section")?.append(document.createElement("hr"));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
  expect(document.activeElement).toBe(document.body);
});
