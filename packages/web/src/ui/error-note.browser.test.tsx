import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { render, renderState, say } from "../testing/render.tsx";
import { ErrorNote } from "./error-note.tsx";
import { stories } from "./error-note.stories.tsx";

test("Retry is first in the tab order and tries again", async () => {
  let tries = 0;
  await render(() => <ErrorNote error={new Error("unexpected")} onRetry={() => tries++} />);
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: say("ui:async.retry") })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(tries).toBe(1);
});

test("an error of the program itself has no id to quote", async () => {
  await renderState(stories, "error-note", "unexpected");
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("ui:async.unexpected"));
  await expect.element(page.getByRole("button", { name: say("ui:async.copyId") })).not.toBeInTheDocument();
});

test("without a network nothing failed: it is not on this device, and comes with the connection", async () => {
  await renderState(stories, "error-note", "without network");
  await expect.element(page.getByRole("status")).toHaveTextContent(say("ui:async.away"));
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
