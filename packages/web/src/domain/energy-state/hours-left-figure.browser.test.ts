import { expect, onTestFinished, test } from "vitest";

import { setReachable } from "../../core/api/reach.ts";
import { renderState, say } from "../../testing/render.tsx";
import { part } from "./energy-sentence.fixture.ts";
import { stories } from "./energy-state.stories.tsx";

test("hours left have one shape: rounded hours, with their minutes below six", async () => {
  const texts: Record<string, RegExp> = {
    cut: /^cut now$/,
    hours: /^24\sh$/,
    "hours, likely": /^36\sh 70\s% likely within 48\sh$/,
    "below six": /^5\sh\s48$/,
    "nearly two": /^1\sh\s56$/,
    minutes: /^46\smin$/,
    moment: /^< 1\smin$/,
    lasting: /^> 48\sh$/,
    "lasting probably": /^> 48\sh 30\s% chance of a cut$/,
    "at this power": /^1\sh\s44 at this power$/,
    generator: /^on generator$/,
  };
  for (const [state, text] of Object.entries(texts)) {
    await renderState(stories, "hours-left", state);
    await expect.element(part()).toHaveTextContent(text);
  }
});

test("of a container from which nothing comes any more, hours left say of when they are", async () => {
  const texts: Record<string, RegExp> = {
    "hours of before": /^5\sh\s48 as of 3\sh ago$/,
    "cut before": /^cut as of 3\sh ago$/,
    "lasting before": /^> 48\sh 30\s% chance of a cut, as of 3\sh ago$/,
  };
  for (const [state, text] of Object.entries(texts)) {
    await renderState(stories, "hours-left", state);
    await expect.element(part()).toHaveTextContent(text);
  }
  await renderState(stories, "hours-left", "hours of before", { language: "fr" });
  await expect.element(part()).toHaveTextContent(/^5\sh\s48 données d’il y a 3\sh$/);
});

test("without a connection the hours are those that were left when it was known, and do not run down beside their age", async () => {
  onTestFinished(() => setReachable(true));
  setReachable(false);
  await renderState(stories, "hours-left", "hours of before");
  await expect.element(part()).toHaveTextContent(/^9\sh as of 3\sh ago$/);
});

test("hours until a likely cut of which nothing warns yet say how likely it is in French, too", async () => {
  await renderState(stories, "hours-left", "hours, likely", { language: "fr" });
  await expect.element(part()).toHaveTextContent(/^36\sh 70\s% de risque dans les 48\sh$/);
});

test("in a narrow column the chance of a cut is told in few words in French, too", async () => {
  await renderState(stories, "hours-left", "lasting probably", { language: "fr" });
  await expect.element(part()).toHaveTextContent(/^> 48\sh 30\s% de risque$/);
});

test("that a generator runs is written over two lines where a card has no room for one", async () => {
  await renderState(stories, "hours-left", "generator", { language: "fr" });
  const words = document.querySelector("[data-kind=generator]")!;
  expect(getComputedStyle(words).whiteSpaceCollapse + getComputedStyle(words).textWrapMode).toBe("collapsewrap");
});

test("a dash says why there are no hours left to tell", async () => {
  await renderState(stories, "hours-left", "learning");
  await expect.element(part()).toHaveTextContent(`— ${say("energy-state:hoursLeft.why.learning")}`);
  await renderState(stories, "hours-left", "blind");
  await expect.element(part()).toHaveTextContent(/^— State of charge not known, last measured 5 h.* ago$/);
});
