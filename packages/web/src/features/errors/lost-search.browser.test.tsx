import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { answerCalls } from "../../testing/answer-calls.ts";
import { renderPages } from "../../testing/pages.tsx";
import { say } from "../../testing/render.tsx";
import { LostSearch } from "./lost-search.tsx";

const Lost = () => <LostSearch words="" />;
const linkTo = (screen: string) => page.getByRole("link", { name: say(`shared:screen.${screen}`), exact: true });

test("from a chart that is not there one comes back to the charts, and from elsewhere they are not offered", async () => {
  for (const [address, isOfCharts] of [
    ["/charts/gone", true],
    ["/nowhere", false],
  ] as const) {
    vi.restoreAllMocks();
    answerCalls({
      getCurrentUserInfo: () => ({ info: { id: "amina", permissions: ["view"], excludes: [] } }) as never,
    });
    await renderPages(
      [
        { path: "/charts/gone", page: Lost },
        { path: "/nowhere", page: Lost },
      ],
      [address],
    );
    await expect.element(linkTo("dashboard")).toBeVisible();
    expect(linkTo("charts").elements()).toHaveLength(isOfCharts ? 1 : 0);
  }
});
