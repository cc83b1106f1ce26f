import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { renderPages } from "../../testing/pages.tsx";
import { say as sayOf } from "../../testing/render.tsx";
import type { TicketText } from "./texts.data.ts";
import { TextsDialog } from "./texts.dialog.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const fuses: TicketText = { id: "fuses", category: null, language: "en", title: "Fuses", text: "Look at the fuses." };

beforeEach(() => loadTexts("tickets", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

/** A page with a button that opens the texts, for somebody who handles tickets. */
function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <TextsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
const opener = () => page.getByRole("button", { name: "Open", exact: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });

test("after its texts were edited and deleted or not, the list gives the focus back to what opened it", async () => {
  const asked = answerCalls({
    getCurrentUserInfo: () => ({ info: { permissions: ["tickets", "tickets_handle"] } }) as never,
    ticketTextList: () => ({ data: [fuses] }),
  });
  await renderPages([{ path: "/tickets", page: Opener }], ["/tickets"]);
  await opener().click();
  await press(say("edit"));
  await expect.element(dialog(say("texts.edit"))).toBeVisible();
  await press(sayOf("ui:form.cancel"));
  await press(say("delete"));
  await expect.element(dialog(say("texts.deleteTitle", { title: fuses.title }))).toBeVisible();
  await press(sayOf("ui:form.cancel"));
  await expect.element(dialog(say("texts.title"))).toBeVisible();
  await press(sayOf("shared:action.close"));
  await expect.element(opener()).toHaveFocus();
  expect(asked.inputs("ticketTextDelete")).toEqual([]);
});
