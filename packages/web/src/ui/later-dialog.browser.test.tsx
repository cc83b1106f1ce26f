import { lazy, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../core/api/reach.ts";
import { isChunkAway, loadChunk, waitForPortal } from "../core/chunk.ts";
import { expectAccessible, expectFittingWords } from "../testing/good-part.ts";
import { looks, readText, render, say } from "../testing/render.tsx";
import { LaterDialog } from "./later-dialog.tsx";

afterEach(async () => {
  vi.restoreAllMocks();
  setReachable(true);
  window.dispatchEvent(new Event("online"));
  if (isChunkAway()) await waitForPortal();
});

/** What the network would bring: it fails until there is one. */
function dialogOfNetwork() {
  return lazy(() =>
    loadChunk(async () => {
      if (!navigator.onLine) throw new TypeError("Failed to fetch dynamically imported module");
      return { default: () => <p role="dialog">Here</p> };
    }),
  );
}

function Asks({ Dialog }: { Dialog: ReturnType<typeof dialogOfNetwork> }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        1234
      </button>
      {isAsked && (
        <LaterDialog onClose={() => setAsked(false)}>
          <Dialog />
        </LaterDialog>
      )}
    </>
  );
}

test.for(looks)(
  "a dialog that is not on the device says that it waits for the connection, comes with it, or is given up, in $language, $width px",
  async (look) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    setReachable(false);
    const Dialog = dialogOfNetwork();
    await render(() => <Asks Dialog={Dialog} />, look);
    const ask = page.getByRole("button", { name: "1234" });
    await ask.click();
    await expect.element(page.getByRole("alert")).toHaveTextContent(readText("error.part_away_text"));
    await expectAccessible();
    await expectFittingWords();
    await page.getByRole("button", { name: say("action.close"), exact: true }).click();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    await ask.click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    vi.restoreAllMocks();
    window.dispatchEvent(new Event("online"));
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  },
);
