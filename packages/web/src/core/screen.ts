import { useMatches, useRouter } from "@tanstack/react-router";

import type shared from "./i18n/shared.en.json";

/** Name of a screen: its title is the text `shared:screen.<name>`. */
export type ScreenName = keyof (typeof shared)["screen"];

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    screen?: ScreenName;
    /** Id of its menu entry; people whose role excludes it cannot open it. */
    menuId?: string;
  }
}

/** The screen that is shown. */
export function useScreen(): ScreenName | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.screen)?.staticData.screen });
}

/** The menu id of the shown screen. */
export function useMenuId(): string | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.menuId)?.staticData.menuId });
}

/** Tells whether the screen of a path is there. */
export function useIsThere(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, path);
}
