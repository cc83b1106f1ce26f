import { createRouter } from "@tanstack/react-router";

import { currentLocale, withLocale, withoutLocale } from "../core/i18n/locale.ts";
import { ErrorPage } from "../features/errors/error.page.tsx";
import { LostPage } from "./lost-page.tsx";
import { routeTree } from "./routes.tsx";

/** Routes and links never mention the locale: it is taken off before matching and put before every link. */
export const localeRewrite = {
  input: ({ url }: { url: URL }) => {
    url.pathname = withoutLocale(url.pathname);
    return url;
  },
  output: ({ url }: { url: URL }) => {
    url.pathname = withLocale(url.pathname, currentLocale);
    return url;
  },
};

export const router = createRouter({
  routeTree,
  rewrite: localeRewrite,
  notFoundMode: "root",
  defaultPreload: "intent",
  // What only passes under the pointer, or has the focus because its menu opened, is not loaded while that is painted.
  defaultPreloadDelay: 100,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: LostPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
