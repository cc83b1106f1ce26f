import { createHash } from "node:crypto";

import type { Plugin } from "vite";

import { oldestBrowsers } from "./browsers.ts";

const { chrome, firefox, safari } = oldestBrowsers;

const words = {
  en:
    "This browser is too old for the portal, so parts of it may be missing or not work. " +
    `It needs Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or a later version.`,
  fr:
    "Ce navigateur est trop ancien pour le portail : des parties peuvent manquer ou ne pas fonctionner. " +
    `Il faut Chrome ou Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, ou une version plus récente.`,
};

/**
 * Runs beside the program, which an older browser may not even understand: in the JavaScript that every browser knows, and
 * with nothing that the page's policy forbids. It looks for what the last of the supported browsers to get it got just
 * then: modules, `toSorted`, lookbehind (Safari), `:has` (Firefox) and `color-mix` (Chrome).
 */
export const oldBrowserScript = `(function () {
  function isNewEnough() {
    try {
      new RegExp("(?<=a)b");
      return (
        "noModule" in document.createElement("script") &&
        typeof [].toSorted === "function" &&
        CSS.supports("selector(:has(a))") &&
        CSS.supports("color", "color-mix(in srgb, red, blue)")
      );
    } catch (error) {
      return false;
    }
  }
  if (isNewEnough()) return;
  var isFrench = /^\\/fr(\\/|$)/.test(location.pathname) || /[?&]language=fr/.test(location.search);
  var note = document.createElement("p");
  note.id = "old-browser";
  note.lang = isFrench ? "fr" : "en";
  note.setAttribute("role", "alert");
  note.style.cssText = "margin:0;padding:12px 16px;background:#fff3d6;color:#3d2600;font:16px/1.5 sans-serif";
  note.appendChild(document.createTextNode(isFrench ? ${JSON.stringify(words.fr)} : ${JSON.stringify(words.en)}));
  document.body.insertBefore(note, document.body.firstChild);
})();`;

/** Changes with its contents, as the names of all files that are kept for good. */
const fileName = `assets/old-browser-${createHash("sha256").update(oldBrowserScript).digest("hex").slice(0, 8)}.js`;

/**
 * Puts a sentence above the page where the browser is older than those that the program is built for. The script is a
 * file: the page that browsers keep for the time without a network allows no other.
 */
export function oldBrowser(): Plugin {
  return {
    name: "offgrid-old-browser",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: oldBrowserScript });
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { defer: true, src: `/${fileName}` }, injectTo: "body" }],
  };
}
