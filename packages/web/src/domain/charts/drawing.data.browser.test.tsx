import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { render } from "../../testing/render.tsx";
import { useDrawing } from "./drawing.data.ts";

afterEach(() => vi.restoreAllMocks());

const definition = ChartDefinition.parse({
  name: "Sun",
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["agadez"] } }],
});
const [today, week] = [1, 2];
/** What was drawn while the week was asked for: "none" where nothing was. */
const seen: string[] = [];

function Case() {
  const [from, setFrom] = useState(today);
  const { data, refetch, isFetching, errorUpdateCount } = useDrawing({ definition, from, to: 10 });
  if (from === week) seen.push(`${errorUpdateCount} ${data?.from ?? "none"}`);
  return (
    <>
      <p>{`${data?.from ?? "none"}, ${errorUpdateCount} failed, ${isFetching ? "asking" : "asked"}`}</p>
      <button type="button" onClick={() => setFrom(week)}>
        Week
      </button>
      <button type="button" onClick={() => void refetch()}>
        Again
      </button>
    </>
  );
}

test("a period that could not be drawn does not show the one before it each time that it is tried again", async () => {
  vi.spyOn(window, "fetch").mockImplementation((_, init) => {
    const { from } = JSON.parse((init?.body as string | undefined) ?? "{}") as { from: number };
    const code = { status: "error", code: "bad_input", message: "" };
    return Promise.resolve(
      from === today ? Response.json({ status: "ok", data: { from } }) : Response.json(code, { status: 400 }),
    );
  });
  await render(() => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Case />
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("1, 0 failed, asked")).toBeVisible();
  await page.getByRole("button", { name: "Week" }).click();
  await expect.element(page.getByText("none, 1 failed, asked")).toBeVisible();
  await page.getByRole("button", { name: "Again" }).click();
  await expect.element(page.getByText("none, 2 failed, asked")).toBeVisible();
  // Until it failed for the first time, what was there stays under a progress line.
  expect(seen).toContain("0 1");
  expect(seen).not.toContain("1 1");
});
