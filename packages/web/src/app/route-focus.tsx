import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../core/config.ts";
import { type ScreenName, useScreen } from "../core/screen.ts";

/** Screens whose page title is the portal's name alone. */
const plainTitles: readonly (ScreenName | undefined)[] = ["dashboard", "login"];

/** Gives each route its page title, and moves the focus to its heading so that a screen reader announces it. */
export function RouteFocus() {
  const { t } = useTranslation();
  const router = useRouter();
  const screen = useScreen();

  useEffect(() => {
    if (screen === undefined) return;
    document.title = plainTitles.includes(screen)
      ? config.portalName
      : `${t(`screen.${screen}`)} · ${config.portalName}`;
  }, [screen, t]);

  useEffect(() => {
    let stop = () => {};
    let left: Element | null = null;
    const leaving = router.subscribe("onBeforeNavigate", () => {
      left = document.activeElement;
    });
    const arriving = router.subscribe("onResolved", ({ pathChanged, fromLocation, toLocation }) => {
      // A section that the address names is what the user wants to read.
      if (!pathChanged || !fromLocation || document.getElementById(toLocation.hash)) return;
      stop();
      // On a slow device a page can be used a moment before the router says so: whoever types in it goes on.
      stop = isInField(left) || isCovered() ? () => {} : focusHeading();
    });
    return () => {
      stop();
      leaving();
      arriving();
    };
  }, [router]);

  return null;
}

/** Is the focus in a field of the page that it was not in at `left`? */
function isInField(left: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== left && activeElement?.matches("main :is(input, textarea, select)") === true;
}

/** Does something cover the page that stays from route to route? Its heading is seen by nobody then. */
function isCovered(): boolean {
  return document.querySelector("[data-covers-page]") !== null;
}

/** Focuses the H1 now, or when it appears within a few seconds and nothing else has been focused meanwhile. */
function focusHeading(): () => void {
  const before = document.activeElement;
  const tryFocus = () => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (tryFocus()) return () => {};
  const observer = new MutationObserver(() => {
    const moved = document.activeElement !== before && document.activeElement !== document.body;
    if (moved || tryFocus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), 5000);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
