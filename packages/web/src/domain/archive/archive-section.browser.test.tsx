import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { formatSize } from "../../core/format.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say } from "../../testing/render.tsx";
import { ArchiveSection } from "./archive-section.tsx";
import type { ArchiveOf } from "./take-archive.ts";

type Take = (of: ArchiveOf, signal: AbortSignal, onBytes: (bytes: number) => void) => Promise<void>;

/** An archive that comes as the test lets it come. */
async function show(look?: Look, of: ArchiveOf = "me") {
  await loadTexts("archive");
  const under: { signal?: AbortSignal; onBytes?: (bytes: number) => void; end?: (error?: Error) => void } = {};
  const onTake = vi.fn<Take>(
    (_, signal, onBytes) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        Object.assign(under, { signal, onBytes, end: (error?: Error) => (error ? reject(error) : resolve()) });
      }),
  );
  await render(() => <ArchiveSection of={of} onTake={onTake} />, look);
  return { onTake, under };
}

const take = () => page.getByRole("button", { name: say("archive:take") });

test.for(looks.slice(0, 2))(
  "an archive says how much of it has come and when it is there, in $language",
  async (look) => {
    const { onTake, under } = await show(look, { containerId: "gao" });
    await expectAccessible();
    await expectFittingWords();
    await take().click();
    expect(onTake.mock.calls[0]?.[0]).toEqual({ containerId: "gao" });
    under.onBytes?.(12_340_000);
    const size = formatSize(12_340_000, look.language);
    await expect.element(page.getByText(say("archive:received", { size }))).toBeVisible();
    await expect.element(page.getByRole("progressbar")).toBeVisible();
    await expectAccessible();
    await expectFittingWords();
    under.end?.();
    await expect.element(page.getByRole("status").getByText(say("archive:done", { size }))).toBeVisible();
    await expect.element(take()).toBeVisible();
  },
);

test("an archive that is stopped on the way is not received further, and no failure is shown", async () => {
  const { under } = await show();
  await take().click();
  await page.getByRole("button", { name: say("archive:stop") }).click();
  await expect.element(take()).toBeVisible();
  expect(under.signal?.aborted).toBe(true);
  expect(page.getByRole("alert").elements()).toEqual([]);
});

test("an archive that fails says why and can be asked for again", async () => {
  const { under } = await show();
  await take().click();
  under.end?.(new ApiError({ code: "not_found", status: 404, message: "not_found" }));
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(take()).toBeEnabled();
});
