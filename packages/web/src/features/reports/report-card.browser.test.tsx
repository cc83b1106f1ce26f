import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say } from "../../testing/render.tsx";
import { ReportCard } from "./report-card.tsx";
import type { Report } from "./reports.data.ts";

const schedule = { time: "07:00", zone: "UTC", repeat: { kind: "week" as const, days: [1] } };

async function show(more: Partial<Report["plan"]>, look?: Look) {
  await loadTexts("reports", "ui");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  for (const name of ["getSitesV2", "chartList"] as const)
    client.setQueryData(callQuery(name, {}).queryKey, { status: "ok", data: [] } as never);
  const report: Report = {
    ...{ id: "r-1", people: [], nextAt: "2026-06-15T07:00:00.000Z", pauseReason: null, last: null },
    plan: {
      ...{ name: "My week", subject: { kind: "fleet_week" }, schedule, language: "fr", files: [], condition: "always" },
      ...more,
    },
  };
  await render(
    () => (
      <QueryClientProvider client={client}>
        <ReportCard report={report} />
      </QueryClientProvider>
    ),
    look,
  );
}

test.for(looks.slice(0, 2))(
  "a report says its language, its files and what it waits for, in $language",
  async (look) => {
    await show({ files: ["pdf", "xlsx"], condition: "raised" }, look);
    const how = `Français · PDF, Excel · ${say("reports:condition.raised")}`;
    await expect.element(page.getByText(how, { exact: true })).toBeVisible();
    await expectAccessible();
    await expectFittingWords();
  },
);

test("a report that is always sent, and without files, says its language only", async () => {
  await show({});
  await expect.element(page.getByText("Français", { exact: true })).toBeVisible();
});
