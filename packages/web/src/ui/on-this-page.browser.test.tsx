import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../core/i18n/i18n.ts";
import { expectAccessible } from "../testing/good-part.ts";
import { render, say } from "../testing/render.tsx";
import { OnThisPage } from "./on-this-page.tsx";
import { Section } from "./section.tsx";

const tall = { height: 900 };

function Page({ first, later }: { first: readonly string[]; later: readonly string[] }) {
  const [titles, setTitles] = useState(first);
  return (
    <>
      <button type="button" onClick={() => setTitles([...first, ...later])}>
        Load
      </button>
      <OnThisPage>
        {titles.map((title) => (
          <Section key={title} title={title}>
            <p style={tall}>…</p>
          </Section>
        ))}
      </OnThisPage>
    </>
  );
}

test("a long page lists its sections, also those that come later, and leads to each; two need no list", async () => {
  await loadTexts("ui");
  await render(() => <Page first={["Load protection", "Street lights"]} later={["Phase control"]} />);
  const list = page.getByRole("navigation", { name: say("ui:onThisPage") });
  await expect.element(page.getByRole("heading", { name: "Street lights" })).toBeVisible();
  await expect.element(list).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Load" }).click();
  await expect.poll(() => list.getByRole("button").elements().length).toBe(3);
  await expectAccessible();
  const entry = (name: string) => list.getByRole("button", { name });
  await expect.element(entry("Load protection")).toHaveAttribute("aria-current", "true");
  await entry("Phase control").click();
  const heading = page.getByRole("heading", { name: "Phase control" });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
  // The list stays in sight, clear of the section that it marks, and leads on from there.
  await expect.element(entry("Phase control")).toHaveAttribute("aria-current", "true");
  await expect.element(entry("Load protection")).not.toHaveAttribute("aria-current");
  await expect.element(list).toBeInViewport();
  const edge = (element: Element) => element.getBoundingClientRect();
  expect(edge(heading.element()).top).toBeGreaterThanOrEqual(edge(list.element()).bottom);
  await entry("Street lights").click();
  await expect.element(page.getByRole("heading", { name: "Street lights" })).toHaveFocus();
});

test("on a phone the section that most come for is open, and the others are not", async () => {
  await loadTexts("ui");
  const sections = (
    <OnThisPage>
      <Section title="Details" isOpenFirst>
        <p>Lodwar</p>
      </Section>
      <Section title="Works">
        <p>None</p>
      </Section>
    </OnThisPage>
  );
  await render(() => sections, { width: 400 });
  await expect.element(page.getByText("Lodwar")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Works" })).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByText("None")).not.toBeVisible();
});

test("on a phone sections are folded, keep what was typed into them, and close at their end", async () => {
  await loadTexts("ui");
  const sections = (
    <OnThisPage>
      {["Load protection", "Street lights", "Phase control"].map((title) => (
        <Section key={title} title={title}>
          <input aria-label={title} />
        </Section>
      ))}
    </OnThisPage>
  );
  await render(() => sections, { width: 400 });
  const title = page.getByRole("button", { name: "Street lights" });
  await expect.element(title).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByRole("navigation", { name: say("ui:onThisPage") })).not.toBeInTheDocument();
  const field = page.getByRole("textbox", { name: "Street lights" });
  await expect.element(field).not.toBeInTheDocument();
  await title.click();
  await field.fill("7 pm");
  await expectAccessible();
  await page.getByRole("button", { name: say("ui:fold") }).click();
  await expect.element(title).toHaveFocus();
  await expect.element(field).not.toBeInTheDocument();
  await title.click();
  await expect.element(field).toHaveValue("7 pm");
});
