import { useMatches } from "@tanstack/react-router";

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
