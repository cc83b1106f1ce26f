import { MantineProvider, type MantineColorScheme } from "@mantine/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { useState } from "react";

import { cssVariablesResolver, theme } from "../app/theme.ts";
import { pageNonce } from "../core/config.ts";

export interface FrameProps {
  colorScheme: MantineColorScheme;
  /** What is shown; a new one needs a new frame. */
  page: RouteComponent;
}

/** What a part needs around it: the theme, and a router, as some parts are links. The links lead nowhere. */
export function Frame({ colorScheme, page }: FrameProps) {
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: page }),
      history: createMemoryHistory(),
      notFoundMode: "root",
    }),
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme={colorScheme}
      getStyleNonce={pageNonce}
    >
      {/* The app's router is the registered one. */}
      <RouterProvider router={router as never} />
    </MantineProvider>
  );
}
