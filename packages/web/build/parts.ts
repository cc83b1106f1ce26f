import type { Plugin } from "vite";

/** What the page fetches when it is idle: by language, and what all languages share. */
interface Parts {
  all: string[];
  [locale: string]: string[];
}

/** The map and its worker are a megabyte and a half, and fetched where a map is shown. */
const map = /\/node_modules\/maplibre-gl\//;
const textOf = /\.(?<locale>[a-z]{2})\.json$/;

/** Lists the parts of the program in `parts.json`, so that a page can fetch them before they are wanted. */
export function parts(): Plugin {
  return {
    name: "offgrid-parts",
    apply: "build",
    generateBundle(_, bundle) {
      const found: Parts = { all: [] };
      for (const output of Object.values(bundle)) {
        const isMap = output.type === "chunk" && Object.keys(output.modules).some((id) => map.test(id));
        if (isMap || !(output.type === "chunk" || output.fileName.endsWith(".css"))) continue;
        const locale = output.type === "chunk" && textOf.exec(output.facadeModuleId ?? "")?.groups?.["locale"];
        (found[locale || "all"] ??= []).push(`/${output.fileName}`);
      }
      this.emitFile({ type: "asset", fileName: "parts.json", source: JSON.stringify(found) });
    },
  };
}
