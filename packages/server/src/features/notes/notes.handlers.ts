import { may } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import { mostNotes, mostNotesListed } from "@offgrid/contract/notes/note-limits";
import type { noteCalls } from "@offgrid/contract/notes/notes.calls";

import type { Actor } from "../../calls/actor.ts";
import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import * as notes from "./notes.store.ts";

/** Clocks of people differ: what is now by theirs may be ahead of ours. */
const aheadMs = 5 * 60_000;

export const noteHandlers: Handlers<typeof noteCalls> = {
  noteAdd: async ({ containerId, at, text }, { actor, db, clock, audit }) => {
    const nowMs = clock.now();
    audit({ target: containerId, after: { at, text } });
    await mustSee(db, actor, containerId);
    if (Date.parse(at) > nowMs + aheadMs)
      throw new Refusal("bad_input", { fields: { at: "A note is about what has happened already." } });
    await mustHaveRoom(db, containerId);
    const note = { containerId, userId: actor.userId, at: new Date(at), text };
    return { data: notes.toNote(await notes.insertNote(db, note, nowMs), true) };
  },

  noteList: async ({ containerIds, from, to }, { actor, db }) => {
    const found = await notes.listNotes(db, actor, { containerIds, from: new Date(from), to: new Date(to) });
    return {
      data: found.slice(0, mostNotesListed).map((row) => notes.toNote(row, mayDelete(actor, row))),
      isMore: found.length > mostNotesListed,
    };
  },

  noteDelete: async ({ id, undo }, { actor, db, clock, audit }) => {
    const nowMs = clock.now();
    const row = await (undo ? notes.findDeleted(db, actor, id, nowMs) : notes.findNote(db, actor, id));
    if (!row || !mayDelete(actor, row)) throw new Refusal("not_found");
    const { containerId, at, text } = row;
    audit({ target: containerId, [undo ? "after" : "before"]: { at: at.toISOString(), text } });
    if (undo) {
      await mustHaveRoom(db, containerId);
      await notes.restoreNote(db, id);
    } else await notes.deleteNote(db, actor, id, nowMs);
    return {};
  },
};

/** @throws Refusal bad_input where the container has as many as there may be. */
async function mustHaveRoom(db: Db, containerId: string): Promise<void> {
  if ((await notes.countNotes(db, containerId)) < mostNotes) return;
  const problem = `A container has ${mostNotes} notes at most. Delete some first.`;
  throw new Refusal("bad_input", { fields: { text: problem } });
}

function mayDelete(actor: Actor, { userId }: notes.NoteRow): boolean {
  return userId === actor.userId || may(actor.permissions, "configure");
}
