import { page } from "vitest/browser";

import { formatTime } from "../../core/time.ts";
import { plainSpaces } from "../../testing/plain-spaces.ts";
import { renderState } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { stories } from "./energy-state.stories.tsx";

/** What tests of the sentence on a state of energy share. */

export const part = () => page.getByTestId("part");

/** An instant as the sentences write it. */
export const clock = (hours: number, shape: "time" | "weekday" | "dayMonth" = "time", language: "en" | "fr" = "en") =>
  plainSpaces(formatTime(nowMs + hours * 3_600_000, shape, zone, language));

export const show = (state: string, language: "en" | "fr" = "en") =>
  renderState(stories, "energy-sentence", state, { language });
