import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, readText, render } from "../../testing/render.tsx";
import { forgetEnded, noteEnded } from "./ended-session.ts";
import { LeftNote } from "./left-note.tsx";

afterEach(forgetEnded);

test("whoever lost the session elsewhere reads why the sign-in is asked for, and nobody else does", async () => {
  await loadTexts("session");
  await render(() => <LeftNote />);
  await expect.element(page.getByRole("status")).not.toBeInTheDocument();
  noteEnded();
  for (const look of looks) {
    await render(() => <LeftNote />, look);
    await expect.element(page.getByRole("status")).toHaveTextContent(readText("session:ended"));
    await expectFittingWords();
    await expectAccessible();
  }
});
