import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";

import { loadChunk, loadOrInstead } from "../chunk.ts";
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
      ownOrBorrowed(load, namespace, locale).then(
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

/** Languages that stand in for texts of the page's own, by namespace. */
let borrowed: ReadonlyMap<string, LocaleCode> = new Map();
const borrowListeners = new Set<() => void>();

/** Texts that are not on this device in the page's language, each with the language in which it is shown until it comes. */
export function borrowedTexts(): ReadonlyMap<string, LocaleCode> {
  return borrowed;
}

export function onBorrowedTexts(listener: () => void): () => void {
  borrowListeners.add(listener);
  return () => void borrowListeners.delete(listener);
}

function setBorrowed(namespace: string, from: LocaleCode | undefined): void {
  const next = new Map(borrowed);
  if (from === undefined) next.delete(namespace);
  else next.set(namespace, from);
  borrowed = next;
  for (const listener of [...borrowListeners]) listener();
}

/** Without a connection the words of a language that is on this device are better than none; its own follow by themselves. */
function ownOrBorrowed(load: TextLoader, namespace: string, locale: string): Promise<TextFile> {
  const fromOther = async () => {
    const others = locales.map(({ code }) => code).filter((code) => code !== locale);
    const { texts, code } = await Promise.any(
      others.map(async (other) => ({ code: other, texts: await load(namespace, other) })),
    );
    setBorrowed(namespace, code);
    return texts;
  };
  return loadOrInstead(
    () => load(namespace, locale),
    fromOther,
    (texts) => {
      i18next.addResourceBundle(locale, namespace, texts, false, true, { silent: true });
      setBorrowed(namespace, undefined);
      // Whatever shows words shows them anew.
      i18next.emit("languageChanged", locale);
    },
  );
}

/** Ensures that a feature's texts are loaded before its screen shows. */
export async function loadTexts(...namespaces: readonly string[]): Promise<void> {
  // Requested at once, but not as a part of the first ones: the page would not start without texts that do not come.
  for (const namespace of namespaces) void loader?.(namespace, currentLocale).catch(() => {});
  await started;
  await i18next.loadNamespaces(namespaces);
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
