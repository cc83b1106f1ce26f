import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { NoteLines } from "./note-lines.tsx";
import type { Note } from "./notes.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`notes:${key}`, values);
const zone = "Africa/Bamako";
const fakeNote = (given: Partial<Note> = {}): Note => ({
  id: "note-1",
  containerId: "gao",
  at: "2026-06-10T09:15:00.000Z",
  text: "Panels cleaned",
  by: { userId: "amina", name: "Amina Traoré" },
  writtenAt: "2026-06-10T12:00:00.000Z",
  mayDelete: true,
  ...given,
});

test("a note has something to say, and says it in one line about the container that was chosen", async () => {
  await loadTexts("notes");
  for (const look of axeLooks) {
    const added: unknown[] = [];
    await render(
      () => (
        <NoteDialog
          atMs={Date.UTC(2026, 5, 10, 9, 15)}
          zone={zone}
          containers={[
            { id: "gao", name: "Gao" },
            { id: "kayes", name: "Kayes" },
          ]}
          onAdd={async (note) => void added.push(note)}
          onClose={() => added.push("closed")}
        />
      ),
      look,
    );
    const dialog = page.getByRole("dialog");
    const add = dialog.getByRole("button", { name: say("add"), exact: true });
    await add.click();
    await expect.element(dialog.getByText(say("missing"), { exact: true })).toBeVisible();
    await expectAccessible();
    await dialog.getByLabelText(say("container")).selectOptions("kayes");
    await dialog.getByLabelText(say("text")).fill("  Fuse\nchanged ");
    await add.click();
    await expect.poll(() => added).toEqual([{ containerId: "kayes", text: "Fuse changed" }, "closed"]);
  }
});

test("notes say what, when, where and who, and only some can be deleted", async () => {
  await loadTexts("notes");
  for (const look of looks) {
    const deleted: string[] = [];
    const nameOf = (id: string) => (id === "gao" ? "Gao" : "Kayes, the container beside the mill");
    const notes = [
      fakeNote(),
      fakeNote({ id: "note-2", containerId: "kayes", text: "Door left open ".repeat(30), by: null, mayDelete: false }),
    ];
    await render(
      () => <NoteLines notes={notes} isMore zone={zone} nameOf={nameOf} onDelete={({ id }) => void deleted.push(id)} />,
      look,
    );
    await expect.element(page.getByText(/^Gao · .*Amina Traoré$/)).toBeVisible();
    await expect.element(page.getByText(say("more", { count: 2 }), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: say("deleteName", { text: "Panels cleaned" }), exact: true }).click();
    expect(deleted).toEqual(["note-1"]);
    expect(page.getByRole("button").elements()).toHaveLength(1);
    await expectFittingWords();
  }
});
