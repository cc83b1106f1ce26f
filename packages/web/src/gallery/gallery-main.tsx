/**
 * The shared parts of the screens in all their states, for development and the tests of their looks; never part of what
 * the portal serves. `/gallery.html?language=fr&theme=dark` chooses, `?load=line` shows a chart of many points instead.
 */
import "../core/trusted-types.ts";
import "@mantine/core/styles.layer.css";
import "../ui/tokens.css";
import "../app/base.css";

import { MantineProvider } from "@mantine/core";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import i18next from "i18next";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";

import { loadTextFile } from "../app/texts.ts";
import { cssVariablesResolver, theme } from "../app/theme.ts";
import { pageNonce } from "../core/config.ts";
import { loadTexts, startTexts } from "../core/i18n/i18n.ts";
import { timeReady } from "../core/time.ts";
import { Gallery } from "./gallery.tsx";
import { LoadChart } from "./load-chart.tsx";

const wishes = new URLSearchParams(location.search);
const nonce = pageNonce();
setNonce(nonce);
await Promise.all([timeReady(), startTexts(loadTextFile)]);
if (wishes.get("language") === "fr") await i18next.changeLanguage("fr");
await loadTexts("ui", "site");
document.documentElement.lang = i18next.language;

const load = wishes.get("load");
// Cards are links, and links need a router; this one leads nowhere.
const rootRoute = createRootRoute({
  component: load === "line" || load === "stack" ? () => <LoadChart kind={load} /> : Gallery,
});
const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory(), notFoundMode: "root" });

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme={wishes.get("theme") === "dark" ? "dark" : "light"}
    getStyleNonce={() => nonce}
  >
    {/* The app's router is the registered one. */}
    <RouterProvider router={router as never} />
  </MantineProvider>,
);
