import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../../core/api/api-error.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, type Look, render, say } from "../../../testing/render.tsx";
import type { ApiToken, NewApiToken } from "./api-tokens.data.ts";
import { ApiTokensSection } from "./api-tokens-section.tsx";

const now = Date.parse("2026-03-01T12:00:00Z");
const grafana: ApiToken = {
  id: "a",
  name: "Grafana in the office",
  hint: "ogp_Ab3d",
  permissions: ["view", "charts"],
  mayChange: false,
  createdAt: "2026-01-01T08:00:00Z",
  expiresAt: "2026-05-01T08:00:00Z",
  lastUsed: "2026-02-28T08:00:00Z",
  lastAddress: "192.0.2.7",
};
const old: ApiToken = { ...grafana, id: "b", name: "Old", expiresAt: "2026-02-01T08:00:00Z", lastUsed: null };

async function show(look: Look | undefined, { tokens = [grafana, old], onCreate = vi.fn(), onRemove = vi.fn() } = {}) {
  await loadTexts("api-tokens");
  const rights = ["view", "charts", "control"] as const;
  await render(() => <ApiTokensSection {...{ tokens, now, rights, onCreate, onRemove }} />, look);
}

test.for(looks.slice(0, 2))(
  "each token says what it may do, when it was used and when it ends, in $language",
  async (look) => {
    await show(look);
    await expect.element(page.getByText("192.0.2.7", { exact: false }).first()).toBeVisible();
    await expect.element(page.getByText(say("api-tokens:never"))).toBeVisible();
    await expect.element(page.getByText(say("api-tokens:right.charts"), { exact: false }).first()).toBeVisible();
    await expectAccessible();
    await expectFittingWords();
    await page.getByRole("button", { name: say("api-tokens:add") }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expectAccessible();
    await expectFittingWords();
  },
);

test("a new token reads unless more is chosen, and its text is shown until it was kept", async () => {
  const onCreate = vi.fn<(input: NewApiToken) => Promise<string>>(() => Promise.resolve("ogp_secret"));
  await show(undefined, { tokens: [], onCreate });
  await page.getByRole("button", { name: say("api-tokens:add") }).click();
  await page.getByRole("button", { name: say("api-tokens:create"), exact: true }).click();
  await expect.element(page.getByText(say("api-tokens:name_missing"))).toBeVisible();
  expect(onCreate).not.toHaveBeenCalled();
  await page.getByLabelText(say("api-tokens:name"), { exact: true }).fill(" Script ");
  await page.getByRole("button", { name: say("api-tokens:create"), exact: true }).click();
  await expect.element(page.getByText("ogp_secret")).toBeVisible();
  expect(onCreate).toHaveBeenCalledWith({
    name: "Script",
    permissions: ["view", "charts"],
    mayChange: false,
    days: 90,
  });
  await page.getByRole("button", { name: say("api-tokens:kept") }).click();
  await expect.element(page.getByText("ogp_secret")).not.toBeInTheDocument();
});

test("a refusal leaves the form as it was and says why", async () => {
  const onCreate = vi.fn<(input: NewApiToken) => Promise<string>>(() =>
    Promise.reject(new ApiError({ code: "tokens_full", status: 409, message: "" })),
  );
  await show(undefined, { tokens: [], onCreate });
  await page.getByRole("button", { name: say("api-tokens:add") }).click();
  await page.getByLabelText(say("api-tokens:name"), { exact: true }).fill("Script");
  await page.getByRole("button", { name: say("api-tokens:create"), exact: true }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("shared:refusal.tokens_full"));
  await expect.element(page.getByLabelText(say("api-tokens:name"), { exact: true })).toHaveValue("Script");
});

test("a token is removed only after its name was seen once more", async () => {
  const onRemove = vi.fn(() => Promise.resolve());
  await show(undefined, { onRemove });
  await page.getByRole("button", { name: say("api-tokens:remove_named", { name: grafana.name }) }).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent(grafana.name);
  expect(onRemove).not.toHaveBeenCalled();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("api-tokens:remove"), exact: true })
    .click();
  expect(onRemove).toHaveBeenCalledWith("a");
});
