import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../../core/api/use-call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { ReportMenu } from "./report-menu.tsx";

afterEach(() => vi.restoreAllMocks());

async function show(answer: () => Response, permissions: readonly string[] = ["view", "charts"]) {
  await loadTexts("analysis", "ui", "shared");
  const calls: [name: string | undefined, input: unknown][] = [];
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    calls.push([name, JSON.parse(init?.body as string)]);
    return answer();
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, { status: "ok", info: { permissions } } as never);
  await render(() => (
    <QueryClientProvider client={client}>
      <ReportMenu containerId="gao" />
      <Notifications />
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: say("analysis:report.act") }).click();
  return { calls, saved };
}
const item = (key: string) => page.getByRole("menuitem", { name: say(`analysis:report.${key}`) });

test.each(["week", "month"])("the last %s of a container comes as PDF at one click", async (span) => {
  const { calls, saved } = await show(
    () => new Response("%PDF", { headers: { "Content-Disposition": `attachment; filename="${span}.pdf"` } }),
  );
  await item(span).click();
  await expect.poll(() => saved).toEqual([`${span}.pdf`]);
  expect(calls).toEqual([["containerReport", { containerId: "gao", span }]]);
});

test("a document that cannot be made is said, and only who may send reports is offered one regularly", async () => {
  const body = { status: "error", code: "internal", message: "-", requestId: "r-1" };
  const { saved } = await show(() => Response.json(body, { status: 500 }));
  expect((item("regularly").element() as HTMLAnchorElement).href).toMatch(/\/reports\?open=new&container=gao$/);
  await item("month").click();
  await expect.element(page.getByText(say("analysis:report.failed"))).toBeVisible();
  expect(saved).toEqual([]);
  await show(() => Response.json(body, { status: 500 }), ["view"]);
  await expect.element(item("week")).toBeVisible();
  expect(item("regularly").elements()).toEqual([]);
});
