import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../core/api/api-error.ts";
import { setReachable } from "../core/api/reach.ts";
import { render, renderState, say } from "../testing/render.tsx";
import { ErrorNote } from "./error-note.tsx";
import { Section } from "./section.tsx";
import { stories } from "./error-note.stories.tsx";

test("Try again is first in the tab order and tries again", async () => {
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

test("a card says what could not be loaded, by its own title", async () => {
  const again = <ErrorNote error={new ApiError({ code: "internal", status: 500, message: "" })} onRetry={() => {}} />;
  await render(() => <Section title="Costs">{again}</Section>);
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("ui:async.failedNamed", { title: "Costs" }));
});

test("a call that alone got no answer is not said to be a missing connection, until there is none", async () => {
  await renderState(stories, "error-note", "without network");
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("ui:async.noAnswer"));
  await expect.element(page.getByText(say("ui:async.away"))).not.toBeInTheDocument();
  setReachable(false);
  onTestFinished(() => setReachable(true));
  await expect.element(page.getByText(say("ui:async.away"))).toBeVisible();
});

test("without a network nothing failed: it is not on this device, and comes with the connection", async () => {
  setReachable(false);
  onTestFinished(() => setReachable(true));
  await renderState(stories, "error-note", "without network");
  await expect.element(page.getByRole("status")).toHaveTextContent(say("ui:async.away"));
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
