import type { Plugin } from "vite";

import { partRank } from "../src/app/part-order.ts";

/** What the page fetches when it is idle: by language, and what all languages share, the nearest first. */
interface Parts {
  all: string[];
  [locale: string]: string[];
}

/** The map and its worker are a megabyte and a half, and fetched where a map is shown. */
const map = /\/node_modules\/maplibre-gl\//;
const textOf = /\.(?<locale>[a-z]{2})\.(?:json|ts)$/;

/** Lists the parts of the program in `parts.json`, so that a page can fetch them before they are wanted. */
export function parts(): Plugin {
  return {
    name: "offgrid-parts",
    apply: "build",
    generateBundle(_, bundle) {
      const found: Parts = { all: [] };
      const ranks = new Map<string, number>();
      const outputs = Object.values(bundle);
      for (const output of outputs) {
        if (output.type !== "chunk") continue;
        const rank = partRank(Object.keys(output.modules));
        for (const name of [output.fileName, ...(output.viteMetadata?.importedCss ?? [])])
          ranks.set(name, Math.min(rank, ranks.get(name) ?? Infinity));
      }
      const rankOf = ({ fileName }: { fileName: string }) => ranks.get(fileName) ?? Infinity;
      for (const output of outputs.toSorted((one, other) => rankOf(one) - rankOf(other))) {
        const isMap = output.type === "chunk" && Object.keys(output.modules).some((id) => map.test(id));
        if (isMap || !(output.type === "chunk" || output.fileName.endsWith(".css"))) continue;
        const locale = output.type === "chunk" ? localeOf(Object.keys(output.modules)) : undefined;
        (found[locale ?? "all"] ??= []).push(`/${output.fileName}`);
      }
      this.emitFile({ type: "asset", fileName: "parts.json", source: JSON.stringify(found) });
    },
  };
}

/** The language of a part that holds nothing but texts of one. */
function localeOf(modules: readonly string[]): string | undefined {
  const locales = new Set(modules.map((id) => textOf.exec(id)?.groups?.["locale"]));
  return locales.size === 1 ? [...locales][0] : undefined;
}
