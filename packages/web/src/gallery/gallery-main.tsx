/**
 * The shared parts of the screens in all their states, for development and the tests of their looks; never part of what
 * the portal serves. `/gallery.html?language=fr&theme=dark` chooses, `?load=line` shows a chart of many points instead.
 */
import "../core/trusted-types.ts";
import "../core/browser-locale.ts";
import "../app/mantine.css";
import "../ui/tokens.css";
import "../app/base.css";

import i18next from "i18next";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";

import { loadTextFile } from "../app/texts.ts";
import { pageNonce } from "../core/config.ts";
import { loadTexts, startTexts } from "../core/i18n/i18n.ts";
import { timeReady } from "../core/time.ts";
import { Frame } from "../testing/frame.tsx";
import { Gallery } from "./gallery.tsx";
import { LoadChart } from "./load-chart.tsx";

const chosen = new URLSearchParams(location.search);
setNonce(pageNonce());
/** Nothing is awaited by the module itself: the texts may come in a part that shares code with it, and would wait for it. */
async function start(): Promise<void> {
  await Promise.all([timeReady(), startTexts(loadTextFile)]);
  if (chosen.get("language") === "fr") await i18next.changeLanguage("fr");
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
    "period-figures",
    "energy-flow",
    "map",
  );
  document.documentElement.lang = i18next.language;

  const load = chosen.get("load");
  const page = load === "line" || load === "stack" ? () => <LoadChart kind={load} /> : Gallery;
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root.");
  createRoot(root).render(<Frame page={page} colorScheme={chosen.get("theme") === "dark" ? "dark" : "light"} />);
}

void start();
