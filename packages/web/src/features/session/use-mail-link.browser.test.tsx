import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../../testing/render.tsx";
import { type MailLink, forgetMailLink } from "./mail-link.ts";
import { useMailLink } from "./use-mail-link.ts";

const first = "A".repeat(43);
const second = "B".repeat(43);

/** Keeps the link that it began with, as a page does that follows it. */
function Following({ link }: { link: MailLink }) {
  const [begun] = useState(link);
  return <p>{begun.kind === "broken" ? "broken" : begun.token.slice(0, 3)}</p>;
}
function Page() {
  const { link, key } = useMailLink();
  return <Following key={key} link={link} />;
}

beforeEach(() => {
  history.replaceState(null, "", `#token=${first}`);
});

test("a second link that is opened in the same tab is followed", async () => {
  await render(Page);
  await expect.element(page.getByText("AAA")).toBeInTheDocument();
  location.hash = `#token=${second}`;
  await expect.element(page.getByText("BBB")).toBeInTheDocument();
  location.hash = "#token=cut-off";
  await expect.element(page.getByText("broken")).toBeInTheDocument();
});

test("a link that has done its work stays done, and another place of the page is no link", async () => {
  await render(Page);
  await expect.element(page.getByText("AAA")).toBeInTheDocument();
  forgetMailLink();
  const moved = new Promise((resolve) => window.addEventListener("hashchange", resolve, { once: true }));
  location.hash = "#main";
  await moved;
  await expect.element(page.getByText("AAA")).toBeInTheDocument();
});
