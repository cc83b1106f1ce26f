import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** Libraries that must stay out of what every visitor loads, by the path of their modules. */
const forbidden = [
  { name: "mqtt", pattern: /\/node_modules\/mqtt\// },
  { name: "zod (classic)", pattern: /\/node_modules\/zod\/(v3|v4\/classic|index)/ },
  { name: "temporal-polyfill", pattern: /\/node_modules\/temporal-polyfill\// },
  { name: "maplibre-gl", pattern: /\/node_modules\/maplibre-gl\// },
];

/**
 * A screen, by the modules that it uses before the browser is idle, and the limit of its JavaScript, gzipped, in bytes.
 */
interface Measured {
  path: string;
  modules: readonly string[];
  limitBytes: number;
}

const kibibyte = 1024;
const [entryBytes, screenBytes, mapBytes] = [235 * kibibyte, 290 * kibibyte, 720 * kibibyte];
const fixed: readonly Measured[] = [
  { path: "/login", modules: ["login.page.tsx"], limitBytes: entryBytes },
  {
    path: "/clusters, with the worker of the map",
    modules: ["shell.tsx", "clusters.page.tsx", "fleet-map.tsx"],
    limitBytes: mapBytes,
  },
];
/** Screens that draw a chart before the user does anything. */
const charted = ["dashboard.page.tsx", "container.page.tsx"];
/** Files of the map that are not modules of a screen but are fetched by it. */
const mapAsset = /maplibre-gl-worker[^/]*\.m?js$/;

/**
 * Fails the build when a library that should load later is in the entry, or when the first load of a screen is over its
 * limit. Prints the sizes of the largest ones, so that growth is seen before it hurts.
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
      const sizes = new Map<Rolldown.OutputChunk, number>();
      const bytesOf = (chunk: Rolldown.OutputChunk) => {
        const known = sizes.get(chunk) ?? gzipSync(chunk.code, { level: 9 }).length;
        sizes.set(chunk, known);
        return known;
      };
      const mapBytesBeside = Object.values(bundle)
        .filter(({ fileName }) => mapAsset.test(fileName))
        .map((output) => gzipSync(output.type === "asset" ? output.source : output.code, { level: 9 }).length)
        .reduce((sum, bytes) => sum + bytes, 0);
      const weigh = ({ path, modules, limitBytes }: Measured) => {
        const screens = chunks.filter((chunk) => modules.some((file) => holds(chunk, file)));
        const parts = new Set([entry, ...screens].flatMap((chunk) => [...closure(chunk, byFile)]));
        const beside = modules.includes("fleet-map.tsx") ? mapBytesBeside : 0;
        const bytes = [...parts].reduce((sum, chunk) => sum + bytesOf(chunk), beside);
        const text = `first load of ${path}: ${(bytes / kibibyte).toFixed(1)} KiB of JavaScript (gzip) in ${parts.size} files`;
        if (bytes > limitBytes) this.error(`${text}, over the limit of ${limitBytes / kibibyte} KiB`);
        return { bytes, text };
      };
      for (const measured of fixed) this.info(weigh(measured).text);
      if (mapBytesBeside === 0) this.error("The worker of the map is not in the bundle: maps would stay blank.");
      const screens = pagesOf(chunks).map((page) =>
        weigh({
          path: page,
          modules: ["shell.tsx", page, ...(charted.includes(page) ? ["plot.tsx"] : [])],
          limitBytes: screenBytes,
        }),
      );
      const largest = screens.toSorted((one, other) => other.bytes - one.bytes)[0];
      if (largest) this.info(`${screens.length} screens without a map; the largest is the ${largest.text}`);
    },
  };
}

/** Is a module, by the end of its path, in this chunk? */
function holds(chunk: Rolldown.OutputChunk, file: string): boolean {
  return Object.keys(chunk.modules).some((id) => id.endsWith(`/${file}`));
}

/** Modules of all screens of their own chunk. */
function pagesOf(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  return [...new Set(modules.flatMap((id) => /[^/]+\.page\.tsx$/.exec(id) ?? []))];
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
