import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { ErrorPage } from "./error.page.tsx";
import { config } from "../../core/config.ts";
import { InMain } from "../../core/page-frame.tsx";
import { NothingHere } from "../../core/nothing-here.ts";
import { PageForbidden } from "./page-forbidden.ts";

const pageOf = (error: Error) => () => (
  <QueryClientProvider client={queryClient}>
    <ErrorPage error={error} />
  </QueryClientProvider>
);

test.for(looks)("what may not be opened looks like what is not there, and says who can help, %o", async (look) => {
  await render(pageOf(new NothingHere()), look);
  const picture = page.getByRole("img", { name: say("error.not_found_image") });
  await expect.element(picture).toBeVisible();
  await render(pageOf(new PageForbidden()), look);
  await expect.element(page.getByRole("heading", { name: say("error.forbidden_title") })).toBeVisible();
  await expect.element(picture).toBeVisible();
  await expect.element(page.getByText(say("error.forbidden_text", { page: "" }))).toBeVisible();
  await expectAccessible();
  await expectFittingWords();
});

test("a page with nothing around it names the portal, and one under the bar leaves that to it", async () => {
  const brand = page.getByText(config.portalName, { exact: true });
  await render(pageOf(new NothingHere()));
  await expect.element(brand).toBeVisible();
  await render(() => <InMain>{pageOf(new NothingHere())()}</InMain>);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.element(brand).not.toBeInTheDocument();
});

test("an unknown page says so, and any other error that it occurred, with its status or 500", async () => {
  await render(pageOf(new NothingHere()));
  await expect.element(page.getByRole("heading", { name: "404 Not Found", exact: true })).toBeVisible();
  await expect.element(page.getByText(/^This page could not be found/)).toBeVisible();
  for (const [error, status] of [
    [new ApiError({ code: "internal", status: 503, message: "" }), 503],
    [new Error("out of order"), 500],
  ] as const) {
    await render(pageOf(error));
    await expect.element(page.getByRole("heading", { name: "An error occurred", exact: true })).toBeVisible();
    await expect.element(page.getByText(`Status ${status}`)).toBeVisible();
  }
});
