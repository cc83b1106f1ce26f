import type { CallName } from "@offgrid/contract/registry";
import {
  type AnyRedirect,
  Outlet,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";

import { orAway } from "../core/chunk.ts";
import { loadWithTexts } from "../core/i18n/i18n.ts";
import type { ScreenName } from "../core/screen.ts";
import type { SearchParams } from "../core/search-params.ts";
import { timeReady } from "../core/time.ts";
import { FrameWaiting } from "./frame-waiting.tsx";
import { refuseExcluded, refuseWithout, requireTwoStep, requireUser } from "./guards.ts";
import { BlankLayout } from "./layouts/blank-layout.tsx";
import { LostPage } from "./lost-page.tsx";
import { RouteFocus } from "./route-focus.tsx";
import { shellTexts } from "./shell-texts.ts";

export const rootRoute = createRootRoute({
  notFoundComponent: LostPage,
  component: () => (
    <>
      <RouteFocus />
      <Outlet />
    </>
  ),
});

/** Menu, bar and notifications, for signed-in people. */
export const mainLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: "main",
  beforeLoad: async ({ location }) => {
    const signedIn = await requireUser(location.href);
    requireTwoStep(signedIn.user, location.pathname);
    return signedIn;
  },
  pendingComponent: FrameWaiting,
  // Not sooner: on a link that is slow but answers, taking its place would delay the first picture by most of a second.
  ...{ pendingMs: 1_200, pendingMinMs: 0 },
  component: lazyRouteComponent(async () => {
    const [shell] = await Promise.all([loadWithTexts(shellTexts, () => import("./shell/shell.tsx")), timeReady()]);
    return shell;
  }, "Shell"),
});

/** A card in the middle of the page, for everyone. */
export const blankLayout = createRoute({ getParentRoute: () => rootRoute, id: "blank", component: BlankLayout });

/** Reads what a screen keeps in its address; what it does not understand is left out. */
type SearchReader = (given: SearchParams) => object;

/**
 * The router adds what a reader returns to what the address has, so a value that is not understood has to be taken out by
 * name: a tab that there is not would open none.
 */
function understood<Search extends SearchReader | undefined>(read: Search): Search {
  if (!read) return read;
  const blank = (given: SearchParams) => Object.fromEntries(Object.keys(given).map((key) => [key, undefined]));
  return ((given: SearchParams) => ({ ...blank(given), ...read(given) })) as unknown as Search;
}

interface Screen<Path extends string, Search extends SearchReader | undefined, Module, Page extends keyof Module> {
  /** As the specification has it, such as "/containers/$slug"; `{-$slug}` may be left out of an address. */
  path: Path;
  /** Its title is the text `shared:screen.<name>`. */
  name: ScreenName;
  search?: Search;
  /** Namespaces of its texts beside `shared`, `ui` and, with the menu beside it, `container-facts` and `energy-state`. */
  texts: readonly string[];
  /** Its module: a chunk of its own, loaded when the screen is opened. */
  load: () => Promise<Module>;
  /** The component in its module. */
  page: Page;
}

interface MainScreen<
  Path extends string,
  Search extends SearchReader | undefined,
  Module,
  Page extends keyof Module,
> extends Screen<Path, Search, Module, Page> {
  /** Id of its menu entry; people whose role excludes it cannot open the screen. */
  menuId?: string;
  /** A call that the screen depends on: people who may not make it cannot open the screen. */
  needs?: CallName;
  /** Where the bare path leads when `{-$slug}` is left out. */
  list?: "/users/list" | "/warning/list";
  /** Where an address leads that was given out while this screen still showed something else; undefined: here. */
  moved?: (given: SearchParams) => AnyRedirect | undefined;
}

type PageModule<Page extends string> = Record<Page, () => ReactNode>;

/** A screen of signed-in people, with the menu beside it. */
export function screen<
  const Path extends string,
  const Page extends string,
  Module extends PageModule<Page>,
  Search extends SearchReader | undefined = undefined,
>({ path, name, menuId, needs, list, moved, search, texts, load, page }: MainScreen<Path, Search, Module, Page>) {
  return createRoute({
    getParentRoute: () => mainLayout,
    path,
    staticData: { screen: name, ...(menuId === undefined ? {} : { menuId }) },
    // What an older address had is still there for those who know where its screen has moved.
    validateSearch: moved ? (search as Search) : understood(search),
    beforeLoad: ({ params, location }) => {
      const given: { slug?: unknown } = params;
      const elsewhere = moved?.(location.search);
      if (elsewhere) throw elsewhere;
      if (list !== undefined && !given.slug) throw redirect({ to: list, replace: true });
      if (needs === undefined) refuseExcluded(menuId);
      else refuseWithout(needs, menuId);
    },
    component: lazyRouteComponent(() => orAway(loadWithTexts(["ui", ...texts], load)), page),
  });
}

/** A screen for everyone, without menu. */
export function blankScreen<
  const Path extends string,
  const Page extends string,
  Module extends PageModule<Page>,
  Search extends SearchReader | undefined = undefined,
>({ path, name, search, texts, load, page }: Screen<Path, Search, Module, Page>) {
  return createRoute({
    getParentRoute: () => blankLayout,
    path,
    staticData: { screen: name },
    validateSearch: understood(search),
    component: lazyRouteComponent(() => orAway(loadWithTexts(["ui", ...texts], load)), page),
  });
}
