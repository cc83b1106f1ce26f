import { type LocaleCode, defaultLocale, languageCookieDays, locales } from "@offgrid/contract/core/constants";

import { cookieValues, writeCookie } from "../api/session-cookies.ts";

const languageCookie = "language";
const prefixed = locales.map((locale) => locale.code).filter((code) => code !== defaultLocale);

/** The locale of a path: its first segment when that is a locale's prefix, else the default. `/french` is not a locale. */
export function localeOf(pathname: string): LocaleCode {
  const first = pathname.split("/")[1];
  return prefixed.find((code) => code === first) ?? defaultLocale;
}

/** The path as the routes know it, without its locale. */
export function withoutLocale(pathname: string): string {
  const locale = localeOf(pathname);
  if (locale === defaultLocale) return pathname;
  return pathname.slice(locale.length + 1) || "/";
}

/** The path as the address bar shows it. */
export function withLocale(pathname: string, locale: LocaleCode): string {
  if (locale === defaultLocale) return pathname;
  return pathname === "/" ? `/${locale}` : `/${locale}${pathname}`;
}

/** The locale of this page; it changes only with a full load of the page. */
export const currentLocale: LocaleCode = typeof location === "undefined" ? defaultLocale : localeOf(location.pathname);

/**
 * Where a visitor of `/` is sent who once chose another language, or chose none while the portal has another one; undefined:
 * nowhere. Other paths never consult it.
 * @param usual Of the portal.
 */
export function rememberedHome(pathname: string, cookies: string, usual: LocaleCode): string | undefined {
  if (pathname !== "/") return undefined;
  const [chosen] = cookieValues(cookies, languageCookie);
  const code = locales.find((locale) => locale.code === chosen)?.code ?? usual;
  return code === defaultLocale ? undefined : withLocale("/", code);
}

/** The page of a link that people without an account have. */
export const linkPath = "/shared-chart";

/**
 * Where whoever opens a link is sent, which names no language itself: to its page in the one that was chosen here before, else
 * in the first of the browser's that the portal has; undefined: nowhere.
 * @param preferred Of the browser, as `navigator.languages`.
 */
export function linkInOwnLanguage(pathname: string, cookies: string, preferred: readonly string[]): string | undefined {
  if (pathname !== linkPath) return undefined;
  const [chosen] = cookieValues(cookies, languageCookie);
  const wanted = [chosen, ...preferred].map((tag) => tag?.split("-")[0]?.toLowerCase());
  const code = wanted.map((one) => locales.find((locale) => locale.code === one)?.code).find(Boolean) ?? defaultLocale;
  return code === defaultLocale ? undefined : withLocale(pathname, code);
}

/** Goes on with the change. */
type Go = () => void;
let askFirst: ((go: Go) => void) | undefined;

/**
 * The whole page is loaded with another language, and what was typed and not saved is lost: whoever holds it asks first.
 * @returns Takes it back.
 */
export function askBeforeLocale(ask: (go: Go) => void): () => void {
  askFirst = ask;
  return () => {
    if (askFirst === ask) askFirst = undefined;
  };
}

let keepFirst: Go | undefined;
let isLoading = false;

/** What is done right before the page is loaded in another language, such as to keep what was typed. */
export function beforeLocale(keep: Go): void {
  keepFirst = keep;
}

/** The page is being loaded in another language, as somebody chose: nobody has to be asked whether to leave it. */
export const isLoadingLocale = (): boolean => isLoading;

/**
 * Remembers the language for 365 days and loads the same place in it, unless somebody has to be asked first.
 * @param keep Keeps it elsewhere too, once it is settled.
 */
export function chooseLocale(locale: LocaleCode, keep?: () => void): void {
  const go = () => {
    keep?.();
    loadIn(locale);
  };
  if (askFirst) askFirst(go);
  else go();
}

function loadIn(locale: LocaleCode): void {
  isLoading = true;
  keepFirst?.();
  writeCookie(languageCookie, locale, new Date(Date.now() + languageCookieDays * 86_400_000));
  const path = withLocale(withoutLocale(location.pathname), locale);
  location.assign(path + location.search + location.hash);
}
