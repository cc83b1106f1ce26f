import { QueryClientProvider } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import type { Answer } from "../../core/api/call.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { looks, readText, render, say } from "../../testing/render.tsx";
import { PinnedWidgets } from "./pinned-widgets.tsx";

test("where no widget is on the dashboard, its place says how one comes there", async () => {
  await loadTexts("widgets");
  onTestFinished(() => queryClient.clear());
  const answer = { status: "ok", userSetting: { widgets: [] } } as unknown as Answer<"getUserSetting">;
  queryClient.setQueryData(callQuery("getUserSetting", {}).queryKey, answer);
  for (const look of looks.slice(0, 2)) {
    await render(
      () => (
        <QueryClientProvider client={queryClient}>
          <PinnedWidgets now={Date.now()} />
        </QueryClientProvider>
      ),
      look,
    );
    await expect
      .element(page.getByRole("region", { name: say("widgets:own") }))
      .toHaveTextContent(readText("widgets:pinned.why"));
    await expect.element(page.getByRole("link", { name: say("widgets:pinned.none") })).toBeVisible();
    // It names the tick as the form of a widget does.
    expect(say("widgets:pinned.why")).toContain(say("widgets:form.pinned"));
  }
});
