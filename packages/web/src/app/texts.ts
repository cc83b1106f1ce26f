import "./text-types.ts";

import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { TextLoader } from "../core/i18n/i18n.ts";

type Load = () => Promise<Record<string, unknown>>;
type Loaders = ReadonlyMap<string, readonly Load[]>;

const indexes: Readonly<Record<LocaleCode, () => Promise<Loaders>>> = {
  en: async () => byName((await import("./texts.en.ts")).files),
  fr: async () => byName((await import("./texts.fr.ts")).files),
};

function byName(files: Record<string, Load>): Loaders {
  const loaders = new Map<string, Load[]>();
  for (const [path, load] of Object.entries(files)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    loaders.set(name, [...(loaders.get(name) ?? []), load]);
  }
  return loaders;
}

/** Loads `<namespace>.<locale>.json`, wherever it lies: what the portal says too is in the contract, in a file of the same name. */
export const loadTextFile: TextLoader = async (namespace, locale) => {
  const loads = (await indexes[locale as LocaleCode]()).get(`${namespace}.${locale}.json`);
  if (!loads) throw new Error(`There are no texts ${namespace}.${locale}.json`);
  return Object.assign({}, ...(await Promise.all(loads.map((load) => load())))) as Record<string, unknown>;
};
