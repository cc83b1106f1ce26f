import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../core/api/reach.ts";
import { renderState, say } from "../testing/render.tsx";
import { stories } from "./async.stories.tsx";

test("content that is loading is marked as busy for screen readers", async () => {
  await renderState(stories, "async", "loading");
  await expect.element(page.getByText(say("ui:async.loading"))).toBeInTheDocument();
  expect(document.querySelectorAll("[aria-busy='true']")).toHaveLength(1);
});

test("what holds the place of content keeps still for those who ask for less motion", async () => {
  await renderState(stories, "async", "loading");
  const place = () => document.querySelector(".mantine-Skeleton-root");
  await expect.poll(place).not.toBeNull();
  expect(getComputedStyle(place()!, "::after").animationName).toBe("none");
});

test("content stays while newer content is fetched", async () => {
  await renderState(stories, "async", "refreshing");
  await expect.element(page.getByText("Ready")).toBeVisible();
  expect(document.querySelectorAll("[aria-busy='true']")).toHaveLength(1);
});

test("content stays when newer content cannot be fetched, with a way to try again", async () => {
  await renderState(stories, "async", "outdated");
  await expect.element(page.getByText("Ready")).toBeVisible();
  await expect.element(page.getByRole("status")).toHaveTextContent(say("ui:async.outdated"));
  await expect.element(page.getByRole("button", { name: say("ui:async.retry") })).toBeVisible();
});

test("content is not said to be old once more where it is said above that there is no connection", async () => {
  setReachable(false);
  onTestFinished(() => setReachable(true));
  await renderState(stories, "async", "away");
  await expect.element(page.getByText("Ready")).toBeVisible();
  await expect.element(page.getByText(say("ui:async.outdated"))).not.toBeInTheDocument();
  setReachable(true);
  await expect.element(page.getByText(say("ui:async.outdated"))).toBeVisible();
});

test("an empty list shows a text in place of the content", async () => {
  await renderState(stories, "async", "empty");
  await expect.element(page.getByText("No container yet")).toBeVisible();
  await expect.element(page.getByText("Ready")).not.toBeInTheDocument();
});

test("a failure is an alert with the reason, a way to try again and the id to quote", async () => {
  await renderState(stories, "async", "failed");
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent(say("shared:refusal.too_many"));
  await expect.element(alert.getByRole("button", { name: say("ui:async.retry") })).toBeVisible();
  await expect.element(alert.getByRole("button", { name: say("ui:async.copyId") })).toHaveTextContent("req-4k2v9");
});
