import { type ComponentType, type ReactNode, Suspense, lazy, useState } from "react";

import { queryClient } from "../core/api/query-client.ts";
import { readSession } from "../core/api/session-cookies.ts";
import { loadWithTexts } from "../core/i18n/i18n.ts";
import { timeReady } from "../core/time.ts";
import { NotFoundPage } from "../features/errors/not-found.page.tsx";
import { whoQuery } from "./guards.ts";
import { shellTexts } from "./shell-texts.ts";

interface Around {
  children: ReactNode;
}

/** The menu, bar and search around a page; the page alone while nobody can say who is signed in. */
const ShellAround = lazy<ComponentType<Around>>(async () => {
  try {
    const [{ Shell }] = await Promise.all([
      loadWithTexts(shellTexts, () => import("./shell/shell.tsx")),
      timeReady(),
      queryClient.ensureQueryData(whoQuery),
    ]);
    return { default: Shell };
  } catch {
    return { default: ({ children }: Around) => children };
  }
});

/** Any path that is no screen: for signed-in people inside the shell, so that its search and menu lead on. */
export function LostPage() {
  const [isSignedIn] = useState(() => readSession() !== undefined);
  if (!isSignedIn) return <NotFoundPage />;
  return (
    <Suspense fallback={null}>
      <ShellAround>
        <NotFoundPage />
      </ShellAround>
    </Suspense>
  );
}
