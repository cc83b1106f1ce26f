import { currentLocale } from "./i18n/locale.ts";

/** Is this a name that `Intl` takes? Undefined is: it stands for the usual one. */
function isLanguage(name: string | undefined): boolean {
  try {
    return Intl.getCanonicalLocales(name).length >= 0;
  } catch {
    return false;
  }
}

/**
 * Some browsers call their language what the system calls it ("C", "de_DE"). Libraries pass that on to `Intl` while they
 * load, which throws, and the screen with them; the page's own language takes its place.
 */
export function mendLanguage(of: { readonly language: string }): void {
  if (!isLanguage(of.language)) Object.defineProperty(of, "language", { value: currentLocale, configurable: true });
}

/** The zone that a browser says it is in, if it knows that zone itself; UTC otherwise. */
export function usableZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone || "UTC";
  } catch {
    return "UTC";
  }
}

if (typeof navigator !== "undefined") mendLanguage(navigator);
