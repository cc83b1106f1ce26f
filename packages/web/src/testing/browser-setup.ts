/** What the page of the component tests holds from the start, as the app's page does. */
import "../app/mantine.css";
import "../ui/tokens.css";
import "../app/base.css";

import { afterEach, beforeAll, beforeEach } from "vitest";

import { loadTextFile } from "../app/texts.ts";
import { setReachable } from "../core/api/reach.ts";
import { loadTexts, startTexts } from "../core/i18n/i18n.ts";
import { timeReady } from "../core/time.ts";
import { clear } from "./render.tsx";

beforeAll(async () => {
  await Promise.all([timeReady(), startTexts(loadTextFile)]);
  await loadTexts(
    "ui",
    "chart",
    "command-words",
    "container-facts",
    "people",
    "sessions",
    "blackout",
    "energy-state",
    "energy-origin",
    "energy-flow",
    "period-figures",
    "map",
  );
});

// A test whose calls fail on purpose leaves the next one no portal that cannot be reached.
beforeEach(() => setReachable(true));
afterEach(clear);
