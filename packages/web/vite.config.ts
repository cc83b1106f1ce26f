import { join } from "node:path";

import react from "@vitejs/plugin-react";
import { type Plugin, defineConfig } from "vite";

import { buildTarget } from "./build/browsers.ts";
import { callAccess } from "./build/call-access.ts";
import { ahead } from "./build/ahead.ts";
import { chunkGroups } from "./build/chunk-groups.ts";
import { firstLoad } from "./build/first-load.ts";
import { oldBrowser } from "./build/old-browser.ts";
import { parts } from "./build/parts.ts";

const portal = process.env["PORTAL_URL"] ?? "http://127.0.0.1:8080";

/** In development there is no portal to write its configuration into the page: the page is the demo's. */
const demoPage: Plugin = {
  name: "offgrid-demo-page",
  apply: "serve",
  transformIndexHtml: (html) => html.replace("__OFFGRID_CONFIG__", "{&quot;demo&quot;:true}"),
};

/** `vite build --mode gallery` makes the page of all shared parts, which no portal serves. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    callAccess(),
    oldBrowser(),
    ...(mode === "gallery" ? [] : [firstLoad(), parts(), ahead()]),
    demoPage,
  ],
  worker: { format: "es" },
  // The server writes a fresh nonce in its place into each answer.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: buildTarget,
    outDir: "dist",
    emptyOutDir: true,
    rolldownOptions: {
      input: join(import.meta.dirname, mode === "gallery" ? "gallery.html" : "index.html"),
      output: { codeSplitting: { groups: chunkGroups } },
    },
    manifest: true,
    sourcemap: false,
    // An inlined asset would be a data: address, which the page's policy forbids for fonts.
    assetsInlineLimit: 0,
    // The library of the map, which is fetched where a map is shown, is one of 1.1 MB.
    chunkSizeWarningLimit: 1_200,
  },
  server: {
    proxy: {
      "/api": { target: portal },
      "/map": { target: portal },
      // The portal refuses live connections from pages of another origin.
      "/mqtt": { target: portal, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
}));
