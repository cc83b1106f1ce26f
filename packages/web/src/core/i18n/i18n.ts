import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";

import { loadChunk } from "../chunk.ts";
import { isolated } from "./isolated.ts";
import { currentLocale } from "./locale.ts";

type TextFile = Record<string, unknown>;
/** Loads the texts of a feature in a language. */
export type TextLoader = (namespace: string, locale: string) => Promise<TextFile>;

let loader: TextLoader | undefined;
let started: Promise<unknown> = Promise.resolve();

/**
 * Starts the translations in the page's language. `shared` is there at once; every other namespace is a feature and is
 * loaded with its route. A missing key shows itself as the key: there is no fall-back language.
 */
export async function startTexts(load: TextLoader): Promise<void> {
  loader = load;
  const backend: BackendModule = {
    type: "backend",
    init: () => {},
    read: (locale, namespace, done) => {
      loadChunk(() => load(namespace, locale)).then(
        (texts) => done(null, texts as Parameters<typeof done>[1]),
        (error: unknown) => done(error instanceof Error ? error : String(error), null),
      );
    },
  };
  document.documentElement.lang = currentLocale;
  started = i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: currentLocale,
      fallbackLng: false,
      ns: ["shared"],
      defaultNS: "shared",
      // Values are not escaped for HTML, which React does: only kept from turning the words around them.
      interpolation: { escapeValue: true, escape: isolated },
      returnNull: false,
      react: { useSuspense: true },
    });
  await started;
}

/** Ensures that a feature's texts are loaded before its screen shows. */
export async function loadTexts(...namespaces: readonly string[]): Promise<void> {
  // Texts requested while the first ones are loading are loaded together with them, and are ready when these are.
  await Promise.all([i18next.loadNamespaces(namespaces), started]);
}

/**
 * The texts of a feature in a language, whichever the page has: for what is found by its words in any.
 * @throws ChunkFailure as `loadChunk` does.
 */
export async function textsIn(namespace: string, locale: string): Promise<TextFile> {
  const load = loader;
  return load ? loadChunk(() => load(namespace, locale)) : {};
}

/**
 * Loads a lazy part of the program in parallel with the texts that it shows.
 * @throws ChunkFailure as `loadChunk` does.
 */
export async function loadWithTexts<Part>(namespaces: readonly string[], load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loadChunk(load), loadTexts(...namespaces)]);
  return part;
}
