import "./core/trusted-types.ts";
import "./core/browser-locale.ts";
import "./app/mantine.css";
import "./ui/tokens.css";
import "./app/base.css";

import { MantineProvider, localStorageColorSchemeManager } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";

import { loadAhead } from "./app/load-ahead.ts";
import { router } from "./app/router.tsx";
import { loadTextFile } from "./app/texts.ts";
import { cssVariablesResolver, theme } from "./app/theme.ts";
import { onRefusal } from "./core/api/call.ts";
import { bringAnswersBack, keepAnswersOfSession, startWithoutPortal } from "./app/offline-start.ts";
import { queryClient, refresh } from "./core/api/query-client.ts";
import { callQuery } from "./core/api/use-call.ts";
import { config, pageNonce } from "./core/config.ts";
import { startTexts } from "./core/i18n/i18n.ts";
import { linkInOwnLanguage, rememberedHome } from "./core/i18n/locale.ts";
import { takeUnits } from "./core/own-units.ts";
import { idle } from "./core/idle.ts";
import { watchPresence } from "./core/presence.ts";
import { endLeftSessions } from "./features/session/left-sessions.ts";
import { followSignOut, leaveForSignIn } from "./features/session/session.data.ts";

const elsewhere =
  rememberedHome(location.pathname, document.cookie, config.language) ??
  linkInOwnLanguage(location.pathname, document.cookie, navigator.languages);
if (elsewhere) location.replace(elsewhere + location.search + location.hash);
else void start();

async function start(): Promise<void> {
  const nonce = pageNonce();
  takeUnits(config.units);
  // Libraries that make style elements at run time (scroll locks of dialogs) take the nonce from here.
  setNonce(nonce);
  onRefusal({
    signedOut: () => leaveForSignIn(),
    twoStepNeeded: () => {
      // Who is known to have to set it up is there already, and the screen around it goes on asking its calls.
      if (queryClient.getQueryData(callQuery("getCurrentUserInfo", {}).queryKey)?.info.mustSetUpTwoStep) return;
      refresh("getCurrentUserInfo");
      void router.navigate({ to: "/users/profile" });
    },
  });
  watchPresence();
  // Nobody has pressed anything yet.
  void idle()
    .then(() => import("./ui/keep-focus.ts"))
    .then(
      ({ keepFocus }) => keepFocus(),
      () => undefined,
    );
  startWithoutPortal();
  keepAnswersOfSession();
  bringAnswersBack();
  followSignOut();
  void endLeftSessions(localStorage);
  // The page would ask for it once there is a word to draw, and words that change their width then move what is below.
  void document.fonts.load('1em "Inter Variable"').catch(() => undefined);
  const texts = startTexts(loadTextFile);
  loadAhead();
  await texts;
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root.");
  // The error page itself logs what it shows, with the id that it shows; a page that the role excludes is no fault.
  createRoot(root, { onCaughtError: () => {} }).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: "offgrid.theme" })}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
