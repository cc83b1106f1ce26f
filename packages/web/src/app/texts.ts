import "./text-types.ts";

import type { TextLoader } from "../core/i18n/i18n.ts";

const files = import.meta.glob<Record<string, unknown>>(
  [
    "../core/i18n/*.*.json",
    "../ui/**/*.*.json",
    "../chart/**/*.*.json",
    "../domain/**/*.*.json",
    "../features/**/*.*.json",
    "./shell/*.*.json",
  ],
  { import: "default" },
);
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf("/") + 1), load]));

/** Loads `<namespace>.<locale>.json`, wherever it lies. */
export const loadTextFile: TextLoader = (namespace, locale) => {
  const load = loaders.get(`${namespace}.${locale}.json`);
  return load ? load() : Promise.reject(new Error(`There are no texts ${namespace}.${locale}.json`));
};
