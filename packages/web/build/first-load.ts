import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** Libraries that must stay out of what every visitor loads, by the path of their modules. */
const forbidden = [
  { name: "mqtt", pattern: /\/node_modules\/mqtt\// },
  { name: "zod (classic)", pattern: /\/node_modules\/zod\/(v3|v4\/classic|index)/ },
  { name: "temporal-polyfill", pattern: /\/node_modules\/temporal-polyfill\// },
  { name: "maplibre-gl", pattern: /\/node_modules\/maplibre-gl\// },
];
/** JavaScript, gzip, of the entry with everything it imports and what the screen draws before the browser is idle. */
const limitBytes = 260_000;
const measuredScreens = { "/login": ["login.page.tsx"], "/": ["shell.tsx", "dashboard.page.tsx", "plot.tsx"] };

/**
 * Fails the build when a library that should load later is in the entry, or when the first load of a screen is over its
 * limit. Prints the sizes, so that growth is seen before it hurts.
 */
export function firstLoad(): Plugin {
  return {
    name: "offgrid-first-load",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const entry = chunks.find((chunk) => chunk.isEntry);
      if (!entry) return;
      for (const chunk of closure(entry, byFile)) {
        for (const { name, pattern } of forbidden) {
          const found = Object.keys(chunk.modules).find((id) => pattern.test(id));
          if (found) this.error(`${name} is in the first load (${found}); import it lazily.`);
        }
      }
      for (const [path, files] of Object.entries(measuredScreens)) {
        const screens = chunks.filter((chunk) =>
          Object.keys(chunk.modules).some((id) => files.some((file) => id.endsWith(`/${file}`))),
        );
        const parts = new Set([entry, ...screens].flatMap((chunk) => [...closure(chunk, byFile)]));
        const bytes = [...parts].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0);
        const text = `first load of ${path}: ${(bytes / 1024).toFixed(1)} KiB of JavaScript (gzip) in ${parts.size} files`;
        if (bytes > limitBytes) this.error(`${text}, over the limit of ${(limitBytes / 1024).toFixed(1)} KiB`);
        this.info(text);
      }
    },
  };
}

/** A chunk with all that it imports at once. */
function closure(
  start: Rolldown.OutputChunk,
  byFile: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<Rolldown.OutputChunk> {
  const reached = new Set([start]);
  for (const chunk of reached) {
    for (const file of chunk.imports) {
      const next = byFile.get(file);
      if (next) reached.add(next);
    }
  }
  return reached;
}
