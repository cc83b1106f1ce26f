import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import type { PasskeyBarrier } from "../../../core/passkeys.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, type Look, render, say } from "../../../testing/render.tsx";
import { PasskeySection } from "./passkey-section.tsx";

async function show(barrier: PasskeyBarrier | undefined, look: Look): Promise<void> {
  await loadTexts("profile");
  await render(
    () => <PasskeySection passkeys={[]} barrier={barrier} onAdd={async () => {}} onRemove={async () => {}} />,
    look,
  );
}

test.for(looks.slice(0, 2))("what stands in the way of a passkey is named, in $language", async (look) => {
  await show("address", look);
  const add = page.getByRole("button", { name: say("profile:passkey_add") });
  await expect.element(page.getByText(say("profile:passkeys_impossible.address"))).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  await show("browser", look);
  await expect.element(page.getByText(say("profile:passkeys_impossible.browser"))).toBeVisible();
  await expect.element(page.getByText(say("profile:passkeys_impossible.address"))).not.toBeInTheDocument();
  await expectAccessible();
  await expectFittingWords();
  await show(undefined, look);
  await expect.element(add).toBeVisible();
});
