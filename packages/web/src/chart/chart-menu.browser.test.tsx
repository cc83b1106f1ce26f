import { Menu } from "@mantine/core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../testing/render.tsx";
import { StoryView } from "../testing/story.tsx";
import { FileItems } from "./chart-files.tsx";
import { ChartSubjectProvider } from "./chart-subject.ts";
import { stories } from "./chart.stories.tsx";

test("a chart that fills the screen says what it is about, and its files are called by it", async () => {
  const story = stories.find(({ name }) => name === "chart-line")!;
  await render(() => (
    <ChartSubjectProvider value="Lodwar clinic">
      <StoryView story={story} />
    </ChartSubjectProvider>
  ));
  const saved: string[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function noted(this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download);
    else click.call(this);
  };
  try {
    await page.getByRole("button", { name: "Export" }).first().click();
    await page.getByRole("menuitem", { name: "CSV", exact: true }).click();
    await expect.poll(() => saved).toEqual([expect.stringMatching(/^lodwar-clinic-.*_2026-11-20\.csv$/)]);
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  // A browser fills the screen only after a real click of a person.
  const chart = page.getByRole("img").first().element().closest("section");
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => chart });
  try {
    document.dispatchEvent(new Event("fullscreenchange"));
    await expect.element(page.getByRole("heading", { name: /^Lodwar clinic: / })).toBeVisible();
  } finally {
    Reflect.deleteProperty(document, "fullscreenElement");
    document.dispatchEvent(new Event("fullscreenchange"));
  }
});

test("of one drawing among several the browser's files say that they have that drawing alone", async () => {
  const items = {
    place: {},
    onPng: () => undefined,
    onCsv: () => undefined,
    onReadings: undefined,
    onFailed: () => undefined,
  };
  const show = (isPart: boolean) =>
    render(() => (
      <Menu opened withinPortal={false}>
        <Menu.Dropdown>
          <FileItems definition={undefined} isPart={isPart} {...items} />
        </Menu.Dropdown>
      </Menu>
    ));
  const names = () =>
    page
      .getByRole("menuitem")
      .elements()
      .map((item) => item.textContent);
  await show(true);
  await expect.poll(names).toEqual(["PNG of this drawing", "CSV of this drawing"]);
  await show(false);
  await expect.poll(names).toEqual(["PNG", "CSV"]);
});
