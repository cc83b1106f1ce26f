import { menu } from "@offgrid/contract/core/menu";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { readText, render, say } from "../../testing/render.tsx";
import { Palette } from "./palette.tsx";

const entries = menu.filter(({ label }) => label === "users");

async function show(language: "en" | "fr", openContainer?: string): Promise<void> {
  await loadTexts("shell", "container", "container-facts", "energy-state");
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const data = [
    fakeContainer({ containerId: "fogo", name: "Fogo Island harbour" }),
    fakeContainer({ containerId: "tamale", name: "Tamale school" }),
  ];
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", total: 1, data });
  const acts = { onTheme: vi.fn(), onSheet: vi.fn(), onSignOut: vi.fn(), onClose: vi.fn() };
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Palette entries={entries} openContainer={openContainer} {...acts} />
      </QueryClientProvider>
    ),
    { language },
  );
}

const first = () => page.getByRole("option").first();
const type = (text: string) => page.getByRole("combobox", { name: say("shell:palette.label") }).fill(text);

test("a tab of the open container is found by its name, alone or beside the container's", async () => {
  for (const language of ["en", "fr"] as const) {
    await show(language, "fogo");
    const tab = say("container:tab.analysis");
    for (const text of [tab, `fogo ${tab}`]) {
      await type(text);
      await expect.element(first()).toHaveTextContent(`${tab} · Fogo Island harbour`);
      expect(page.getByRole("option").elements()).toHaveLength(1);
    }
    // The name alone means the container.
    await type("fogo");
    await expect.element(page.getByRole("option")).not.toHaveTextContent(" · Fogo");
  }
});

test("a tab of another container is found by the container's name beside the tab's, which alone finds none of it", async () => {
  for (const language of ["en", "fr"] as const)
    for (const open of ["fogo", undefined]) {
      await show(language, open);
      const tab = say("container:tab.batteries");
      const word = tab.split(" ").at(-1) ?? "";
      for (const text of [`tamale ${word}`, `${word} tamale`]) {
        await type(text);
        await expect.element(first()).toHaveTextContent(`${tab} · Tamale school`);
      }
      // Two words of a name mean the container.
      await type("tamale school");
      await expect.element(first()).toHaveTextContent("Tamale school");
      expect(document.querySelector("[role=listbox]")?.textContent).not.toContain(" · Tamale");
    }
});

test("what nothing is called leads to the manual, not to a page that has its letters somewhere", async () => {
  for (const language of ["en", "fr"] as const) {
    await show(language);
    const text = say("container:tab.analysis").toLowerCase();
    await type(text);
    await expect.element(first()).toHaveTextContent(readText("shell:palette.manual", { text }));
  }
});
