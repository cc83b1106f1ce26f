import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Profiler } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery, useCall } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { render, say } from "../../testing/render.tsx";
import { ContainerSearch } from "./container-search.tsx";

/** Names what the list holds, so that a test sees when a change of it has been drawn. */
function Names() {
  const containers = useCall("getSitesV2", {});
  return <p>{containers.data?.data.map(({ name }) => name).join(", ")}</p>;
}

test("a closed search is not drawn again when a container changes, and finds what is newest once it is opened", async () => {
  await loadTexts("shell", "container-facts", "energy-state");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const name = (text: string) =>
    client.setQueryData(callQuery("getSitesV2", {}).queryKey, {
      status: "ok",
      total: 1,
      data: [fakeContainer({ containerId: "gao", name: text })],
    });
  name("Gao school");
  let commits = 0;
  await render(() => (
    <QueryClientProvider client={client}>
      <Profiler id="search" onRender={() => commits++}>
        <ContainerSearch />
      </Profiler>
      <Names />
    </QueryClientProvider>
  ));
  const field = page.getByRole("combobox", { name: say("shell:search") });
  await expect.element(field).toBeVisible();
  const before = commits;
  name("Gao clinic");
  await expect.element(page.getByText("Gao clinic")).toBeVisible();
  expect(commits).toBe(before);
  await field.click();
  await expect.element(page.getByRole("option", { name: /Gao clinic/ })).toBeVisible();
});

test("on a phone what is found is as wide as the screen, its marks below its name and without the version", async () => {
  await loadTexts("shell", "container-facts", "energy-state");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const cut = fakeContainer({
    containerId: "gao",
    name: "Gao river station",
    energy: fakeEnergy("cut", { since: minutesAgo(60) }),
    status: "just_offline",
    soc: 42,
    valuesAt: new Date().toISOString(),
    version: "1.2.3",
  });
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", total: 1, data: [cut] });
  await render(
    () => (
      <QueryClientProvider client={client}>
        <div style={{ width: 180, margin: "0 auto" }}>
          <ContainerSearch />
        </div>
      </QueryClientProvider>
    ),
    { width: 400 },
  );
  await page.getByRole("combobox", { name: say("shell:search") }).click();
  const option = page.getByRole("option", { name: /Gao river station/ });
  await expect.element(option).toBeVisible();
  await expect.element(option.getByText("version 1.2.3")).not.toBeVisible();
  await expect.element(option.getByText(/^42\s%$/)).toBeVisible();
  const name = option.getByText("Gao river station", { exact: true }).element().getBoundingClientRect();
  const mark = option.getByText(say("energy-state:word.cut"), { exact: true }).element().getBoundingClientRect();
  expect(mark.top).toBeGreaterThanOrEqual(name.bottom);
  const { left, right } = page.getByRole("listbox").element().getBoundingClientRect();
  expect(right - left).toBeGreaterThan(350);
  expect([left >= 0, right <= 400]).toEqual([true, true]);
});
