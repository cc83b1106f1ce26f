import { expect, test } from "vitest";

import { nothingKept } from "./kept-chat.ts";
import {
  isWritten,
  keepDraft,
  placeOfDraft,
  readDraft,
  type TicketDraft,
  withDraftFile,
  withFilesOf,
} from "./kept-new-ticket.ts";

const day = 86_400_000;
const file = (clientId: string) => ({ clientId, name: `${clientId}.csv`, type: "text/csv", bytes: 10 }) as const;
const draft: TicketDraft = {
  clientId: "first",
  category: "technical_support",
  priority: "low",
  subject: "Lamps",
  text: "Dark",
  take: false,
  files: [file("one")],
  isSent: false,
};

function aStorage(): Storage {
  const items = new Map<string, string>();
  const of = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return of as Storage;
}

test("a new ticket is kept for who wrote it and what it is about, for 30 days, until it is made", () => {
  const storage = aStorage();
  const place = placeOfDraft(storage, "gao", "amina");
  keepDraft(place, draft, 0);
  expect(readDraft(place, "second", 30 * day)).toEqual({ ...draft, clientId: "second" });
  expect(readDraft(place, "second", 31 * day)).toBeUndefined();
  expect(readDraft(placeOfDraft(storage, "gao", "brahim"), "second", 0)).toBeUndefined();
  expect(readDraft(placeOfDraft(storage, "", "amina"), "second", 0)).toBeUndefined();
  keepDraft(place, undefined, 0);
  expect(readDraft(place, "second", 0)).toBeUndefined();
});

test("what stood there from the start is not kept as if somebody had written it, and a subject alone is written", () => {
  const begun = { ...draft, text: "", files: [] };
  expect(isWritten(begun, { subject: "Lamps", text: "" })).toBe(false);
  expect(isWritten({ ...begun, text: " " }, { subject: "Lamps", text: "" })).toBe(false);
  expect(isWritten(begun, { subject: "", text: "" })).toBe(true);
  expect(isWritten({ ...begun, text: "Dark" }, { subject: "Lamps", text: "" })).toBe(true);
  expect(isWritten({ ...begun, files: draft.files }, { subject: "Lamps", text: "" })).toBe(true);
});

test("a new ticket that the portal may have made already keeps its name, so that it is made once", () => {
  const place = placeOfDraft(aStorage(), "gao", "amina");
  keepDraft(place, { ...draft, isSent: true }, 0);
  expect(readDraft(place, "second", 0)?.clientId).toBe("first");
});

test("files of a new ticket wait in its chat as one message, also where they are handed over twice", () => {
  const once = withFilesOf(nothingKept, draft);
  expect(once.unsent).toEqual([
    { clientId: "first-files", text: "", isInternal: false, mentions: [], files: draft.files, state: "waiting" },
  ]);
  expect(withFilesOf(once, draft)).toEqual(once);
  expect(withFilesOf(nothingKept, { ...draft, files: [] })).toEqual(nothingKept);
});

test("a new ticket has as many files as a message at most", () => {
  const names = ["1", "2", "3", "4", "5", "6"];
  const full = names.reduce((before, name) => withDraftFile(before, file(name)), {
    ...draft,
    files: [] as never[],
  } as TicketDraft);
  expect(full.files.map(({ clientId }) => clientId)).toEqual(["1", "2", "3", "4", "5"]);
});
