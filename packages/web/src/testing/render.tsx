import { notifications } from "@mantine/notifications";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import i18next from "i18next";
import type { ComponentType } from "react";
import { createRoot, type Root } from "react-dom/client";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Frame } from "./frame.tsx";
import { type Story, StoryView } from "./story.tsx";

/** What the page looks like; absent: English, light and as wide as a desk. */
export interface Look {
  language?: LocaleCode;
  colorScheme?: "light" | "dark";
  /** In pixels. */
  width?: number;
}

/** The first two have each language, colour scheme and width once; the others are what words and their room depend on. */
export const looks: readonly Required<Look>[] = [
  { language: "en", colorScheme: "light", width: 1280 },
  { language: "fr", colorScheme: "dark", width: 400 },
  { language: "en", colorScheme: "dark", width: 400 },
  { language: "fr", colorScheme: "light", width: 1280 },
];

/** The looks that tell all that axe can find: its rules depend on one of the three at a time. */
export const axeLooks: ReadonlySet<Look> = new Set(looks.slice(0, 2));

/** The text of `namespace:key` in the language of the page. */
export const say = (key: string, values: Record<string, unknown> = {}): string => i18next.t(key as never, values);

/** As the matchers of texts read it: to them all spaces are one, also those at which no line breaks. */
export const readText: typeof say = (key, values) => say(key, values).replaceAll(/\s+/g, " ");

/** Of the page, px. */
const height = 900;

let root: Root | undefined;

/** Shows a part, in place of the one before. It is there when the call returns. */
export async function render(part: ComponentType, look: Look = {}): Promise<void> {
  const { language = "en", colorScheme = "light", width = 1280 } = look;
  clear();
  await page.viewport(width, height);
  await parkPointer(width);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  const Part = part;
  const place = document.createElement("main");
  document.body.append(place);
  // The runner's own page has the focus at first, and then nothing here would hear of any.
  window.focus();
  root = createRoot(place);
  root.render(
    <Frame
      colorScheme={colorScheme}
      page={() => (
        <div data-testid="part">
          <Part />
        </div>
      )}
    />,
  );
  await expect.element(page.getByTestId("part")).toBeInTheDocument();
}

/** Where the pointer was last moved to; undefined: nowhere yet. */
let pointer: { x: number; y: number } | undefined;
window.addEventListener("pointermove", ({ clientX: x, clientY: y }) => (pointer = { x, y }), { capture: true });

/** Into the corner: where a test before left it, it would point at something of this one, and open its hint. */
async function parkPointer(width: number): Promise<void> {
  const corner = { x: width - 1, y: height - 1 };
  if (pointer === undefined || (pointer.x === corner.x && pointer.y === corner.y)) return;
  await userEvent.hover(document.documentElement, { position: corner, force: true });
}

/** All states of a part. */
export async function renderStory(story: Story, look?: Look): Promise<void> {
  await render(() => <StoryView story={story} />, look);
  const { awaited } = story;
  if (awaited !== undefined) await expect.poll(() => document.querySelector(awaited)).not.toBeNull();
}

/**
 * One state of a part, alone.
 * @throws Error when the stories have no such part or state.
 */
export async function renderState(stories: readonly Story[], name: string, state: string, look?: Look): Promise<void> {
  const part = stories.find((story) => story.name === name)?.states[state];
  if (!part) throw new Error(`There is no state "${state}" of "${name}".`);
  await render(part, look);
}

/** Takes away what is shown, with all that it opened above the page. Notices are kept apart from what shows them. */
export function clear(): void {
  notifications.clean();
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}
