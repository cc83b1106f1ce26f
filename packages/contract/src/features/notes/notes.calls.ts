import { z } from "zod";

import { type CallMap, ContainerId, Instant, noOutput } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen } from "../../core/shown-name.ts";
import { longestNote, mostNotesListed } from "./note-limits.ts";

const NoteRef = z.string().min(1).max(64);

export const Note = z
  .object({
    id: NoteRef,
    containerId: z.string(),
    at: Instant.describe("What it is about happened then"),
    text: z.string(),
    by: z.object({ userId: z.string(), name: z.string().nullable() }).nullable().describe("Null: the account is gone"),
    writtenAt: Instant,
    mayDelete: z.boolean().describe("The caller wrote it, or may configure the container"),
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

export const noteCalls = {
  noteAdd: {
    summary:
      "Write down what happened at a container at a time, such as that its panels were cleaned. Everybody who sees the container reads it, with the writer's name; charts mark it.",
    access: "charts",
    effect: "write",
    perMinute: 30,
    input: z.strictObject({
      containerId: ContainerId,
      at: Instant.describe("What it is about happened then; not later than now"),
      text: z
        .string()
        .trim()
        .min(1, { error: "Write something." })
        .max(longestNote, { error: `A note has ${longestNote} characters at most.` })
        .regex(oneLine)
        .refine(isSeen, { error: "A note has no invisible characters: it has to be read by others." }),
    }),
    output: z.object({ data: Note }),
  },
  noteList: {
    summary: `Notes on containers that the caller sees, of what happened in a range, newest first; ${mostNotesListed} at most.`,
    access: "view",
    effect: "read",
    input: z.strictObject({
      containerIds: z.array(ContainerId).min(1).max(20),
      from: Instant,
      to: Instant.describe("Before it"),
    }),
    output: z.object({ data: z.array(Note), isMore: z.boolean().describe("There are older ones in the range") }),
  },
  noteDelete: {
    summary:
      "Delete a note of one's own, or of somebody else at a container that one may configure. For a day this can be taken back.",
    access: "charts",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: NoteRef, undo: z.boolean().default(false).describe("Takes the deletion back") }),
    output: noOutput,
  },
} satisfies CallMap;
