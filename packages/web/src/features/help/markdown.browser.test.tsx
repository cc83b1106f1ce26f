import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { ManualNote } from "./manual-note.tsx";
import { Markdown } from "./markdown.tsx";

const text =
  '## Hello <script>alert(1)</script>\n\n<img src=x onerror="alert(2)"> Text & more [bad](javascript:alert(3)) [good](https://example.org/)';

test("markup in a content server's text is shown as text, and its links lead only to the web", async () => {
  await loadTexts("help");
  const fetchedAt = "2026-11-20T12:00:00Z";
  await render(() => (
    <article>
      <Markdown text={text} />
      <ManualNote manual={{ pages: [], source: "strapi", fetchedAt, problem: "unreachable" }} />
    </article>
  ));
  const article = page.getByRole("article");
  await expect.element(article.getByText("Text & more")).toBeVisible();
  expect(article.element().querySelectorAll("script, img")).toHaveLength(0);
  await expect.element(article.getByText("bad")).toBeVisible();
  expect(article.getByRole("link").all()).toHaveLength(1);
  await expect.element(article.getByRole("link", { name: "good" })).toHaveAttribute("rel", "noreferrer");
  await expect.element(article.getByText(say("help:not_newer"))).toBeVisible();
});
