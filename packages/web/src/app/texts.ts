import "./text-types.ts";

import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { TextLoader } from "../core/i18n/i18n.ts";

type Loaders = ReadonlyMap<string, () => Promise<Record<string, unknown>>>;

const indexes: Readonly<Record<LocaleCode, () => Promise<Loaders>>> = {
  en: async () => byName((await import("./texts.en.ts")).files),
  fr: async () => byName((await import("./texts.fr.ts")).files),
};

function byName(files: Record<string, () => Promise<Record<string, unknown>>>): Loaders {
  return new Map(Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf("/") + 1), load]));
}

/** Loads `<namespace>.<locale>.json`, wherever it lies. */
export const loadTextFile: TextLoader = async (namespace, locale) => {
  const load = (await indexes[locale as LocaleCode]()).get(`${namespace}.${locale}.json`);
  if (!load) throw new Error(`There are no texts ${namespace}.${locale}.json`);
  return load();
};
